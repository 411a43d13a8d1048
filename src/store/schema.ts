/**
 * The tables, their version, and the migration of older stores. Each happens in one immediate transaction, so several first
 * openings at once make one schema (qmd 2.8.3: `IF NOT EXISTS` of FTS5 races).
 */
import type { Database } from "bun:sqlite";
import { QsearchError } from "../errors.ts";
import { TOKENISER_VERSION } from "../text/tokeniser.ts";
import { FILES_TABLE } from "./file-columns.ts";
import { configurePostings, FTS_TABLE } from "./fts-table.ts";
import { metaValue, SYMBOLS_VERSION, setMeta } from "./meta.ts";
import { migrateChunksToBlobs } from "./migrate-chunks.ts";
import { corruptStore } from "./sqlite-errors.ts";

/** Raise this number with every change of the tables below. */
export const SCHEMA_VERSION = 3;

/** Meaning: see vectors.ts. A chunk's windows are its embedded texts. */
const VECTOR_TABLES = `
-- Which program made vectors.
CREATE TABLE encoders (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

-- The id is the vector's place: row id % 1000 of page id / 1000.
CREATE TABLE vectors (
  id INTEGER PRIMARY KEY,
  key BLOB UNIQUE,             -- SHA-256 of the encoder's name, NUL and the exact text; null where the place is free
  refs INTEGER NOT NULL        -- windows that have it; 0: none; -1: none since the last period began (vectors.ts)
) STRICT;
CREATE INDEX vectors_unused ON vectors (id) WHERE refs = 0;
CREATE TABLE vector_pages (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT; -- 1000 rows of 384 int8, with a checksum

-- The vectors of a chunk's windows, written all together. A chunk without a row waits to be embedded.
CREATE TABLE embedded (
  chunk INTEGER PRIMARY KEY,
  encoder INTEGER NOT NULL,
  generation INTEGER NOT NULL, -- of the vectors, when it was written
  vectors BLOB NOT NULL        -- ids, four bytes each, little-endian
) STRICT;
CREATE INDEX embedded_generation ON embedded (generation);
`;

const SYMBOL_TABLES = `
-- What syntax trees know of a source text, once for each content: see symbols.ts.
CREATE TABLE symbols (content INTEGER PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
-- Files whose chunks bear the names that patterns of lines found: their symbols are still to be read.
CREATE TABLE symbols_waiting (file INTEGER PRIMARY KEY) STRICT;
`;

const TABLES = `
-- schema, tokeniser: versions of what is stored
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- One row. Kept by the writer in the transaction that changes them.
CREATE TABLE counters (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  documents INTEGER NOT NULL,  -- files with text
  chunks INTEGER NOT NULL,
  tokens INTEGER NOT NULL,     -- body tokens of all chunks, about
  bytes INTEGER NOT NULL,      -- source bytes of the documents
  next_file INTEGER NOT NULL,  -- file ids are never used twice
  generation INTEGER NOT NULL, -- rises with every transaction of the writer
  parts INTEGER NOT NULL       -- rows of fts
) STRICT;

CREATE TABLE roots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path BLOB NOT NULL UNIQUE,   -- absolute, canonical; a folder or a single file
  kind TEXT NOT NULL CHECK (kind IN ('user', 'agent')),
  policy TEXT NOT NULL,        -- JSON: what the root was last walked with
  settled TEXT NOT NULL,       -- policy and program under which all its recipes are current, '' when unsure
  indexed_at INTEGER           -- milliseconds, end of the last complete run
) STRICT;

-- How a file's rows were made: extractor, extension, encodings, chunker, chunk size, overlap; or the tokeniser.
CREATE TABLE recipes (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE) STRICT;

${FILES_TABLE}
CREATE UNIQUE INDEX files_place ON files (root, rel);
CREATE INDEX files_failed ON files (root) WHERE error IS NOT NULL;
CREATE INDEX files_mtime ON files (mtime_ns);

-- Folders that could not be read in the last walk of their root.
CREATE TABLE folder_errors (root INTEGER NOT NULL, rel BLOB NOT NULL, message TEXT NOT NULL) STRICT;

-- Extracted text, once for equal bytes read by the same variant of an extractor.
CREATE TABLE content (
  id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL,
  variant TEXT NOT NULL,
  refs INTEGER NOT NULL,       -- files that have it
  chars INTEGER NOT NULL,      -- UTF-16 units
  codec INTEGER NOT NULL,      -- of the first block: see content.ts
  data BLOB NOT NULL,          -- the first block, with its checksum
  layout BLOB NOT NULL         -- see layout.ts; with its checksum
) STRICT;
CREATE UNIQUE INDEX content_key ON content (sha256, variant);

-- Further blocks of long texts; id = content * 2^20 + ordinal.
CREATE TABLE blocks (
  id INTEGER PRIMARY KEY,
  start INTEGER NOT NULL,      -- UTF-16 offset
  codec INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE units (
  content INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (content, ord)
) STRICT, WITHOUT ROWID;

-- Borders, lines and names of a file's chunks, and where its parts begin: see chunks.ts.
CREATE TABLE chunks (file INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;

${FTS_TABLE}
${SYMBOL_TABLES}${VECTOR_TABLES}`;

