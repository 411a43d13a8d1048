/** Where FTS5's data table has the pages of its segments, and reading them. All throw RangeError for what is not as it must be. */
import type { Store } from "../store.ts";
import type { SegmentEntry } from "./structure.ts";
import { decodeTombstones } from "./tombstones.ts";

/** Rows of the data table: segment id, one bit for doclist indexes, their height, the page. */
export const SEGMENT = 2 ** 37;
export const DOCLIST_INDEX = 2 ** 36;
export const HEIGHT = 2 ** 31;
/** Tombstones are under the segment's id and this; such rows are beyond 2^53, so SQL puts their ids together. */
export const TOMBSTONES = 2 ** 16;

/** From one page to another, of a segment or of its tombstones. */
export const PAGES = "id BETWEEN (?1 << 37) + ?2 AND (?1 << 37) + ?3";

type Row = { readonly block: unknown };

/** In a damaged table anything may stand. */
export function bytesOf(block: unknown): Uint8Array {
  if (block instanceof Uint8Array) return block;
  throw new RangeError("the postings have no such record");
}

/** One of the records that say what the index has (structure.ts). */
export function recordOf(store: Store, row: number): Uint8Array {
  return bytesOf(store.statement<Row, [number]>("SELECT block FROM fts_data WHERE id = ?").get(row)?.block);
}

export function leavesOf(store: Store, { id, firstPage, lastPage }: SegmentEntry): Uint8Array[] {
  return pagesOf(store, id, firstPage, lastPage);
}

/** Ids of the rows that were removed since the segment was written. */
export function tombstonesOf(store: Store, { id, tombstonePages }: SegmentEntry): number[] {
  return decodeTombstones(pagesOf(store, id + TOMBSTONES, 0, tombstonePages - 1));
}

function pagesOf(store: Store, id: number, first: number, last: number): Uint8Array[] {
  const sql = `SELECT block FROM fts_data WHERE ${PAGES} ORDER BY id`;
  const rows = store.statement<Row, [number, number, number]>(sql).all(id, first, last);
  if (rows.length !== last - first + 1) throw new RangeError("a page of the postings is missing");
  return rows.map(({ block }) => bytesOf(block));
}
