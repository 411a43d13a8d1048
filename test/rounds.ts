/** How long random tests go on: the one place that says so. */

/** Share of the full counts: 0.2 where nothing is said, 1 for a full run (`QSEARCH_TEST_ROUNDS=1 npm test`), more for a long one. */
const SHARE = Number(process.env.QSEARCH_TEST_ROUNDS ?? 0.2);
if (!(SHARE > 0)) throw new Error("QSEARCH_TEST_ROUNDS must be a number above 0");
/** Whether lists that are long are gone through whole (`npm test -- --full`, or a full run of random tests) instead of by samples. */
export const IS_FULL = process.env.QSEARCH_TEST_FULL === "1" || SHARE >= 1;
/** Fewer rounds than these try too little to mean anything. */
const FEWEST = 10;

/** Rounds of a random test whose full count is `full`. */
export function rounds(full: number): number {
  return Math.max(Math.ceil(full * SHARE), Math.min(full, FEWEST));
}
