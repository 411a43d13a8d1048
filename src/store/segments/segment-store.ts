/**
 * Segments, tombstones and totals in the tables of FTS5, which reads them as its own. What it does at the end of a transaction
 * is done here, at a fraction of its cost (docs/design.md, "The store"). The connection must never use FTS5's table itself:
 * FTS5 would not see what is written, and SQLite would refuse it (`openForPostings`).
 */
import type { Statement } from "bun:sqlite";
import { RowInserts } from "../row-inserts.ts";
import { corruptStore } from "../sqlite-errors.ts";
import type { Store } from "../store.ts";
import { mergeSegments } from "./merge.ts";
import { afterMerge, isForFts5, type MergePlan, type MergeTime, pagesToMerge, planMerge } from "./merge-plan.ts";
import type { Segment } from "./segment-builder.ts";
import {
  AVERAGES_ROW,
  decodeStructure,
  encodeStructure,
  freeSegmentId,
  nextOrigin,
  type SegmentEntry,
  STRUCTURE_ROW,
  type Structure,
  withSegment,
  withTombstones,
} from "./structure.ts";
import { decodeTombstones, encodeTombstones } from "./tombstones.ts";
import { decodeSizes, decodeTotals, encodeTotals, type Totals } from "./totals.ts";

/** Rows of the data table: segment id, one bit for doclist indexes, their height, the page. */
const SEGMENT = 2 ** 37;
const DOCLIST_INDEX = 2 ** 36;
const HEIGHT = 2 ** 31;
/** Tombstones are under the segment's id and this; such rows are beyond 2^53, so SQL puts their ids together. */
const TOMBSTONES = 2 ** 16;
const TOMBSTONE_ROWS = "id >= ?1 << 37 AND id < (?1 << 37) + ?2";

type Blob = { readonly block: Uint8Array };
type SizeRow = { readonly id: number; readonly sz: Uint8Array; readonly origin: number };

interface Statements {
  readonly read: Statement<Blob, [number]>;
  readonly data: Statement<unknown, [number, Uint8Array]>;
  readonly index: Statement<unknown, [number, Uint8Array, number]>;
}

/** What a transaction changes. A row that is removed was there before. */
export interface PostingChange {
  readonly added: Segment | null;
  readonly removed: readonly number[];
}

export class SegmentStore {
  private readonly sizes: RowInserts;

  private constructor(
    private readonly store: Store,
    private readonly statements: Statements,
  ) {
    this.sizes = new RowInserts(store, "INSERT INTO fts_docsize VALUES", "?1, ?2, ?3");
  }

  /** Null where SQLite refuses to write these tables. */
  static open(store: Store): SegmentStore | null {
    try {
      return new SegmentStore(store, {
        read: store.statement("SELECT block FROM fts_data WHERE id = ?"),
        data: store.statement("REPLACE INTO fts_data VALUES (?, ?)"),
        index: store.statement("INSERT INTO fts_idx VALUES (?, ?, ?)"),
      });
    } catch (error) {
      if (error instanceof Error && error.message.includes("may not be modified")) return null;
      throw error;
    }
  }

  /** Within a write transaction. Returns whether `merge` has something to do. Throws `corrupt_store`. */
  apply({ added, removed }: PostingChange): boolean {
    return this.#sound(() => {
      const totals = decodeTotals(this.#record(AVERAGES_ROW));
      let structure = decodeStructure(this.#record(STRUCTURE_ROW));
      if (removed.length > 0) structure = this.#remove(structure, removed, totals);
      if (added !== null) structure = this.#append(structure, added, totals);
      this.#save(structure);
      this.statements.data.run(AVERAGES_ROW, encodeTotals(totals));
      return planMerge(structure, "meanwhile") !== null;
    });
  }

  /** Within a write transaction, of no more than so many pages. Returns whether it did something. Throws `corrupt_store`. */
  merge(when: MergeTime, mostPages: number): boolean {
    return this.#sound(() => {
      const plan = planMerge(decodeStructure(this.#record(STRUCTURE_ROW)), when);
      if (plan === null || pagesToMerge(plan) > mostPages) return false;
      this.#save(this.#merged(plan));
      return true;
    });
  }

  /** Whether there is anything to merge. */
  isMergeDue(when: MergeTime): boolean {
    return this.#sound(() => planMerge(decodeStructure(this.#record(STRUCTURE_ROW)), when) !== null);
  }

  /** Whether FTS5 has to merge (`isForFts5`). */
  get isForFts5(): boolean {
    return this.#sound(() => isForFts5(decodeStructure(this.#record(STRUCTURE_ROW))));
  }

