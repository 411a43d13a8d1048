/**
 * Code search on a repository of 7,000 files (django's source package and typescript's), CPU time, against
 * `rg -n -i -F` with the same query's words on the same machine.
 *
 *   bun bench/speed/code.ts [--rounds N] [--save]
 *
 * Cold: a process of its own from the compiled binary (or the source when there is none). Warm: one process, each query once
 * before it is measured; `first` is that first time. Memory: resident size of a process over 200 searches of 100 queries,
 * syntax trees of new files among them. ripgrep is Debian's: `apt-get install ripgrep`.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SourceCache } from "../../src/live-search/code/cache.ts";
import { searchCode } from "../../src/live-search/code/code-search.ts";
import { codeRequestSchema } from "../../src/request/code-request.ts";
import { repositoryCorpus } from "../lib/corpora.ts";
import { BINARY, measure, median, percentile, report } from "../lib/measure.ts";

const ROUNDS = Number(process.argv[process.argv.indexOf("--rounds") + 1]) || 3;
const TARGETS = { cold: 20, warm: 3, peakMB: 500 };

/** Questions and symbols as people ask them of such a tree; words of each go to ripgrep. */
const QUERIES: readonly string[] = [
  "queryset annotate",
  "migration autodetector",
  "where is a template cached",
  "resolveModuleName",
  "session backend expire",
  "how are declarations emitted",
  "form field clean",
  "middleware exception handling",
  "ModelAdmin",
  "prefetch related objects",
  "signal dispatch receiver",
  "tsconfig extends",
  "hash of static files storage",
  "language service completion",
  "admin changelist filter",
  "atomic transaction savepoint",
  "activate a locale for translation",
  "invalidate a cache key",
  "url resolver namespace",
  "get_absolute_url",
];
const STOP = new Set("a are how is of for the where".split(" "));

const folder = repositoryCorpus();
const wordsOf = (query: string) => query.split(" ").filter((word) => !STOP.has(word));

function rg(query: string) {
  const patterns = wordsOf(query).flatMap((word) => ["-e", word]);
  const command = ["rg", "--no-config", "-n", "-i", "-F", ...patterns, "."];
  return measure(command, { cwd: folder, accept: [0, 1], discard: true });
}

async function ask(query: string, cache: SourceCache) {
  const before = process.cpuUsage();
  const result = await searchCode(codeRequestSchema.parse({ workspace: folder, query }), { jobs: 1, cache });
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, result };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The p50s, and their ratio. */
function compared(ours: readonly number[], peer: readonly number[], target: number) {
  const [oursP50, rgP50] = [median(ours), median(peer)];
  return {
    ratio: round(oursP50 / rgP50),
    target,
    oursP50: round(oursP50),
    rgP50: round(rgP50),
    oursP95: round(percentile(ours, 0.95)),
  };
}

const peer: number[] = [];
const cold: number[] = [];
let coldPeak = 0;
const isBinary = existsSync(BINARY);
const program = isBinary ? [BINARY] : [process.execPath, join(import.meta.dir, "..", "..", "src", "main.ts")];
for (const query of QUERIES) {
  peer.push((await rg(query)).cpuMs);
  const run = await measure([...program, "code", query, folder, "--json", "--jobs", "1"], { accept: [0, 1] });
  cold.push(run.cpuMs);
  coldPeak = Math.max(coldPeak, run.peakBytes);
}
const figures: Record<string, unknown> = {
  cold: { ...compared(cold, peer, TARGETS.cold), peakMB: Math.round(coldPeak / 1e6) },
};
process.stderr.write(`cold: ${JSON.stringify(figures.cold)}\n`);

const cache = new SourceCache();
const first: number[] = [];
const warm: number[] = [];
const warmPeer: number[] = [];
let files = 0;
for (const query of QUERIES) first.push((await ask(query, cache)).cpuMs);
for (let turn = 0; turn < ROUNDS; turn++) {
  for (const query of QUERIES) {
    const { cpuMs, result } = await ask(query, cache);
    files = result.candidates_scanned;
    warm.push(cpuMs);
    warmPeer.push((await rg(query)).cpuMs);
  }
}
figures.warm = { files, ...compared(warm, warmPeer, TARGETS.warm), firstP50: round(median(first)) };
process.stderr.write(`warm: ${JSON.stringify(figures.warm)}\n`);

/** Pairs of words of the queries: a hundred queries, each asked twice. */
const all = QUERIES.flatMap(wordsOf);
const many = Array.from({ length: 100 }, (_, i) => `${all[i % all.length]} ${all[(i * 7 + 3) % all.length]}`);
const resident: number[] = [];
for (const query of [...many, ...many]) {
  await ask(query, cache);
  resident.push(process.memoryUsage.rss() / 1e6);
}
const part = (from: number, to: number) => Math.round(median(resident.slice(from, to)));
figures.memory = {
  queries: resident.length,
  mostMB: Math.round(Math.max(...resident)),
  targetMB: TARGETS.peakMB,
  medianMB: { "1-50": part(0, 50), "51-100": part(50, 100), "101-150": part(100, 150), "151-200": part(150, 200) },
};
process.stderr.write(`memory: ${JSON.stringify(figures.memory)}\n`);
if (process.argv.includes("--save")) {
  report("code", { command: "bun bench/speed/code.ts", rounds: ROUNDS, binary: isBinary, ...figures });
}