/** Migration i leads from schema i + 1 to i + 2. */
const MIGRATIONS: readonly ((db: Database) => void)[] = [
  (db) => {
    db.run("CREATE INDEX files_mtime ON files (mtime_ns)");
    // These tables never held a row.
    for (const table of ["symbols", "vectors", "vector_pages"]) db.run(`DROP TABLE ${table}`);
    db.run(SYMBOL_TABLES);
    db.run(VECTOR_TABLES);
  },
  migrateChunksToBlobs,
];

/** The stored schema version, null without a schema. Throws `corrupt_store` for another program's database. */
export function storedSchema(db: Database, path: string): number | null {
  const tables = db
    .query<{ all: number; meta: number }, []>(
      "SELECT count(*) AS \"all\", count(*) FILTER (WHERE name = 'meta') AS meta FROM sqlite_master",
    )
    .get();
  if (!tables || tables.all === 0) return null;
  const version = tables.meta === 1 ? Number(metaValue(db, "schema")) : Number.NaN;
  if (!Number.isInteger(version) || version < 1) throw corruptStore(path);
  return version;
}

/** Throws `newer_store` for a store of a newer program. */
function refuseNewer(what: string, stored: number, known: number): void {
  if (stored <= known) return;
  throw new QsearchError(
    "newer_store",
    `the store has ${what} version ${stored}; this program knows ${known}`,
    "Use the newer program, or another data directory: --data-dir DIR",
  );
}

/** Refuses a store of a newer program: its tables, or its tokens, which a query's tokens would not match. */
export function refuseNewerStore(db: Database, schema: number): void {
  refuseNewer("schema", schema, SCHEMA_VERSION);
  refuseNewer("tokeniser", leadingNumber(metaValue(db, "tokeniser")), leadingNumber(TOKENISER_VERSION));
}

/** "2+unicode16.0" → 2. */
function leadingNumber(version: string | null): number {
  return Number.parseInt(version ?? "0", 10);
}

/** Creates or migrates the schema. */
export function ensureSchema(db: Database, path: string): void {
  if (storedSchema(db, path) === SCHEMA_VERSION) {
    refuseNewerStore(db, SCHEMA_VERSION);
    return;
  }
  db.transaction(() => {
    // Read again: another process may have migrated while this one waited for the lock.
    const stored = storedSchema(db, path);
    if (stored === null) {
      create(db);
      return;
    }
    refuseNewerStore(db, stored);
    for (const migrate of MIGRATIONS.slice(stored - 1)) migrate(db);
    setMeta(db, "schema", SCHEMA_VERSION);
  }).immediate();
}

function create(db: Database): void {
  db.run(TABLES);
  configurePostings(db);
  db.run("INSERT INTO counters VALUES (1, 0, 0, 0, 0, 1, 0, 0)");
  setMeta(db, "schema", SCHEMA_VERSION);
  setMeta(db, "tokeniser", TOKENISER_VERSION);
  setMeta(db, "symbols", SYMBOLS_VERSION);
}
