/**
 * Two indexers and seven searchers on a cold store, every answer compared with a matcher over the plain
 * texts; four first openings at once. Ends with an error at the first that goes wrong.
 *
 *   bun bench/faults/cold.ts [rounds=10] [openings=50]
 */
import { coldStart, firstOpenings } from "../../test/faults/cold.ts";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";

const FILES = 300;
const [rounds = "10", openings = "50"] = process.argv.slice(2);
const random = randomSource(20261130);
const starts = [];
for (let round = 0; round < Number(rounds); round++) starts.push(await coldStart(FILES, random));
const openingMs: number[] = [];
for (let round = 0; round < Number(openings); round++) {
  const begun = performance.now();
  await firstOpenings();
  openingMs.push(Math.round(performance.now() - begun));
}
report("faults-cold", { files: FILES, searchers: 7, wrong: 0, starts, fourFirstOpeningsMs: openingMs });
