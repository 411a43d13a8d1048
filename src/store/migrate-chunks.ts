/**
 * From schema 2, where each chunk was a row of its own and of the postings, to schema 3: chunks in a blob a file, parts as
 * index rows, texts with checksums. Postings are left empty: the next index run makes them from stored texts
 * (indexing/rebuild-postings.ts).
 */
import type { Database } from "bun:sqlite";
import { packChunks } from "./chunk-codec.ts";
import { configurePostings, FTS_TABLE } from "./fts-table.ts";
import { STALE_POSTINGS, setMeta } from "./meta.ts";
import { blockSeed, SEEDS, sealed } from "./seal.ts";

interface OldChunk {
  readonly start: number;
  readonly end: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly unit: number;
  readonly symbol: string;
  readonly defined: string;
}

/** Call it within the migration's transaction. */
export function migrateChunksToBlobs(db: Database): void {
  db.run("DROP TABLE fts");
  db.run(FTS_TABLE);
  configurePostings(db);
  db.run("ALTER TABLE files ADD COLUMN parts INTEGER NOT NULL DEFAULT 0");
  db.run("ALTER TABLE counters ADD COLUMN parts INTEGER NOT NULL DEFAULT 0");
  db.run("ALTER TABLE chunks RENAME TO old_chunks");
  db.run("CREATE TABLE chunks (file INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT");
  const files = db.query<{ id: number }, []>("SELECT id FROM files WHERE chunks > 0").all();
  const rows = db.query<OldChunk, [number, number]>(
    `SELECT start, "end", line_start AS lineStart, line_end AS lineEnd, unit, symbol, defined FROM old_chunks
     WHERE id >= ? AND id < ? ORDER BY id`,
  );
  const insert = db.query("INSERT INTO chunks VALUES (?, ?)");
  for (const { id } of files) insert.run(id, packChunks(rows.all(id * 2 ** 20, (id + 1) * 2 ** 20), []));
  db.run("DROP TABLE old_chunks");
  const ofBlock = ({ start, codec }: StoredBytes) => blockSeed(start, codec);
  seal(db, { table: "content", key: "id", column: "data", place: "0 AS start, codec" }, ofBlock);
  seal(db, { table: "content", key: "id", column: "layout", place: "0 AS start, 0 AS codec" }, () => SEEDS.layout);
  seal(db, { table: "blocks", key: "id", column: "data", place: "start, codec" }, ofBlock);
  seal(db, { table: "symbols", key: "content", column: "data", place: "0 AS start, 0 AS codec" }, () => SEEDS.symbols);
  // No recipe has this id: it marks the postings of every file as another tokeniser's.
  db.run("UPDATE files SET tokeniser = 0");
  setMeta(db, STALE_POSTINGS, 1);
}

interface StoredBytes {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly codec: number;
}

/** Rows with their bytes in memory at once. */
const PAGE = 500;

/** Adds checksums to a column without checksums. */
function seal(
  db: Database,
  { table, key, column, place }: { table: string; key: string; column: string; place: string },
  seedOf: (row: StoredBytes) => number,
): void {
  const update = db.query(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`);
  const page = db.query<StoredBytes, [number]>(
    `SELECT ${key} AS id, ${column} AS bytes, ${place} FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${PAGE}`,
  );
  let after = -1;
  for (let rows = page.all(after); rows.length > 0; rows = page.all(after)) {
    for (const row of rows) update.run(sealed(row.bytes, seedOf(row)), row.id);
    after = rows.at(-1)?.id ?? after;
  }
}