  /** Removes all rows. Within a write transaction. */
  clear(): void {
    this.#sound(() => {
      const { cookie } = decodeStructure(this.#record(STRUCTURE_ROW));
      for (const table of ["fts_data", "fts_idx", "fts_docsize"]) this.store.statement(`DELETE FROM ${table}`).run();
      this.#save({ cookie, written: 0, levels: [] });
      this.statements.data.run(AVERAGES_ROW, new Uint8Array(0));
    });
  }

  #append(structure: Structure, { leaves, index, doclistIndexes, rows, totals }: Segment, all: Totals): Structure {
    const origin = nextOrigin(structure);
    for (const { rowid, sizes } of rows) this.sizes.add([rowid, sizes, origin]);
    this.sizes.flush();
    for (const [at, added] of [rows.length, ...totals].entries()) all[at] = (all[at] ?? 0) + added;
    // Rows without a token have no postings.
    if (leaves.length === 0) return structure;
    const id = freeSegmentId(structure);
    this.#writePages(id, { leaves, index, doclistIndexes });
    return withSegment(structure, { id, origin, pages: leaves.length, rows: rows.length });
  }

  #remove(structure: Structure, rowids: readonly number[], all: Totals): Structure {
    const list = JSON.stringify(rowids);
    const among = "id IN (SELECT value FROM json_each(?))";
    const found = this.store
      .statement<SizeRow, [string]>(`SELECT id, sz, origin FROM fts_docsize WHERE ${among}`)
      .all(list);
    this.store.statement(`DELETE FROM fts_docsize WHERE ${among}`).run(list);
    const bySegment = new Map<SegmentEntry, number[]>();
    const segments = structure.levels.flatMap((level) => level.segments);
    for (const { id, sz, origin } of found) {
      for (const [at, gone] of [1, ...decodeSizes(sz)].entries()) all[at] = (all[at] ?? 0) - gone;
      for (const segment of segments) {
        if (origin < segment.firstOrigin || origin > segment.lastOrigin) continue;
        const rows = bySegment.get(segment);
        if (rows) rows.push(id);
        else bySegment.set(segment, [id]);
      }
    }
    let changed = structure;
    for (const [segment, rows] of bySegment) {
      const gone = [...this.#tombstones(segment), ...rows];
      const pages = encodeTombstones(gone);
      this.#deleteTombstones(segment);
      const write = this.store.statement("INSERT INTO fts_data VALUES ((?1 << 37) + ?2, ?3)");
      for (const [page, data] of pages.entries()) write.run(segment.id + TOMBSTONES, page, data);
      changed = withTombstones(changed, segment.id, { pages: pages.length, rows: rows.length });
    }
    return changed;
  }

  #merged(plan: MergePlan): Structure {
    const inputs = plan.segments.map((segment) => ({
      leaves: this.#leaves(segment),
      removed: segment.tombstonePages === 0 ? null : new Set(this.#tombstones(segment)),
    }));
    const merged = mergeSegments(inputs);
    // The pages of the old ones are free before the new one asks for some, so the file does not grow.
    for (const segment of plan.segments) {
      const first = segment.id * SEGMENT;
      this.store.statement("DELETE FROM fts_data WHERE id >= ? AND id < ?").run(first, first + SEGMENT);
      this.store.statement("DELETE FROM fts_idx WHERE segid = ?").run(segment.id);
      this.#deleteTombstones(segment);
    }
    const id = freeSegmentId(plan.rest);
    this.#writePages(id, merged);
    return afterMerge(plan, { id, pages: merged.leaves.length });
  }

  #writePages(
    id: number,
    { leaves, index, doclistIndexes }: Pick<Segment, "leaves" | "index" | "doclistIndexes">,
  ): void {
    const { data, index: insertIndex } = this.statements;
    let page = id * SEGMENT;
    for (const leaf of leaves) data.run(++page, leaf);
    for (const { height, page: at, data: bytes } of doclistIndexes) {
      data.run(id * SEGMENT + DOCLIST_INDEX + height * HEIGHT + at, bytes);
    }
    for (const { term, pgno } of index) insertIndex.run(id, term, pgno);
  }

  #leaves({ id, firstPage, lastPage }: SegmentEntry): Uint8Array[] {
    const rows = this.store
      .statement<Blob, [number, number]>("SELECT block FROM fts_data WHERE id BETWEEN ? AND ? ORDER BY id")
      .all(id * SEGMENT + firstPage, id * SEGMENT + lastPage);
    if (rows.length !== lastPage - firstPage + 1) throw new RangeError("a segment lacks pages");
    return rows.map(({ block }) => block);
  }

  #tombstones({ id, tombstonePages }: SegmentEntry): number[] {
    if (tombstonePages === 0) return [];
    const rows = this.store
      .statement<Blob, [number, number]>(`SELECT block FROM fts_data WHERE ${TOMBSTONE_ROWS} ORDER BY id`)
      .all(id + TOMBSTONES, tombstonePages);
    return decodeTombstones(rows.map(({ block }) => block));
  }

  #deleteTombstones({ id, tombstonePages }: SegmentEntry): void {
    if (tombstonePages === 0) return;
    this.store.statement(`DELETE FROM fts_data WHERE ${TOMBSTONE_ROWS}`).run(id + TOMBSTONES, tombstonePages);
  }

  #record(row: number): Uint8Array {
    const record = this.statements.read.get(row);
    if (record === null) throw new RangeError("FTS5's tables lack a record");
    return record.block;
  }

  #save(structure: Structure): void {
    this.statements.data.run(STRUCTURE_ROW, encodeStructure(structure));
  }

  #sound<T>(body: () => T): T {
    try {
      return body();
    } catch (error) {
      if (error instanceof RangeError) throw corruptStore(this.store.path, error);
      throw error;
    }
  }
}
