/** FTS5's record of totals, from which scores are computed: rows, and tokens of each column. */
import type { Database } from "bun:sqlite";
import { AVERAGES_ROW } from "./structure.ts";
import { putVarint, VarintReader } from "./varints.ts";

export const COLUMNS = 4;

/** Rows, and tokens of each column. */
export type Totals = number[];

/** The record is empty until there is a first row. Throws RangeError for that of another table. */
export function decodeTotals(bytes: Uint8Array): Totals {
  const from = new VarintReader(bytes);
  const totals: Totals = [];
  while (!from.isAtEnd) totals.push(from.next());
  if (totals.length === 0) return new Array(1 + COLUMNS).fill(0);
  if (totals.length !== 1 + COLUMNS) throw new RangeError("the totals are of another table");
  return totals;
}

export function encodeTotals(totals: Readonly<Totals>): Uint8Array {
  const out: number[] = [];
  for (const value of totals) putVarint(out, value);
  return Uint8Array.from(out);
}

/** Tokens in each column of a row, as the table of sizes has them. Throws RangeError for what are none. */
export function decodeSizes(bytes: Uint8Array): number[] {
  const from = new VarintReader(bytes);
  const sizes = Array.from({ length: COLUMNS }, () => from.next());
  if (!from.isAtEnd) throw new RangeError("a row's size is damaged");
  return sizes;
}

/** Whether the totals are those of all rows: FTS5's own check leaves that out. Visits every row. */
export function areTotalsRight(db: Database): boolean {
  const record = db.query<{ block: unknown }, [number]>("SELECT block FROM fts_data WHERE id = ?").get(AVERAGES_ROW);
  if (!(record?.block instanceof Uint8Array)) return false;
  const counted: Totals = new Array(1 + COLUMNS).fill(0);
  try {
    for (const { sz } of db.query<{ sz: Uint8Array }, []>("SELECT sz FROM fts_docsize").iterate()) {
      for (const [at, size] of [1, ...decodeSizes(sz)].entries()) counted[at] = (counted[at] ?? 0) + size;
    }
    return Bun.deepEquals(decodeTotals(record.block), counted);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
