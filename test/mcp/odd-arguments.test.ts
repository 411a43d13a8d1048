/** A share of the odd values; bench/fuzz/arguments.ts tries all. */
import { expect, test } from "bun:test";
import { rounds } from "../rounds.ts";
import { ODD_VALUES, tryOddArguments } from "./odd-arguments.ts";

/** Half of the share of other random tests: each call has a plain twin beside it. */
const SHARE = rounds(1000) / 2000;

test("an odd value is what it means, or refused by the name of its argument", async () => {
  expect(ODD_VALUES.length).toBeGreaterThanOrEqual(40);
  const { wrong, answered, refused, calls } = await tryOddArguments(SHARE);
  expect(wrong).toEqual([]);
  expect(Math.min(answered, refused)).toBeGreaterThan(calls / 10);
}, 120_000);
