/** Totals, which the writer keeps in the transactions that change them, and the figures of `status`. */
import { pathFromBytes, pathToBytes } from "../corpus/path-bytes.ts";
import { isWithin } from "../corpus/roots.ts";
import type { FileErrorCode } from "../errors.ts";
import { type RootKind, rootedPath } from "./roots.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";
import { parseNote } from "./unit-notes.ts";

export interface Counters {
  /** Files with text. */
  readonly documents: number;
  readonly chunks: number;
  /** Rows of the index: word frequencies are counted in rows. */
  readonly parts: number;
  /** Approximate body tokens of all chunks: divided by `chunks` the mean length for BM25. */
  readonly tokens: number;
  /** Source bytes of the documents. */
  readonly bytes: number;
  readonly nextFile: number;
  /** Rises with every transaction of the writer. */
  readonly generation: number;
}

export function countersOf(store: Store): Counters {
  const row = store
    .statement<Counters, []>(
      "SELECT documents, chunks, parts, tokens, bytes, next_file AS nextFile, generation FROM counters WHERE id = 1",
    )
    .get();
  if (!row) throw corruptStore(store.path);
  return row;
}

export interface RootCounts {
  readonly id: number;
  readonly path: string;
  readonly kind: RootKind;
  readonly indexedAt: number | null;
  readonly documents: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly errors: number;
}

/** Figures of each root, in path order. */
export function countsByRoot(store: Store): RootCounts[] {
  return store
    .statement<Omit<RootCounts, "path"> & { path: Uint8Array }, []>(
      `SELECT r.id, r.path, r.kind, r.indexed_at AS indexedAt, count(f.content) AS documents,
         coalesce(sum(f.chunks), 0) AS chunks, coalesce(sum(f.size) FILTER (WHERE f.content IS NOT NULL), 0) AS bytes,
         count(f.error) AS errors
       FROM roots r LEFT JOIN files f ON f.root = r.id GROUP BY r.id ORDER BY r.path`,
    )
    .all()
    .map((row) => ({ ...row, path: pathFromBytes(row.path) }));
}

/** Documents by extension ("" for none), the most frequent first; of roots of one kind, or of all. */
export function countsByExtension(store: Store, kind?: RootKind): { ext: string; documents: number }[] {
  return store
    .statement<{ ext: string; documents: number }, [string | null]>(
      `SELECT f.ext, count(*) AS documents FROM files f JOIN roots r ON r.id = f.root
       WHERE f.content IS NOT NULL AND r.kind = ifnull(?, r.kind) GROUP BY f.ext ORDER BY documents DESC, f.ext`,
    )
    .all(kind ?? null);
}

/** Number of generated documents. */
export function countGenerated(store: Store): number {
  const sql = "SELECT count(*) AS documents FROM files WHERE content IS NOT NULL AND category = 'generated'";
  return store.statement<{ documents: number }, []>(sql).get()?.documents ?? 0;
}

export interface FileProblem {
  readonly path: string;
  readonly code: FileErrorCode;
  readonly message: string;
}

/** Files that could not be indexed, and folders that could not be read, in path order; of roots of one kind, or of all. */
export function problemsOf(store: Store, limit: number, kind?: RootKind): FileProblem[] {
  return store
    .statement<ProblemRow, [string | null, number]>(
      `SELECT r.path AS root, p.rel, p.code, p.message FROM (
         SELECT root, rel, error AS code, message FROM files WHERE error IS NOT NULL
         UNION ALL SELECT root, rel, 'unreadable', message FROM folder_errors
       ) p JOIN roots r ON r.id = p.root
       WHERE r.kind = ifnull(?1, r.kind) ORDER BY r.path, p.rel LIMIT ?2`,
    )
    .all(kind ?? null, limit)
    .map(problemOf);
}

/** Part of a root: the root's path, and the path of a folder or file beneath it ("" for the whole root). */
export interface RootPart {
  readonly root: string;
  readonly starts: readonly string[];
}

/** Files in these parts of roots that could not be indexed, in path order. Unreadable folders are not included. */
export function failedFiles(store: Store, parts: readonly RootPart[], limit: number): FileProblem[] {
  const rows = store.statement<ProblemRow, []>(
    `SELECT r.path AS root, f.rel, f.error AS code, f.message FROM files f JOIN roots r ON r.id = f.root
     WHERE f.error IS NOT NULL ORDER BY r.path, f.rel`,
  );
  const failed: FileProblem[] = [];
  for (const row of rows.iterate()) {
    if (failed.length >= limit) break;
    const [root, rel] = [pathFromBytes(row.root), pathFromBytes(row.rel)];
    if (isInParts(parts, root, rel)) failed.push(problemOf(row));
  }
  return failed;
}

function isInParts(parts: readonly RootPart[], root: string, rel: string): boolean {
  return parts.some((part) => part.root === root && part.starts.some((start) => start === "" || isWithin(rel, start)));
}

/** Files with text in these parts of roots, and each file's number of chunks. */
export function filesIn(store: Store, parts: readonly RootPart[]): { readonly id: number; readonly chunks: number }[] {
  // Paths beneath a folder sort after "folder/" and before "folder0".
  const statement = store.statement<
    { id: number; chunks: number },
    [Uint8Array, string, Uint8Array, Uint8Array, Uint8Array]
  >(
    `SELECT f.id, f.chunks FROM files f JOIN roots r ON r.id = f.root WHERE r.path = ? AND f.chunks > 0
     AND (? = '' OR f.rel = ? OR (f.rel > ? AND f.rel < ?))`,
  );
  const files = new Map<number, number>();
  for (const { root, starts } of parts) {
    for (const start of starts) {
      const [own, first, behind] = [pathToBytes(start), pathToBytes(`${start}/`), pathToBytes(`${start}0`)];
      const rows = statement.all(pathToBytes(root), start, own, first, behind);
      for (const { id, chunks } of rows) files.set(id, chunks);
    }
  }
  return [...files].map(([id, chunks]) => ({ id, chunks }));
}

interface ProblemRow {
  readonly root: Uint8Array;
  readonly rel: Uint8Array;
  readonly code: FileErrorCode;
  readonly message: string;
}

function problemOf({ root, rel, code, message }: ProblemRow): FileProblem {
  return { path: rootedPath(pathFromBytes(root), pathFromBytes(rel)), code, message };
}

/** Units whose text is unreliable, in path order. */
export function unreliableUnits(store: Store, limit: number): { path: string; unit: string; reason: string }[] {
  return store
    .statement<{ root: Uint8Array; rel: Uint8Array; unit: string; note: string }, [number]>(
      `SELECT r.path AS root, f.rel, u.label AS unit, u.note FROM units u
       JOIN files f ON f.content = u.content JOIN roots r ON r.id = f.root
       WHERE u.note = 'unreliable' OR u.note GLOB 'unreliable: *' ORDER BY r.path, f.rel, u.ord LIMIT ?`,
    )
    .all(limit)
    .map(({ root, rel, unit, note }) => ({
      path: rootedPath(pathFromBytes(root), pathFromBytes(rel)),
      unit,
      reason: parseNote(note).reason ?? "",
    }));
}
