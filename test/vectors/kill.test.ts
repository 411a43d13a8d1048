import { expect, test } from "bun:test";
import { killRounds } from "./kill.ts";

/** Worlds; each is killed three times. bench/faults/kill-embed.ts has 17, of 240 files. */
const WORLDS = 1;
const FILES = 80;

test("kill -9 at any moment of embedding leaves a sound store, and the next run completes it", async () => {
  let state = 20261130;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  for (let world = 0; world < WORLDS; world++) {
    const reports = await killRounds(random, (recovered, clean) => expect(recovered).toEqual(clean), FILES);
    expect(reports).toHaveLength(3);
  }
}, 120_000);
