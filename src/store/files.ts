/** File rows: by id, by place, by filter. */
import { pathFromBytes, pathToBytes } from "../corpus/path-bytes.ts";
import type { FileErrorCode } from "../errors.ts";
import type { Category } from "./file-outcomes.ts";
import { listRoots, type RootKind, rootedPath } from "./roots.ts";
import type { Store } from "./store.ts";

export interface FileRow {
  readonly id: number;
  readonly rootId: number;
  /** Canonical path of the root, surrogate-escaped. */
  readonly root: string;
  readonly rootKind: RootKind;
  /** Beneath the root; "" where the root is the file itself. */
  readonly rel: string;
  /** Absolute path. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Nanoseconds since the epoch. */
  readonly mtimeNs: bigint;
  readonly sha256: Uint8Array | null;
  readonly sha1: Uint8Array | null;
  readonly ext: string;
  readonly category: Category;
  readonly language: string | null;
  /** Null where the file could not be indexed. */
  readonly contentId: number | null;
  readonly chunks: number;
  /** Body tokens of all chunks. */
  readonly tokens: number;
  /** Milliseconds since the epoch. */
  readonly indexedAt: number;
  readonly error: FileErrorCode | null;
  readonly message: string | null;
}

interface Row {
  readonly id: number;
  readonly root: number;
  readonly root_path: Uint8Array;
  readonly kind: RootKind;
  readonly rel: Uint8Array;
  readonly size: number;
  readonly mtime: string;
  readonly sha256: Uint8Array | null;
  readonly sha1: Uint8Array | null;
  readonly ext: string;
  readonly category: Category;
  readonly language: string | null;
  readonly content: number | null;
  readonly chunks: number;
  readonly tokens: number;
  readonly indexed_at: number;
  readonly error: FileErrorCode | null;
  readonly message: string | null;
}

// Nanoseconds do not fit a double; as text they are exact, and other columns need no bigints.
const COLUMNS = `f.id, f.root, r.path AS root_path, r.kind, f.rel, f.size, CAST(f.mtime_ns AS TEXT) AS mtime, f.sha256,
  f.sha1, f.ext, f.category, f.language, f.content, f.chunks, f.tokens, f.indexed_at, f.error, f.message`;
const FROM = "FROM files f JOIN roots r ON r.id = f.root";

/** The rows of these ids, in no particular order; ids without a row are left out. */
export function filesByIds(store: Store, ids: Iterable<number>): Map<number, FileRow> {
  const sql = `SELECT ${COLUMNS} ${FROM} WHERE f.id IN (SELECT value FROM json_each(?))`;
  const rows = store.statement<Row, [string]>(sql).all(JSON.stringify([...ids]));
  return new Map(rows.map((row) => [row.id, fileRow(row)]));
}

/** The file at `rel` beneath a root, null when it is not indexed. */
export function fileAt(store: Store, rootId: number, rel: string): FileRow | null {
  const sql = `SELECT ${COLUMNS} ${FROM} WHERE f.root = ? AND f.rel = ?`;
  const row = store.statement<Row, [number, Uint8Array]>(sql).get(rootId, pathToBytes(rel));
  return row ? fileRow(row) : null;
}

/** Conditions on a file. Lists are alternatives within a field, except `path`: every value must match. */
export interface FileFilter {
  /** Absolute paths: the file is one of them or lies beneath one. Absent: anywhere; empty: nowhere. */
  readonly beneath?: readonly string[];
  /** Literal, case-sensitive substrings of the absolute path. */
  readonly path?: readonly string[];
  readonly notPath?: readonly string[];
  /** Lower case, no dot. */
  readonly ext?: readonly string[];
  readonly notExt?: readonly string[];
  readonly language?: readonly string[];
  readonly notLanguage?: readonly string[];
  readonly category?: readonly string[];
  readonly notCategory?: readonly string[];
  /** Modification time, nanoseconds: `after` inclusive, `before` exclusive. */
  readonly after?: bigint | undefined;
  readonly before?: bigint | undefined;
}

/** Ids of the matching files with text, ascending; null where every file with text matches. */
export function filterFiles(store: Store, filter: FileFilter): number[] | null {
  const conditions: string[] = [];
  const bindings: (string | Uint8Array | bigint)[] = [];
  const add = (condition: string, ...values: (string | Uint8Array | bigint)[]) => {
    conditions.push(condition);
    bindings.push(...values);
  };
  const among = (column: string, yes: readonly string[] | undefined, no: readonly string[] | undefined) => {
    if (yes?.length) add(`ifnull(${column}, '') IN (SELECT value FROM json_each(?))`, JSON.stringify(yes));
    if (no?.length) add(`ifnull(${column}, '') NOT IN (SELECT value FROM json_each(?))`, JSON.stringify(no));
  };
  // instr over blobs compares bytes: no wildcards (qmd#717), no case folding.
  const absolute = "CAST(CASE WHEN length(f.rel) = 0 THEN r.path ELSE r.path || '/' || f.rel END AS BLOB)";
  for (const part of filter.path ?? []) add(`instr(${absolute}, ?) > 0`, pathToBytes(part));
  for (const part of filter.notPath ?? []) add(`instr(${absolute}, ?) = 0`, pathToBytes(part));
  among("f.ext", filter.ext, filter.notExt);
  among("f.language", filter.language, filter.notLanguage);
  among("f.category", filter.category, filter.notCategory);
  if (filter.after !== undefined) add("f.mtime_ns >= ?", filter.after);
  if (filter.before !== undefined) add("f.mtime_ns < ?", filter.before);
  addPlaces(store, filter, add);
  if (conditions.length === 0) return null;
  const sql = `SELECT f.id ${FROM} WHERE f.content IS NOT NULL AND ${joined(conditions, "AND")} ORDER BY f.id`;
  return store
    .statement<[number], (string | Uint8Array | bigint)[]>(sql)
    .values(...bindings)
    .map(([id]) => Number(id));
}

