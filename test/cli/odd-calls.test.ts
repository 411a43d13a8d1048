/** One object on stdout, nothing on stderr, an exit status of the contract, whatever is asked. `bench/fuzz/commands.ts` asks all. */
import { expect, test } from "bun:test";
import { faultyCalls } from "./odd-calls.ts";

/** Of some 1,800 calls; a number that no list of words or values divides, so that each command meets others. */
const STEP = 37;

test("every command answers odd arguments with one object", () => {
  expect([...faultyCalls(STEP)]).toEqual([]);
}, 120_000);
