/**
 * A write-ahead log cut short or damaged at 200 random places: the store opens, is sound, and the next run completes it.
 *
 *   bun bench/faults/write-ahead-log.ts [rounds=200] [seed]
 */
import { logRounds } from "../../test/faults/write-ahead-log.ts";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";

const [rounds = "200", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
process.stderr.write(`seed ${seed}\n`);
report("faults-write-ahead-log", {
  command: "bun bench/faults/write-ahead-log.ts",
  seed: Number(seed),
  ...(await logRounds(Number(rounds), randomSource(Number(seed)))),
});