/** Places as conditions on (root, rel), which is indexed; none where the places cover every root. */
function addPlaces(
  store: Store,
  { beneath }: FileFilter,
  add: (condition: string, ...values: (string | Uint8Array)[]) => void,
): void {
  if (beneath === undefined) return;
  const whole: number[] = [];
  const places: string[] = [];
  const values: Uint8Array[] = [];
  let everywhere = true;
  for (const root of listRoots(store)) {
    const rels = beneath.map((path) => relOfPlace(root.path, path));
    if (rels.includes("")) {
      whole.push(root.id);
      continue;
    }
    everywhere = false;
    for (const rel of rels) {
      if (rel === null) continue;
      const bytes = pathToBytes(rel);
      places.push(`f.root = ${root.id} AND (f.rel = ? OR f.rel > ? AND f.rel < ?)`);
      values.push(bytes, Buffer.concat([bytes, Buffer.from("/")]), Buffer.concat([bytes, Buffer.from("0")]));
    }
  }
  if (everywhere) return;
  // Each file can be a root: SQLite takes seconds to plan thousands of alternatives.
  const parts = ["f.root IN (SELECT value FROM json_each(?))", ...places];
  add(`(${joined(parts, "OR")})`, JSON.stringify(whole), ...values);
}

/** As a balanced tree: SQLite rejects more than a thousand conditions in a row as too deep. */
function joined(conditions: readonly string[], operator: "AND" | "OR"): string {
  const [first = "1", ...rest] = conditions;
  if (rest.length === 0) return first;
  const half = conditions.length >> 1;
  return `(${joined(conditions.slice(0, half), operator)}) ${operator} (${joined(conditions.slice(half), operator)})`;
}

/** Path of a place beneath `root`: "" for the root itself or a place above, null for a place elsewhere. */
function relOfPlace(root: string, place: string): string | null {
  if (place === "/" || place === root || root.startsWith(`${place}/`)) return "";
  const start = root === "/" ? "/" : `${root}/`;
  return place.startsWith(start) ? place.slice(start.length) : null;
}

function fileRow(row: Row): FileRow {
  const root = pathFromBytes(row.root_path);
  const rel = pathFromBytes(row.rel);
  return {
    id: row.id,
    rootId: row.root,
    root,
    rootKind: row.kind,
    rel,
    path: rootedPath(root, rel),
    size: row.size,
    mtimeNs: BigInt(row.mtime),
    sha256: row.sha256,
    sha1: row.sha1,
    ext: row.ext,
    category: row.category,
    language: row.language,
    contentId: row.content,
    chunks: row.chunks,
    tokens: row.tokens,
    indexedAt: row.indexed_at,
    error: row.error,
    message: row.message,
  };
}

/** The files with text, of all or of `ids`: newest modification first, then in path order; at most `limit`. */
export function filesNewestFirst(store: Store, ids: readonly number[] | null, limit: number): number[] {
  const within = ids === null ? "" : "AND +f.id IN (SELECT value FROM json_each(?))";
  // The index of times gives the first ones without sorting all.
  const sql = `SELECT f.id FROM files f INDEXED BY files_mtime CROSS JOIN roots r ON r.id = f.root
    WHERE f.content IS NOT NULL ${within} ORDER BY f.mtime_ns DESC, r.path, f.rel LIMIT ?`;
  const statement = store.statement<[number], [number] | [string, number]>(sql);
  const rows = ids === null ? statement.values(limit) : statement.values(JSON.stringify(ids), limit);
  return rows.map(([id]) => Number(id));
}

/**
 * File rows of these roots with a modification time (nanoseconds) of `since` or later: newest first, then in path order. Rows
 * are read while the caller iterates, within its transaction.
 */
export function filesSince(store: Store, since: bigint, roots: readonly number[]): Generator<FileRow> {
  const sql = `SELECT ${COLUMNS} ${FROM} WHERE f.mtime_ns >= ? AND +f.root IN (SELECT value FROM json_each(?))
    ORDER BY f.mtime_ns DESC, r.path, f.rel`;
  return drawn(store, sql, since, JSON.stringify(roots));
}

/** All file rows of a root in path order, including rows without text; read while the caller iterates. */
export function filesOfRoot(store: Store, root: number): Generator<FileRow> {
  return drawn(store, `SELECT ${COLUMNS} ${FROM} WHERE f.root = ? ORDER BY f.rel`, root);
}

/** One statement sees one state of the store, even if another connection writes during the iteration. */
function* drawn(store: Store, sql: string, ...bindings: (string | number | bigint)[]): Generator<FileRow> {
  // A statement of its own: two iterations could use a shared one at once.
  const statement = store.db.prepare<Row, (string | number | bigint)[]>(sql);
  try {
    for (const row of statement.iterate(...bindings)) yield fileRow(row);
  } finally {
    statement.finalize();
  }
}

/**
 * Every file row for which `condition` (SQL over `f` and `r`) holds, in path order: for tests, which know no columns.
 * @internal
 */
export function filesWhere(
  store: Store,
  condition: string,
  bindings: readonly (string | number | bigint | Uint8Array)[] = [],
): FileRow[] {
  const sql = `SELECT ${COLUMNS} ${FROM} WHERE ${condition} ORDER BY r.path, f.rel`;
  return store
    .statement<Row, (string | number | bigint | Uint8Array)[]>(sql)
    .all(...bindings)
    .map(fileRow);
}
