/**
 * Segments written into FTS5's own tables, as FTS5 would at the end of a transaction: it reads, checks, merges and deletes from
 * them as from any other. FTS5's INSERT sorts and encodes the same rows at several times the cost (docs/design.md, "The store").
 */
import type { Statement } from "bun:sqlite";
import { corruptStore } from "../sqlite-errors.ts";
import type { Store } from "../store.ts";
import type { Segment } from "./segment-builder.ts";
import {
  AVERAGES_ROW,
  decodeStructure,
  encodeStructure,
  freeSegmentId,
  MERGED_TOGETHER,
  nextOrigin,
  STRUCTURE_ROW,
  type Structure,
  withSegment,
} from "./structure.ts";
import { putVarint, VarintReader } from "./varints.ts";

/** Rows of the data table: segment id, one bit for doclist indexes, their height, the page. */
const SEGMENT = 2 ** 37;
const DOCLIST_INDEX = 2 ** 36;
const HEIGHT = 2 ** 31;

type Blob = { readonly block: Uint8Array };

interface Statements {
  readonly read: Statement<Blob, [number]>;
  readonly data: Statement<unknown, [number, Uint8Array]>;
  readonly index: Statement<unknown, [number, Uint8Array, number]>;
  readonly sizes: Statement<unknown, [number, Uint8Array, number]>;
}

export class SegmentStore {
  private constructor(
    private readonly store: Store,
    private readonly statements: Statements,
  ) {}

  /** Null where SQLite keeps its hands on these tables (a library that was built "defensive", as macOS has it). */
  static open(store: Store): SegmentStore | null {
    try {
      return new SegmentStore(store, {
        read: store.statement("SELECT block FROM fts_data WHERE id = ?"),
        data: store.statement("REPLACE INTO fts_data VALUES (?, ?)"),
        index: store.statement("INSERT INTO fts_idx VALUES (?, ?, ?)"),
        sizes: store.statement("INSERT INTO fts_docsize VALUES (?, ?, ?)"),
      });
    } catch (error) {
      if (error instanceof Error && error.message.includes("may not be modified")) return null;
      throw error;
    }
  }

  /** Adds the segment. Within a write transaction; its rows must not be in the table. Throws `corrupt_store`. */
  append(segment: Segment): void {
    this.#settle();
    const { data, index, sizes } = this.statements;
    const structure = this.#record(STRUCTURE_ROW, decodeStructure);
    const origin = nextOrigin(structure);
    for (const { rowid, sizes: counts } of segment.rows) sizes.run(rowid, counts, origin);
    data.run(
      AVERAGES_ROW,
      this.#record(AVERAGES_ROW, (bytes) => addedAverages(bytes, segment)),
    );
    const lastPage = segment.leaves.length;
    // Rows without a token have no postings.
    if (lastPage === 0) return;
    const id = freeSegmentId(structure);
    let page = id * SEGMENT;
    for (const leaf of segment.leaves) data.run(++page, leaf);
    for (const { height, page: at, data: bytes } of segment.doclistIndexes) {
      data.run(id * SEGMENT + DOCLIST_INDEX + height * HEIGHT + at, bytes);
    }
    for (const { term, pgno } of segment.index) index.run(id, term, pgno);
    const entry = {
      id,
      firstPage: 1,
      lastPage,
      firstOrigin: origin,
      lastOrigin: origin,
      tombstonePages: 0,
      tombstones: 0,
    };
    const grown = withSegment(structure, { ...entry, rows: segment.rows.length });
    data.run(STRUCTURE_ROW, encodeStructure(grown));
    this.#merge(grown, lastPage);
  }

  /**
   * Has FTS5 write what it holds back and forget what it knows of the tables: it looks at them anew only when another
   * connection has changed them, or when a savepoint is gone back to.
   */
  #settle(): void {
    // FTS5 hears of savepoints only in a transaction in which it has written.
    this.store.statement("DELETE FROM fts WHERE rowid = -1").run();
    this.store.statement("SAVEPOINT segment").run();
    this.store.statement("ROLLBACK TO segment").run();
    this.store.statement("RELEASE segment").run();
  }

  #record<T>(row: number, decode: (bytes: Uint8Array) => T): T {
    try {
      const record = this.statements.read.get(row);
      if (record === null) throw new RangeError("FTS5's tables lack a record");
      return decode(record.block);
    } catch (error) {
      if (error instanceof RangeError) throw corruptStore(this.store.path, error);
      throw error;
    }
  }

  /** Work in proportion to what was written, as FTS5's own automerge does. */
  #merge({ levels }: Structure, written: number): void {
    if (!levels.some(({ merging, segments }) => merging > 0 || segments.length >= MERGED_TOGETHER)) return;
    this.store.statement("INSERT INTO fts (fts, rank) VALUES ('merge', ?)").run(written * levels.length);
  }
}

/** The record of totals: rows, then tokens of each column. */
function addedAverages(bytes: Uint8Array, { rows, totals }: Segment): Uint8Array {
  const from = new VarintReader(bytes);
  const out: number[] = [];
  for (const added of [rows.length, ...totals]) putVarint(out, added + (from.isAtEnd ? 0 : from.next()));
  return Uint8Array.from(out);
}
