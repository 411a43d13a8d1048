/**
 * Half of the files deleted and a third of the rest edited, in copies of the source corpus: ≤ 1.0× the CPU time of building what is left
 * anew (words: index-words.ts), ≤ 450 MB; the 300 queries of the whole: p99 ≤ 170 ms, none above 300. Four copies are 1.4 GB.
 *
 *   bun bench/speed/large-change.ts [copies] [every]      of every n-th file: fewer bytes where time is short
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { countersOf } from "../../src/store/counters.ts";
import { openStore } from "../../src/store/store.ts";
import { randomSource, sourceCorpus } from "../lib/corpora.ts";
import { indexWords } from "../lib/index-words.ts";
import { type Run, report, scratch, spread } from "../lib/measure.ts";
import { drawQueries } from "../lib/queries.ts";
import { servedQueries } from "../lib/served.ts";

const copies = Number(process.argv[2] ?? 4);
const every = Number(process.argv[3] ?? 1);
const random = randomSource(2026);

/** Of each copy but the first a tenth of the long words are others. */
function copyCorpus(target: string): { readonly files: string[]; readonly bytes: number } {
  const source = sourceCorpus();
  const all = readdirSync(source, { recursive: true, encoding: "utf8" }).sort();
  const paths = all.filter((_, at) => at % every === 0);
  const files: string[] = [];
  let bytes = 0;
  for (let copy = 0; copy < copies; copy++) {
    for (const path of paths) {
      if (!statSync(join(source, path)).isFile()) continue;
      const file = join(target, String(copy), path);
      const text = readFileSync(join(source, path), "latin1");
      const other =
        copy === 0 ? text : text.replace(/[a-z]{8,}/g, (word) => (random() < 0.1 ? `${word}${copy}x` : word));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, other, "latin1");
      files.push(file);
      bytes += other.length;
    }
  }
  return { files, bytes };
}

function change(files: readonly string[]): void {
  for (const file of files) {
    const dice = random();
    if (dice < 0.5) rmSync(file);
    else if (dice < 0.5 + 0.5 / 3) writeFileSync(file, `${readFileSync(file, "latin1")}\nedited ${dice}\n`, "latin1");
  }
}

await scratch(async (folder) => {
  const corpus = join(folder, "corpus");
  const { files, bytes } = copyCorpus(corpus);
  const index = (data: string) => indexWords(corpus, join(folder, data));
  const first = await index("data");
  const store = openStore(join(folder, "data"), "read");
  const { chunks } = countersOf(store);
  store.close();
  const queries = drawQueries(sourceCorpus());
  const whole = await servedQueries(join(folder, "data"), queries, 1);
  change(files);
  const changed = await index("data");
  const anew = await index("anew");
  const left = await servedQueries(join(folder, "data"), queries, 1);
  const fresh = await servedQueries(join(folder, "anew"), queries, 1);
  const figures = ({ cpuMs, wallMs, peakBytes }: Run) => ({ cpuMs, wallMs, peakMiB: peakBytes / 2 ** 20 });
  report("large-change", {
    command: `bun bench/speed/large-change.ts ${copies} ${every}`,
    load: loadavg().map((each) => Math.round(each * 10) / 10),
    files: files.length,
    bytes,
    chunks,
    first: figures(first),
    changed: {
      ...figures(changed),
      ratioToAnew: changed.cpuMs / anew.cpuMs,
      targets: { ratio: 1, peakMiB: 450e6 / 2 ** 20 },
    },
    anew: figures(anew),
    queriesOfWhole: { ...spread(whole), targets: { p99: 170, worst: 300 } },
    queriesOfChanged: spread(left),
    queriesOfAnew: spread(fresh),
  });
});
