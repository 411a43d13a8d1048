/** What a search needs of the chunks it looks at and of their files: one statement for all of them, and no more columns. */
import { pathFromBytes } from "../corpus/path-bytes.ts";
import { type ChunkRow, MAX_CHUNKS } from "./chunks.ts";
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

export interface FoundChunk {
  readonly chunk: ChunkRow;
  readonly file: FoundFile;
}

/** A chunk's own columns, and those of its file. */
interface Row extends ChunkRow {
  readonly rootId: number;
  /** Text where the name is valid UTF-8: no bytes to be decoded here. */
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

// Nanoseconds do not fit a double; in two numbers they need no text and no bigint of what is not shown.
const SQL = `SELECT c.id, c.start, c."end", c.line_start AS lineStart, c.line_end AS lineEnd, c.unit, c.tokens, c.symbol,
    c.defined, f.root AS rootId, CASE WHEN CAST(f.rel_text AS BLOB) = f.rel THEN f.rel_text ELSE f.rel END AS rel, f.size,
    f.mtime_ns / 1000000000 AS seconds, f.mtime_ns % 1000000000 AS nanoseconds, f.ext, f.category, f.language, f.content,
    f.chunks
  FROM json_each(?) AS wanted CROSS JOIN chunks c ON c.id = wanted.value CROSS JOIN files f ON f.id = c.id >> 20`;

/** Looks chunks up for one search, within its read transaction; each file is one object, however often it is met. */
export class FoundChunks {
  readonly #files = new Map<number, FoundFile>();
  #roots: Map<number, Root> | undefined;

  constructor(private readonly store: Store) {}

  /** The chunks of these ids, in their order; ids without a row are left out. */
  load(ids: readonly number[]): FoundChunk[] {
    if (ids.length === 0) return [];
    this.#roots ??= this.#rootsById();
    const found: FoundChunk[] = [];
    for (const chunk of this.store.statement<Row, [string]>(SQL).all(`[${ids.join(",")}]`)) {
      const id = Math.floor(chunk.id / MAX_CHUNKS);
      let file = this.#files.get(id);
      if (file === undefined) {
        const root = this.#roots.get(chunk.rootId);
        if (root === undefined) throw corruptStore(this.store.path);
        const rel = typeof chunk.rel === "string" ? chunk.rel : pathFromBytes(chunk.rel);
        const path = rel === "" ? root.path : root.lead + rel;
        file = {
          id,
          rootId: chunk.rootId,
          root: root.path,
          rootKind: root.kind,
          rel,
          path,
          size: chunk.size,
          ext: chunk.ext,
          category: chunk.category,
          language: chunk.language,
          contentId: chunk.content,
          chunks: chunk.chunks,
          get mtimeNs() {
            return BigInt(chunk.seconds) * 1_000_000_000n + BigInt(chunk.nanoseconds);
          },
        };
        this.#files.set(id, file);
      }
      found.push({ chunk, file });
    }
    return found;
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
  /** What stands before the path of each file beneath it. */
  readonly lead: string;
  readonly kind: RootKind;
}
