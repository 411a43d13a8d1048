/** SQLite's errors in the program's own words. */
import { SQLiteError } from "bun:sqlite";
import { QsearchError } from "../errors.ts";

/** Primary result codes (https://sqlite.org/rescode.html); extended codes carry them in their low byte. */
const PRIMARY = {
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  notadb: 26,
} as const;

/** SQLITE_ERROR: an invalid statement. */
const ERROR = 1;
/** Only the beginning of a page exists: the file was cut off. */
const SHORT_READ = 522;

/** The primary result code of an SQLite error, null for any other error. */
export function sqliteCode(error: unknown): number | null {
  return error instanceof SQLiteError ? error.errno & 0xff : null;
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === PRIMARY.busy || code === PRIMARY.locked;
}

export function isFull(error: unknown): boolean {
  return sqliteCode(error) === PRIMARY.full;
}

/** True where SQLite could not create the files it needs beside the database. */
export function isUnwritable(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === PRIMARY.cantopen || code === PRIMARY.readonly;
}

export function corruptStore(path: string, cause?: unknown): QsearchError {
  return new QsearchError(
    "corrupt_store",
    `${path} is damaged or no store of this program`,
    "Make it anew: qsearch doctor --repair. The sources are untouched, and everything in the store comes from them.",
    { cause },
  );
}

/** Statements are the program's own and the schema's version is known: a missing table or column is damage. */
function isOfSchema({ errno, message }: SQLiteError): boolean {
  return (
    errno === ERROR &&
    /^(?:no such |vtable constructor failed|table \S+ has \d+ columns)|^no query solution$/.test(message)
  );
}

/** A QsearchError for an SQLite error; other errors are returned unchanged. */
export function translated(error: unknown, path: string): unknown {
  const message = error instanceof Error ? error.message : String(error);
  const options = { cause: error };
  if (error instanceof SQLiteError && (error.errno === SHORT_READ || isOfSchema(error)))
    return corruptStore(path, error);
  switch (sqliteCode(error)) {
    case PRIMARY.corrupt:
    case PRIMARY.notadb:
      return corruptStore(path, error);
    case PRIMARY.busy:
    case PRIMARY.locked:
      return new QsearchError("locked", `${path} is held by another program`, "Try again when it has ended.", options);
    case PRIMARY.readonly:
    case PRIMARY.cantopen:
      return new QsearchError(
        "read_only",
        `${path} cannot be opened or written: ${message}`,
        "Check the permissions of the data directory, or give another one: --data-dir DIR",
        options,
      );
    case PRIMARY.full:
      return new QsearchError("io", `no space is left for ${path}`, "Free some space and index again.", options);
    case PRIMARY.ioerr:
      return new QsearchError("io", `${path}: ${message}`, "", options);
    default:
      return error;
  }
}

/** Runs `body`; SQLite's errors are thrown as QsearchError. */
export function translating<T>(path: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw translated(error, path);
  }
}
