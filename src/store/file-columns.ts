/**
 * The columns of `files`: definition, meaning, and value in a new row. The table and the INSERT are made from this list, so a
 * new column is one line here, a field of NewFileRow, and a migration of older stores (schema.ts).
 */
import type { SQLQueryBindings } from "bun:sqlite";

/** The values for a row of `files`. Ids of recipes and contents are those of their tables. */
export interface NewFileRow {
  readonly fileId: number;
  readonly rootId: number;
  /** Path beneath the root; bytes that are not UTF-8 are lone surrogates. */
  readonly rel: string;
  readonly ext: string;
  readonly category: string;
  readonly language: string | null;
  /** Bytes, and nanoseconds since the epoch. */
  readonly stat: { readonly size: number; readonly mtimeNs: bigint };
  /** Null where the file could not be read to its end. */
  readonly sha256: Uint8Array | null;
  readonly sha1: Uint8Array | null;
  readonly utf8: boolean;
  readonly recipeId: number;
  readonly tokeniserId: number;
  readonly contentId: number | null;
  readonly chunks: number;
  readonly tokens: number;
  readonly parts: number;
  /** Milliseconds since the epoch. */
  readonly indexedAt: number;
  readonly error: string | null;
  readonly message: string | null;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly meaning?: string;
  readonly value: (row: NewFileRow) => SQLQueryBindings;
}

/** In the column order of every store. */
const FILE_COLUMNS: readonly Column[] = [
  { name: "id", type: "INTEGER PRIMARY KEY", value: (row) => row.fileId },
  { name: "root", type: "INTEGER NOT NULL", value: (row) => row.rootId },
  {
    name: "rel",
    type: "BLOB NOT NULL",
    meaning: 'beneath the root, "/" between parts; empty where the root is the file',
    value: (row) => row.rel.toWellFormed(),
  },
  {
    name: "rel_text",
    type: "TEXT NOT NULL",
    meaning: "the same for people: U+FFFD where bytes are no UTF-8",
    value: (row) => row.rel.toWellFormed(),
  },
  { name: "size", type: "INTEGER NOT NULL", meaning: "bytes", value: (row) => row.stat.size },
  { name: "mtime_ns", type: "INTEGER NOT NULL", value: (row) => row.stat.mtimeNs },
  { name: "sha256", type: "BLOB", meaning: "null where the file could not be read", value: (row) => row.sha256 },
  { name: "sha1", type: "BLOB", value: (row) => row.sha1 },
  { name: "ext", type: "TEXT NOT NULL", value: (row) => row.ext },
  { name: "category", type: "TEXT NOT NULL", value: (row) => row.category },
  { name: "language", type: "TEXT", value: (row) => row.language },
  { name: "recipe", type: "INTEGER NOT NULL", value: (row) => row.recipeId },
  {
    name: "utf8",
    type: "INTEGER NOT NULL",
    meaning: "1: the bytes are valid UTF-8, so no configured encoding plays a part",
    value: (row) => (row.utf8 ? 1 : 0),
  },
  {
    name: "tokeniser",
    type: "INTEGER NOT NULL",
    meaning: "recipe that names the tokeniser of its postings",
    value: (row) => row.tokeniserId,
  },
  { name: "content", type: "INTEGER", meaning: "null where there is an error", value: (row) => row.contentId },
  { name: "chunks", type: "INTEGER NOT NULL", value: (row) => row.chunks },
  { name: "tokens", type: "INTEGER NOT NULL", value: (row) => row.tokens },
  { name: "indexed_at", type: "INTEGER NOT NULL", meaning: "milliseconds", value: (row) => row.indexedAt },
  { name: "error", type: "TEXT", value: (row) => row.error },
  { name: "message", type: "TEXT", value: (row) => row.message },
  { name: "parts", type: "INTEGER NOT NULL", meaning: "rows of fts", value: (row) => row.parts },
];

export const FILES_TABLE = `CREATE TABLE files (
${FILE_COLUMNS.map(({ name, type, meaning }, at) => {
  const comma = at + 1 < FILE_COLUMNS.length ? "," : "";
  return `  ${name} ${type}${comma}${meaning === undefined ? "" : ` -- ${meaning}`}`;
}).join("\n")}
) STRICT;`;

const REL = FILE_COLUMNS.findIndex(({ name }) => name === "rel");

/** The values of an INSERT: ?1 is the first column. SQLite itself turns the path's text into bytes, which is faster. */
export const FILE_VALUES = FILE_COLUMNS.map((_, at) => (at === REL ? `CAST(?${at + 1} AS BLOB)` : `?${at + 1}`)).join(
  ", ",
);
/** The values for a path that is not valid UTF-8: `rel` is given as bytes. */
const ODD_VALUES = FILE_COLUMNS.map((_, at) => `?${at + 1}`).join(", ");
export const INSERT_ODD_FILE = `INSERT INTO files VALUES (${ODD_VALUES})`;

/** The values for FILE_VALUES. */
export function fileValues(row: NewFileRow): SQLQueryBindings[] {
  return FILE_COLUMNS.map(({ value }) => value(row));
}

/** The values for INSERT_ODD_FILE; `rel`: the bytes of the path. */
export function oddFileValues(row: NewFileRow, rel: Uint8Array): SQLQueryBindings[] {
  return FILE_COLUMNS.map(({ value }, at) => (at === REL ? rel : value(row)));
}
