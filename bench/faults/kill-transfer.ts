/**
 * kill -9 at random points of backup, restore and migration, so many of each. With QSEARCH_BIN it is the binary.
 *
 *   QSEARCH_BIN=dist/qsearch bun bench/faults/kill-transfer.ts [rounds=50] [seed]
 */
import { killTransfers } from "../../test/faults/kill-transfer.ts";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";

const [rounds = "50", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
process.stderr.write(`seed ${seed}\n`);
report("faults-kill-transfer", {
  command: "bun bench/faults/kill-transfer.ts",
  seed: Number(seed),
  rounds: Number(rounds),
  kills: await killTransfers(Number(rounds), randomSource(Number(seed))),
  broken: 0,
});
