/**
 * Indexed search, 300 queries of eleven kinds: CPU time of all threads of `serve`, from the request to the answer, everything included,
 * and of one-shot processes. At 600,000 chunks p50 ≤ 12 ms, p95 ≤ 45, p99 ≤ 70, worst ≤ 120; one-shot p50 ≤ 40, worst ≤ 150.
 * The same at 100,000 chunks.
 *
 * The engine compiles what runs often: the server has answered every query once before, and a query's figure is the lowest of its
 * repeats.
 *
 *   bun bench/speed/query.ts [repeats]
 */
import { linkSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { countersOf } from "../../src/store/counters.ts";
import { openStore } from "../../src/store/store.ts";
import { randomSource, sourceCorpus, WORK } from "../lib/corpora.ts";
import { BINARY, measure, report, spread } from "../lib/measure.ts";
import { type DrawnQuery, drawQueries } from "../lib/queries.ts";
import { servedQueries } from "../lib/served.ts";

/** Bytes of source that give about 100,000 chunks. */
const BYTES = 66_000_000;
/** One in so many queries is asked in a process of its own as well. */
const ONE_SHOT = 3;
const repeats = Number(process.argv[2] ?? 3);

/** Every file of the source corpus in a seeded order, linked, until there are enough bytes. */
function smallerCorpus(): string {
  const folder = join(WORK, "query");
  const source = sourceCorpus();
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const random = randomSource(20261130);
  const shuffled = files.map((path) => ({ path, at: random() })).sort((a, b) => a.at - b.at);
  let bytes = 0;
  for (const { path } of shuffled) {
    if (bytes > BYTES) break;
    const target = join(folder, path.slice(source.length + 1));
    mkdirSync(dirname(target), { recursive: true });
    if (!existing(target)) linkSync(path, target);
    bytes += statSync(path).size;
  }
  return folder;
}

function existing(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The data folder of an index of the corpus, brought up to date. */
async function indexed(corpus: string, name: string): Promise<{ readonly dataDir: string; readonly chunks: number }> {
  const dataDir = join(WORK, name);
  await measure([BINARY, "index", "--no-embed", corpus, "--data-dir", dataDir, "--json"]);
  const store = openStore(dataDir, "read");
  const { chunks } = countersOf(store);
  store.close();
  return { dataDir, chunks };
}

function byKind(queries: readonly DrawnQuery[], cpuMs: readonly number[]) {
  const kinds = Map.groupBy(
    queries.map(({ kind }, at) => ({ kind, ms: cpuMs[at] ?? Number.NaN })),
    ({ kind }) => kind,
  );
  return Object.fromEntries([...kinds].map(([kind, rows]) => [kind, spread(rows.map(({ ms }) => ms))]));
}

async function figuresOf(corpus: string, name: string) {
  const { dataDir, chunks } = await indexed(corpus, name);
  const queries = drawQueries(corpus);
  const served = await servedQueries(dataDir, queries, repeats);
  const alone = queries.filter((_, at) => at % ONE_SHOT === 0);
  const oneShot: number[] = [];
  for (const { query } of alone) {
    const run = () =>
      measure([BINARY, "search", "--mode", "lexical", "--data-dir", dataDir, "--json", "--", query], {
        accept: [0, 1],
      });
    oneShot.push(Math.min((await run()).cpuMs, (await run()).cpuMs));
  }
  const slowest = queries
    .map(({ query }, at) => ({ query, ms: Math.round((served[at] ?? 0) * 10) / 10 }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10);
  process.stderr.write(
    `${name}: ${chunks} chunks, ${JSON.stringify(spread(served))}, ${JSON.stringify(spread(oneShot))}\n`,
  );
  return {
    chunks,
    served: { all: spread(served), ...byKind(queries, served) },
    oneShot: { all: spread(oneShot), ...byKind(alone, oneShot) },
    slowest,
  };
}

const full = await figuresOf(sourceCorpus(), "source-store");
const smaller = await figuresOf(smallerCorpus(), "query-store");
report("query", {
  command: "bun bench/speed/query.ts",
  load: loadavg().map((each) => Math.round(each * 10) / 10),
  targets: { served: { p50: 12, p95: 45, p99: 70, worst: 120 }, oneShot: { p50: 40, worst: 150 } },
  cpuMs: { full, smaller },
});
