/**
 * kill -9 at random points within the copying of backup and restore and within the transaction of a migration, so many
 * rounds of each; what had ended before the kill is counted apart. With QSEARCH_BIN it is the binary. Linux.
 *
 *   QSEARCH_BIN=dist/qsearch bun bench/faults/kill-transfer.ts [rounds=40] [seed]
 */
import { killTransfers } from "../../test/faults/kill-transfer.ts";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";

const [rounds = "40", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const SIZES = { files: 800, olderFiles: 400_000 };
const say = (line: string) => process.stderr.write(`${line}\n`);
say(`seed ${seed}`);
report("faults-kill-transfer", {
  command: "bun bench/faults/kill-transfer.ts",
  binary: process.env.QSEARCH_BIN !== undefined,
  seed: Number(seed),
  rounds: Number(rounds),
  ...SIZES,
  kills: await killTransfers(Number(rounds), randomSource(Number(seed)), SIZES, say),
  broken: 0,
});
