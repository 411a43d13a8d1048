/**
 * One connection to the store. Readers see one consistent state per `read`; only the writer worker's connection changes
 * anything, apart from the schema.
 */
import { constants, Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { accessSync, closeSync, existsSync, constants as fsConstants, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { QsearchError, systemReason, type Warning } from "../errors.ts";
import { ensureSchema, refuseNewerStore, SCHEMA_VERSION, storedSchema } from "./schema.ts";
import { corruptStore, isBusy, isUnwritable, translated, translating } from "./sqlite-errors.ts";

export const STORE_NAME = "qsearch.db";

/** How long SQLite waits for another connection's lock, milliseconds (Bun's default is 0). */
const BUSY_MS = 10_000;
const PAGE_SIZE = 8192;
/** Pages in the write-ahead log before the writer copies the log into the database: 32 MB. */
const CHECKPOINT_PAGES = 4096;
/** Free pages are kept until `PRAGMA incremental_vacuum` returns them. */
const INCREMENTAL = 2;
/** Page cache of a connection, KiB. */
const CACHE_KIB = { read: 32 * 1024, write: 16 * 1024 };

export type StoreMode = "read" | "write";

export interface OpenOptions {
  /**
   * For a reader that reads once and ends: so many bytes of the database are mapped into its memory, which saves a call and two
   * copies for each page. Writers return pages to the file system only when no reader can request them; but if another program
   * truncates the file meanwhile, the process dies, so no long-lived process opens a store with this option.
   */
  readonly mappedBytes?: number;
}

type Bindings = SQLQueryBindings[];

export class Store {
  readonly #statements = new Map<string, Statement>();
  #depth = 0;

  constructor(
    readonly db: Database,
    readonly dataDir: string,
    /** Absolute path of the database. */
    readonly path: string,
    readonly mode: StoreMode,
    readonly warnings: readonly Warning[] = [],
  ) {}

  /** A prepared statement, made once per connection. */
  statement<Row, Params extends Bindings = Bindings>(sql: string): Statement<Row, Params> {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement as unknown as Statement<Row, Params>;
  }

  /** Runs `body` in one read transaction, which does not see later writes. SQLite's errors are translated. */
  read<T>(body: () => T): T {
    return translating(this.path, () => {
      if (this.#depth > 0) return body();
      this.statement("BEGIN").run();
      this.#depth += 1;
      try {
        return body();
      } catch (error) {
        throw this.#judged(error);
      } finally {
        this.#depth -= 1;
        if (this.db.inTransaction) this.statement("COMMIT").run();
      }
    });
  }

  /**
   * Errors caused by a damaged row: SQLite checks a value's type at writing, not at reading, so text may come where bytes are
   * expected. An unknown error counts as damage if SQLite's own check finds some.
   */
  #judged(error: unknown): unknown {
    if (error instanceof QsearchError || translated(error, this.path) !== error) return error;
    try {
      const found = this.db.query<{ integrity_check: string }, []>("PRAGMA integrity_check(1)").get();
      return found?.integrity_check === "ok" ? error : corruptStore(this.path, error);
    } catch {
      return corruptStore(this.path, error);
    }
  }

  /** Runs `body` in one immediate write transaction, rolled back when `body` throws. */
  write<T>(body: () => T): T {
    return translating(this.path, () => {
      this.statement("BEGIN IMMEDIATE").run();
      try {
        const result = body();
        this.statement("COMMIT").run();
        return result;
      } catch (error) {
        if (this.db.inTransaction) this.statement("ROLLBACK").run();
        throw error;
      }
    });
  }

  /** A second call does nothing. */
  close(): void {
    // An open statement keeps the connection, and its locks, alive.
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.db.close();
  }
}

export function storePath(dataDir: string): string {
  return join(dataDir, STORE_NAME);
}

/** Throws `io` for a file in place of the folder, or a folder in place of the database. */
export function storeExists(dataDir: string): boolean {
  const path = storePath(dataDir);
  if (existsSync(path)) {
    if (isFolder(path) === true) throw wrongKind(path, "is a folder, where the index should be a file");
    return true;
  }
  // A path beneath a file does not exist either: the nearest existing path above is the obstacle.
  let place = dataDir;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  if (isFolder(place) === false) {
    const beneath = place === dataDir ? "" : `, so ${dataDir} cannot be one`;
    throw wrongKind(place, `is no folder${beneath}`);
  }
  return false;
}

/** Null for a missing path. */
function isFolder(path: string): boolean | null {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;
}

function wrongKind(path: string, fault: string): QsearchError {
  return new QsearchError("io", `${path} ${fault}`, "Give another data directory: --data-dir DIR");
}

/**
 * Opens the store. "write" creates data directory and schema, and migrates an older one.
 * Throws `no_store`, `newer_store`, `corrupt_store`, `read_only`, `locked`, `io`.
 */
export function openStore(dataDir: string, mode: StoreMode, options: OpenOptions = {}): Store {
  if (mode === "write") return openForWriting(dataDir);
  const store = openForReading(dataDir);
  if (options.mappedBytes !== undefined) store.db.run(`PRAGMA mmap_size = ${Math.trunc(options.mappedBytes)}`);
  return store;
}

/** Makes the data directory, mode 0700, if missing. Throws `read_only` or `io`. */
export function makeDataDir(dataDir: string): void {
  storeExists(dataDir);
  makeFolder(dataDir);
}

/** As `makeDataDir`, for any folder; `hint` is for errors in making or writing it. */
export function makeFolder(path: string, hint = ANOTHER_DATA_DIR): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unwritable(path, error, hint);
  }
}

