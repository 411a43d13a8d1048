/** FTS5 tables filled by FTS5 and by segments of ours, to be compared. */
import { DatabaseSync } from "node:sqlite";
import type { Segment, SegmentRow } from "../../../src/store/segments/segment-builder.ts";
import {
  AVERAGES_ROW,
  decodeStructure,
  encodeStructure,
  STRUCTURE_ROW,
  withSegment,
} from "../../../src/store/segments/structure.ts";
import { putVarint } from "../../../src/store/segments/varints.ts";

export type NumberedRow = readonly [rowid: number, row: SegmentRow];

const TABLE = `CREATE VIRTUAL TABLE fts USING fts5(
  body, ident, symbols, path, content='', contentless_delete=1, tokenize='ascii')`;

export function emptyTable(pageSize: number): DatabaseSync {
  // That of bun:sqlite always guards FTS5's own tables.
  const db = new DatabaseSync(":memory:");
  db.enableDefensive(false);
  db.exec(TABLE);
  db.prepare("INSERT INTO fts (fts, rank) VALUES ('pgsz', ?)").run(BigInt(pageSize));
  // The hash is flushed once, at the end of the transaction.
  db.prepare("INSERT INTO fts (fts, rank) VALUES ('hashsize', ?)").run(1n << 30n);
  return db;
}

/** In one transaction, in order of rowid. */
export function insertRows(db: DatabaseSync, rows: readonly NumberedRow[]): void {
  const insert = db.prepare("INSERT INTO fts (rowid, body, ident, symbols, path) VALUES (?, ?, ?, ?, ?)");
  db.exec("BEGIN");
  for (const [rowid, { body, ident, symbols, path }] of rows.toSorted(([one], [other]) => one - other))
    insert.run(BigInt(rowid), body, ident, symbols, path);
  db.exec("COMMIT");
}

/** What FTS5 makes of the rows, inserted in order of rowid in one transaction. */
export function insertedByFts5(rows: readonly NumberedRow[], pageSize: number): DatabaseSync {
  const db = emptyTable(pageSize);
  insertRows(db, rows);
  return db;
}

/** A table whose one segment is this. */
export function writtenSegment(segment: Segment, pageSize: number): DatabaseSync {
  const db = emptyTable(pageSize);
  const { leaves, index, doclistIndexes, rows, totals } = segment;
  const put = db.prepare("REPLACE INTO fts_data (id, block) VALUES (?, ?)");
  const averages: number[] = [];
  for (const total of [rows.length, ...totals]) putVarint(averages, total);
  if (rows.length > 0) put.run(AVERAGES_ROW, Uint8Array.from(averages));
  if (leaves.length > 0) {
    const block = db.prepare("SELECT block FROM fts_data WHERE id = ?").get(STRUCTURE_ROW)?.block;
    if (!(block instanceof Uint8Array)) throw new TypeError("a new table has a structure");
    const added = { id: 1, origin: 1, pages: leaves.length, rows: rows.length };
    const structure = withSegment(decodeStructure(block), added);
    put.run(STRUCTURE_ROW, encodeStructure(structure));
  }
  for (const [leaf, bytes] of leaves.entries()) put.run(2 ** 37 + leaf + 1, bytes);
  for (const { height, page, data } of doclistIndexes) put.run(2 ** 37 + 2 ** 36 + height * 2 ** 31 + page, data);
  const idx = db.prepare("INSERT INTO fts_idx (segid, term, pgno) VALUES (1, ?, ?)");
  for (const { term, pgno } of index) idx.run(term, pgno);
  const docsize = db.prepare("INSERT INTO fts_docsize (id, sz, origin) VALUES (?, ?, 1)");
  for (const { rowid, sizes } of rows) docsize.run(rowid, sizes);
  // FTS5 forgets what it knew of its tables when it goes back to a savepoint.
  db.exec("BEGIN; DELETE FROM fts WHERE rowid = -1; SAVEPOINT s; ROLLBACK TO s; RELEASE s; COMMIT");
  return db;
}

/** Everything that FTS5 stores but its configuration. */
export function storedRows(db: DatabaseSync): Record<string, unknown[]> {
  return {
    data: db.prepare("SELECT id, hex(block) AS block FROM fts_data ORDER BY id").all(),
    idx: db.prepare("SELECT segid, hex(term) AS term, pgno FROM fts_idx ORDER BY segid, fts_idx.term").all(),
    docsize: db.prepare("SELECT id, hex(sz) AS sz, origin FROM fts_docsize ORDER BY id").all(),
  };
}
