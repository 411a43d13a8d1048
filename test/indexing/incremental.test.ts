import { expect, test } from "bun:test";
import fc from "fast-check";
import { rounds } from "../rounds.ts";
import { editRounds, play } from "./incremental.ts";

/** Sequences of five rounds, each compared with a rebuilt store. */
const SEQUENCES = rounds(40);

test("an incremental store equals one built from scratch", async () => {
  await fc.assert(
    fc.asyncProperty(editRounds, (edits) =>
      play(edits, (incremental, rebuilt) => {
        expect(incremental).toEqual(rebuilt);
      }),
    ),
    { seed: 20261130, numRuns: SEQUENCES },
  );
}, 240_000);
