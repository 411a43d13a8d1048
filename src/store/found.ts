/** The file columns that a search needs: one statement for all of its files. */
import { pathFromBytes } from "../corpus/path-bytes.ts";
import type { FileRow } from "./files.ts";
import type { RootKind } from "./roots.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";

/** A file as a search shows it. */
export type FoundFile = Pick<
  FileRow,
  | "id"
  | "rootId"
  | "root"
  | "rootKind"
  | "rel"
  | "path"
  | "size"
  | "mtimeNs"
  | "ext"
  | "category"
  | "language"
  | "contentId"
  | "chunks"
>;

interface Row {
  readonly id: number;
  readonly rootId: number;
  /** Text where the name is valid UTF-8: no bytes to decode here. */
  readonly rel: string | Uint8Array;
  readonly size: number;
  readonly seconds: number;
  readonly nanoseconds: number;
  readonly ext: string;
  readonly category: FileRow["category"];
  readonly language: string | null;
  readonly content: number | null;
  readonly chunks: number;
}

// Nanoseconds do not fit a double; two numbers avoid text and bigints for values that are not shown.
const SQL = `SELECT f.id, f.root AS rootId, CASE WHEN CAST(f.rel_text AS BLOB) = f.rel THEN f.rel_text ELSE f.rel END AS rel,
    f.size, f.mtime_ns / 1000000000 AS seconds, f.mtime_ns % 1000000000 AS nanoseconds, f.ext, f.category, f.language,
    f.content, f.chunks
  FROM files f WHERE f.id IN (SELECT value FROM json_each(?))`;

/** Looks files up for one search, within its read transaction; each file is one object for all look-ups. */
export class FoundFiles {
  readonly #files = new Map<number, FoundFile>();
  #roots: Map<number, Root> | undefined;

  constructor(private readonly store: Store) {}

  /** The files of these ids; ids without a row are left out. */
  load(ids: Iterable<number>): ReadonlyMap<number, FoundFile> {
    const unknown: number[] = [];
    for (const id of ids) if (!this.#files.has(id)) unknown.push(id);
    if (unknown.length === 0) return this.#files;
    this.#roots ??= this.#rootsById();
    for (const row of this.store.statement<Row, [string]>(SQL).all(`[${unknown.join(",")}]`)) {
      const root = this.#roots.get(row.rootId);
      if (root === undefined) throw corruptStore(this.store.path);
      const rel = typeof row.rel === "string" ? row.rel : pathFromBytes(row.rel);
      this.#files.set(row.id, {
        id: row.id,
        rootId: row.rootId,
        root: root.path,
        rootKind: root.kind,
        rel,
        path: rel === "" ? root.path : root.lead + rel,
        size: row.size,
        ext: row.ext,
        category: row.category,
        language: row.language,
        contentId: row.content,
        chunks: row.chunks,
        get mtimeNs() {
          return BigInt(row.seconds) * 1_000_000_000n + BigInt(row.nanoseconds);
        },
      });
    }
    return this.#files;
  }

  #rootsById(): Map<number, Root> {
    const statement = this.store.statement<{ id: number; path: Uint8Array; kind: RootKind }, []>(
      "SELECT id, path, kind FROM roots",
    );
    const roots = new Map<number, Root>();
    for (const row of statement.all()) {
      const path = pathFromBytes(row.path);
      roots.set(row.id, { path, lead: path === "/" ? path : `${path}/`, kind: row.kind });
    }
    return roots;
  }
}

interface Root {
  readonly path: string;
  /** Path prefix of each file beneath the root. */
  readonly lead: string;
  readonly kind: RootKind;
}
