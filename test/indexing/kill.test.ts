import { expect, test } from "bun:test";
import { killRounds } from "./kill.ts";

/** Worlds; each is killed three times. bench/faults/kill.ts has 34, of 1,500 files. */
const WORLDS = 2;
const FILES = 400;

test("kill -9 at any moment leaves a store that opens, and the next index completes it", async () => {
  let state = 20261130;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  for (let world = 0; world < WORLDS; world++) {
    const reports = await killRounds(
      random,
      (recovered, clean) => {
        expect(recovered).toEqual(clean);
      },
      FILES,
    );
    expect(reports).toHaveLength(3);
  }
}, 120_000);
