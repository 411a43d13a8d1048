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
import { DOCLIST_INDEX, HEIGHT, leavesOf, PAGES, recordOf, SEGMENT, TOMBSTONES, tombstonesOf } from "./pages.ts";
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
import { encodeTombstones } from "./tombstones.ts";
import { decodeSizes, decodeTotals, encodeTotals, type Totals } from "./totals.ts";

type SizeRow = { readonly id: number; readonly sz: Uint8Array; readonly origin: number };

interface Statements {
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
      const totals = decodeTotals(recordOf(this.store, AVERAGES_ROW));
      let structure = this.#structure();
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
      const plan = planMerge(this.#structure(), when);
      if (plan === null || pagesToMerge(plan) > mostPages) return false;
      this.#save(this.#merged(plan));
      return true;
    });
  }

  /** Whether there is anything to merge. */
  isMergeDue(when: MergeTime): boolean {
    return this.#sound(() => planMerge(this.#structure(), when) !== null);
  }

  /** Whether FTS5 has to merge (`isForFts5`). */
  get isForFts5(): boolean {
    return this.#sound(() => isForFts5(this.#structure()));
  }

  /** Removes all rows. Within a write transaction. */
  clear(): void {
    this.#sound(() => {
      const { cookie } = this.#structure();
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
      const gone = [...tombstonesOf(this.store, segment), ...rows];
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
      leaves: leavesOf(this.store, segment),
      removed: segment.tombstonePages === 0 ? null : new Set(tombstonesOf(this.store, segment)),
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

  #deleteTombstones({ id, tombstonePages }: SegmentEntry): void {
    if (tombstonePages === 0) return;
    this.store.statement(`DELETE FROM fts_data WHERE ${PAGES}`).run(id + TOMBSTONES, 0, tombstonePages - 1);
  }

  #structure(): Structure {
    return decodeStructure(recordOf(this.store, STRUCTURE_ROW));
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