const ANOTHER_DATA_DIR = "Give a data directory that can be written: --data-dir DIR";

/** `read_only` for operations that the system forbids, `io` for other errors. */
export function unwritable(path: string, error: unknown, hint = ANOTHER_DATA_DIR): QsearchError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EEXIST" || code === "ENOTDIR") {
    return new QsearchError("io", `${path} is no folder, and none can be made there`, hint, { cause: error });
  }
  const forbidden = code === "EACCES" || code === "EPERM" || code === "EROFS";
  return new QsearchError(
    forbidden ? "read_only" : "io",
    `${path} cannot be written: ${systemReason(error)}`,
    forbidden ? hint : "",
    { cause: error },
  );
}

function openForWriting(dataDir: string): Store {
  makeDataDir(dataDir);
  const path = storePath(dataDir);
  try {
    // The directory's mode excludes other users; the file's mode does too, should the directory's mode be relaxed.
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw unwritable(path, error);
  }
  return translating(path, () => {
    const db = new Database(path, { create: true, readwrite: true, strict: true });
    try {
      configure(db, "write");
      ensureSchema(db, path);
    } catch (error) {
      db.close();
      throw error;
    }
    return new Store(db, dataDir, path, "write");
  });
}

function openForReading(dataDir: string): Store {
  const path = storePath(dataDir);
  if (!storeExists(dataDir)) throw noStore(dataDir);
  try {
    return reading(new Database(path, { readonly: true, strict: true }), dataDir, path, []);
  } catch (error) {
    if (!isUnwritable(error)) throw translated(error, path);
    if (!isWritable(dataDir)) return openImmutable(dataDir, path, error);
    undoUnfinished(path);
    return translating(path, () => reading(new Database(path, { readonly: true, strict: true }), dataDir, path, []));
  }
}

/**
 * A process killed while making the database leaves a rollback journal, from before the write-ahead log was enabled; a
 * read-only connection may not play the journal back.
 */
function undoUnfinished(path: string): void {
  translating(path, () => {
    const db = new Database(path, { readwrite: true, create: false });
    try {
      db.run(`PRAGMA busy_timeout = ${BUSY_MS}`);
      db.query("SELECT count(*) FROM sqlite_master").get();
    } finally {
      db.close();
    }
  });
}

/**
 * A database in a folder where SQLite may not create its side files. Only there: `immutable=1` reads without any lock, and
 * ignores the content of a write-ahead log.
 */
function openImmutable(dataDir: string, path: string, cause: unknown): Store {
  if (hasContent(`${path}-wal`)) {
    throw new QsearchError(
      "read_only",
      `${path} was not closed cleanly, and ${dataDir} cannot be written to finish that`,
      "Run any qsearch command once as a user who may write there.",
      { cause },
    );
  }
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  return translating(path, () =>
    reading(new Database(`${Bun.pathToFileURL(path).href}?immutable=1`, flags), dataDir, path, [
      { code: "immutable", message: `${dataDir} cannot be written; the store is read as it is` },
    ]),
  );
}

function reading(db: Database, dataDir: string, path: string, warnings: readonly Warning[]): Store {
  try {
    configure(db, "read");
    const stored = storedSchema(db, path);
    if (stored === null) throw noStore(dataDir);
    refuseNewerStore(db, stored);
    if (stored < SCHEMA_VERSION) throw needsMigration(path, stored);
    return new Store(db, dataDir, path, "read", warnings);
  } catch (error) {
    db.close();
    throw error;
  }
}

function configure(db: Database, mode: StoreMode): void {
  db.run(`PRAGMA busy_timeout = ${BUSY_MS}`);
  db.run(`PRAGMA cache_size = -${CACHE_KIB[mode]}`);
  db.run("PRAGMA temp_store = memory");
  if (mode === "read") return;
  db.run(`PRAGMA page_size = ${PAGE_SIZE}`);
  // Merging postings frees pages by the thousand; `giveSpaceBack` returns them to the file system. Setting the pragma writes to
  // the database even if it is set already, and the connection's end waits for that write.
  const vacuum = db.query<{ auto_vacuum: number }, []>(`PRAGMA auto_vacuum`).get();
  if (vacuum?.auto_vacuum !== INCREMENTAL) db.run(`PRAGMA auto_vacuum = ${INCREMENTAL}`);
  useWriteAheadLog(db);
  // In WAL mode NORMAL survives a crash of the program; a power cut may cost the last transactions, never the file.
  db.run(`PRAGMA synchronous = NORMAL`);
  db.run(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
}

/** Changing the journal mode does not wait for locks by itself. */
function useWriteAheadLog(db: Database): void {
  const deadline = Date.now() + BUSY_MS;
  for (;;) {
    try {
      db.run(`PRAGMA journal_mode = WAL`);
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      Bun.sleepSync(5);
    }
  }
}

function noStore(dataDir: string): QsearchError {
  return new QsearchError("no_store", `nothing has been indexed in ${dataDir}`, "Index a folder: qsearch index DIR");
}

function needsMigration(path: string, stored: number): QsearchError {
  return new QsearchError(
    "no_store",
    `${path} has the older schema version ${stored}`,
    "Bring it up to date: qsearch index",
  );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, fsConstants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
