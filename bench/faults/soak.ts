/**
 * One `serve --watch` for 30 minutes: 10,000 requests mixed with edits, every answer checked against the brute-force
 * matcher on the same texts, memory flat. With QSEARCH_BIN it is the binary that is asked.
 *
 *   QSEARCH_BIN=dist/qsearch bun bench/faults/soak.ts [requests=10000] [minutes=30] [seed]
 */
import { soak } from "../../test/faults/soak.ts";
import { randomSource } from "../lib/corpora.ts";
import { median, report } from "../lib/measure.ts";

const [requests = "10000", minutes = "30", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
process.stderr.write(`seed ${seed}\n`);
const { memory, ...rest } = await soak({
  requests: Number(requests),
  ms: Number(minutes) * 60_000,
  random: randomSource(Number(seed)),
  onMemory: ({ seconds, bytes }) => process.stderr.write(`${seconds} s: ${Math.round(bytes / 1e6)} MB\n`),
});
/** Thirds after the first tenth, in which caches fill. */
const settled = memory.slice(Math.ceil(memory.length / 10));
const part = (i: number) =>
  settled.slice(Math.floor((settled.length * i) / 3), Math.floor((settled.length * (i + 1)) / 3));
report("faults-soak", {
  command: `bun bench/faults/soak.ts ${requests} ${minutes} ${seed}`,
  binary: process.env.QSEARCH_BIN !== undefined,
  ...rest,
  medianMegabytesByThird: [0, 1, 2].map((i) => Math.round(median(part(i).map(({ bytes }) => bytes)) / 1e6)),
  mostMegabytes: Math.round(Math.max(...memory.map(({ bytes }) => bytes)) / 1e6),
});
