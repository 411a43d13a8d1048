import { expect, test } from "bun:test";
import { rounds } from "../rounds.ts";
import { damageRounds } from "./damaged.ts";
import { fixedRandom } from "./random.ts";

/** bench/faults/damaged.ts has 500, each repaired. */
const ROUNDS = rounds(140);

test("damaged copies: answered rightly, refused with the way out, or reported by doctor", async () => {
  const report = await damageRounds(ROUNDS, fixedRandom(7), false);
  expect(report.rounds).toBe(ROUNDS);
  expect(report.silent).toEqual([]);
  expect(report.right).toBeGreaterThan(0);
  expect(report.refused).toBeGreaterThan(0);
  expect(report.reported).toBeGreaterThan(0);
}, 120_000);

test("after doctor --repair all answers are those of a fresh store", async () => {
  const { reported, repaired } = await damageRounds(7, fixedRandom(8));
  expect(repaired).toBe(reported);
  expect(repaired).toBeGreaterThan(0);
}, 60_000);
