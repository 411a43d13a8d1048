/** A tenth of bench/faults/write-ahead-log.ts. */
import { expect, test } from "bun:test";
import { fixedRandom } from "./random.ts";
import { logRounds } from "./write-ahead-log.ts";

test("a log that was cut short or damaged leaves a sound store, which the next run completes", async () => {
  const { rounds, most } = await logRounds(10, fixedRandom(3));
  expect([rounds, most]).toEqual([10, 300]);
}, 120_000);
