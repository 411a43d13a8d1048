import { expect, test } from "bun:test";
import { coldStart, firstOpenings, SEARCHERS } from "./cold.ts";
import { fixedRandom } from "./random.ts";

/** How long a writer waits for the lock, and on a busy machine the work itself. bench/faults/cold.ts measures. */
const PATIENCE_MS = 60_000;
const FILES = 300;
/** qmd changelog 2.8.3. bench/faults/cold.ts makes 50. */
const FIRST_OPENINGS = 5;

test(
  "two indexers and seven searchers on a cold store: all end well, every answer is right",
  async () => {
    const { searches, complete } = await coldStart(FILES, fixedRandom(4));
    expect(complete).toBeGreaterThanOrEqual(SEARCHERS);
    expect(searches).toBeGreaterThanOrEqual(2 * SEARCHERS);
  },
  PATIENCE_MS,
);

test(
  "four first runs at once make one schema (qmd changelog 2.8.3)",
  async () => {
    for (let round = 0; round < FIRST_OPENINGS; round++) await firstOpenings();
  },
  PATIENCE_MS,
);
