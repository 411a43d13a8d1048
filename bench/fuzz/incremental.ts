/**
 * Incremental = rebuilt, until stopped or for a number of sequences. A failure prints its seed and the
 * shrunk edits.
 *
 *   bun bench/fuzz/incremental.ts [sequences] [seed]
 */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { editRounds, play } from "../../test/indexing/incremental.ts";

const [sequences = "1000000", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
let played = 0;
await fc.assert(
  fc.asyncProperty(editRounds, async (edits) => {
    await play(edits, (incremental, rebuilt) => {
      if (!isDeepStrictEqual(incremental, rebuilt)) throw new Error("the incremental store differs from a rebuilt one");
    });
    played += 1;
    if (played % 20 === 0) process.stderr.write(`${played} sequences of five rounds\n`);
  }),
  { seed: Number(seed), numRuns: Number(sequences) },
);
