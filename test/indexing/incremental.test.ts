import { expect, test } from "bun:test";
import fc from "fast-check";
import { play, rounds } from "./incremental.ts";

/** Sequences of five rounds: 200 index runs compared with a rebuilt store. */
const SEQUENCES = 40;

test("an incremental store equals one built from scratch", async () => {
  await fc.assert(
    fc.asyncProperty(rounds, (edits) =>
      play(edits, (incremental, rebuilt) => {
        expect(incremental).toEqual(rebuilt);
      }),
    ),
    { seed: 20261130, numRuns: SEQUENCES },
  );
}, 240_000);
