/**
 * 10,000 small files against the Python twin: first index ≤ 1.2× its CPU, unchanged rescan ≤ 0.6×.
 *
 *   bun bench/speed/index-small.ts [rounds]
 */
import { join } from "node:path";
import { smallCorpus } from "../lib/corpora.ts";
import { BINARY, measure, median, paired, type Run, report, scratch } from "../lib/measure.ts";

const rounds = Number(process.argv[2] ?? 7);
const corpus = smallCorpus();
const twin = join(import.meta.dir, "small-twin.py");

function index(dataDir: string): Promise<Run> {
  return measure([BINARY, "index", "--no-embed", corpus, "--data-dir", dataDir, "--json"]);
}

await scratch(async (folder) => {
  let n = 0;
  const first = await paired(
    rounds,
    () => index(join(folder, `q${n++}`)),
    () => measure(["python3", twin, join(folder, `t${n++}.db`), corpus]),
  );
  const data = join(folder, "rescan");
  const database = join(folder, "rescan.db");
  await index(data);
  await measure(["python3", twin, database, corpus]);
  const rescan = await paired(
    rounds,
    () => index(data),
    () => measure(["python3", twin, database, corpus]),
  );
  const summary = (runs: readonly Run[]) => ({
    cpuMs: median(runs.map((run) => run.cpuMs)),
    wallMs: median(runs.map((run) => run.wallMs)),
    peakMiB: Math.max(...runs.map((run) => run.peakBytes)) / 2 ** 20,
  });
  report("index-small", {
    command: "bun bench/speed/index-small.ts",
    first: { ratio: first.ratio, target: 1.2, ours: summary(first.ours), twin: summary(first.peer) },
    rescan: { ratio: rescan.ratio, target: 0.6, ours: summary(rescan.ours), twin: summary(rescan.peer) },
    rawCpuMs: {
      first: { ours: first.ours.map((run) => run.cpuMs), twin: first.peer.map((run) => run.cpuMs) },
      rescan: { ours: rescan.ours.map((run) => run.cpuMs), twin: rescan.peer.map((run) => run.cpuMs) },
    },
  });
});
