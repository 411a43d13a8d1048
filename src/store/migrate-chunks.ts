/**
 * From schema 2, where each chunk was a row and the row of its postings, to schema 3: chunks in a blob a file, parts as rows of
 * the index, texts with checksums. Postings are left empty: the next index run makes them from the stored texts (rebuild-postings.ts).
 */
import type { Database } from "bun:sqlite";
import { packChunks } from "./chunks.ts";
import { sealStoredTexts } from "./content.ts";
import { configurePostings, FTS_TABLE } from "./fts-table.ts";
import { STALE_POSTINGS, setMeta } from "./meta.ts";
import { sealSymbols } from "./symbols.ts";

interface OldChunk {
  readonly start: number;
  readonly end: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly unit: number;
  readonly symbol: string;
  readonly defined: string;
}

/** Within the transaction of the migration. */
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
  sealStoredTexts(db);
  sealSymbols(db);
  // No recipe has this id: postings of every file are by another tokeniser.
  db.run("UPDATE files SET tokeniser = 0");
  setMeta(db, STALE_POSTINGS, 1);
}
