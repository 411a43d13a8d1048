/**
 * A thousand saved files in the store of the source corpus: CPU time of the writer for one ≤ 5 ms, and the 300 queries afterwards within
 * 1.2× of a store without the saves. Files are saved one by one, each a run of its own with the writer of `watch`, which stays.
 *
 *   bun bench/speed/saves.ts [saves]
 */
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runIndex } from "../../src/indexing/indexer.ts";
import type { StoreRequest, StoreResponse } from "../../src/indexing/indexing-messages.ts";
import { StoreHandler } from "../../src/indexing/store-handler.ts";
import type { Executor } from "../../src/pool/executor.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { sourceCorpus, WORK } from "../lib/corpora.ts";
import { BINARY, measure, report, scratch, spread } from "../lib/measure.ts";
import { drawQueries } from "../lib/queries.ts";
import { servedQueries } from "../lib/served.ts";

const saves = Number(process.argv[2] ?? 1000);
/** How often all queries are asked of both stores. */
const TURNS = 2;
/** Sizes of the files that are saved, bytes. */
const SIZES = { least: 5000, most: 20_000 } as const;

/** CPU milliseconds of all requests to the writer so far. */
let written = 0;

function meteredWriter(): Executor<StoreRequest, StoreResponse> {
  const handler = new StoreHandler();
  return {
    async run(request) {
      const before = process.cpuUsage();
      const response = await handler.answer(request);
      const { user, system } = process.cpuUsage(before);
      written += (user + system) / 1000;
      return response;
    },
    room: () => Promise.resolve(),
    async close() {
      handler.close();
    },
  };
}

/** Copies of files of the source corpus. */
function filesToSave(folder: string): string[] {
  mkdirSync(folder);
  const corpus = sourceCorpus();
  const paths = readdirSync(corpus, { recursive: true, encoding: "utf8" }).sort();
  const files: string[] = [];
  for (const path of paths) {
    const stat = statSync(join(corpus, path));
    if (!stat.isFile() || stat.size < SIZES.least || stat.size > SIZES.most) continue;
    const target = join(folder, `${files.length}-${path.slice(path.lastIndexOf("/") + 1)}`);
    writeFileSync(target, readFileSync(join(corpus, path)));
    if (files.push(target) === saves) break;
  }
  return files;
}

await scratch(async (folder) => {
  const dataDir = join(folder, "data");
  const queries = drawQueries(sourceCorpus());
  await measure([BINARY, "index", "--no-embed", sourceCorpus(), "--data-dir", join(WORK, "source-store"), "--json"]);
  cpSync(join(WORK, "source-store"), dataDir, { recursive: true });
  const saved = join(folder, "saved");
  const files = filesToSave(saved);
  await measure([BINARY, "index", "--no-embed", saved, "--data-dir", dataDir, "--json"]);
  const freshDir = join(folder, "fresh");
  cpSync(dataDir, freshDir, { recursive: true });
  const settings = loadSettings({ dataDir, env: {} });
  const writer = meteredWriter();
  const cpuMs: number[] = [];
  for (const [at, path] of files.entries()) {
    appendFileSync(path, `\n// saved ${at}: another line of words\n`);
    const spent = written;
    const { result } = await runIndex(indexRequestSchema.parse({ paths: [path], embed: "none" }), {
      settings,
      writer,
      jobs: 1,
    });
    if (result.changed !== 1) throw new Error(`${path} was not indexed anew`);
    cpuMs.push(written - spent);
  }
  await writer.close();
  // By turns, so that both meet the same machine.
  const fresh = queries.map(() => Number.POSITIVE_INFINITY);
  const after = queries.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [lowest, folder] of [
      [fresh, freshDir],
      [after, dataDir],
    ] as const) {
      const served = await servedQueries(folder, queries, 1);
      for (const [at, ms] of served.entries()) lowest[at] = Math.min(lowest[at] ?? ms, ms);
    }
  }
  const sum = (figures: readonly number[]) => figures.reduce((all, each) => all + each, 0);
  const mean = sum(cpuMs) / cpuMs.length;
  report("saves", {
    command: "bun bench/speed/saves.ts",
    saves: files.length,
    writerCpuMs: { mean, ...spread(cpuMs), target: 5 },
    queries: { fresh: spread(fresh), after: spread(after), ratio: sum(after) / sum(fresh), target: 1.2 },
  });
});
