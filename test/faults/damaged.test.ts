import { expect, test } from "bun:test";
import { damageRounds } from "./damaged.ts";
import { fixedRandom } from "./random.ts";

/** bench/faults/damaged.ts has 1,000. */
const ROUNDS = 15;

test("a store with a damaged page: answered, or refused with the way out", async () => {
  const { rounds, answered, refused } = await damageRounds(ROUNDS, fixedRandom(7), false);
  expect(rounds).toBe(ROUNDS);
  expect(answered).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
}, 60_000);
