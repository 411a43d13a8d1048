/**
 * Issue 4, 6: NDCG@10 of indexed lexical search, one result a file, on the evaluation sets.
 *
 *   bun bench/quality/run.ts [SET…] [--save]     sets: see sets.ts; without any: all that have a target
 *
 * The product's own index and search, in this process. Indexes are kept under bench/.work and brought up to date.
 * With --save the figures go to bench/results/quality.json; the runs, in the form of ../shared/eval/score.ts, are
 * always left in bench/.work/quality.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run.ts";
import { searchRequestSchema } from "../../src/request/search.ts";
import { searchFiles } from "../../src/search/files.ts";
import { loadSettings } from "../../src/settings.ts";
import { openStore } from "../../src/store/store.ts";
import { median, percentile, report } from "../lib/measure.ts";
import { type Measures, meanOf, measuresOf } from "./measures.ts";
import { type Collection, collections, WORK } from "./sets.ts";

const TARGETS: Readonly<Record<string, number>> = { code: 0.8, cranfield: 0.37, cacm: 0.46, "cmrc-zh": 0.96 };

interface Outcome extends Measures {
  readonly id: string;
  readonly group: string;
  readonly ms: number;
}

async function outcomesOf(collection: Collection): Promise<{ outcomes: Outcome[]; run: string[] }> {
  const { set, name, folder, queries, answer } = collection;
  const dataDir = join(WORK, "quality", "data", set.replace("code-quick", "code"), name);
  const settings = { ...loadSettings({ dataDir, env: {} }), roots: [folder] };
  await runIndex(indexRequestSchema.parse({ root: [folder] }), { settings });
  const store = openStore(dataDir, "read");
  const outcomes: Outcome[] = [];
  const run: string[] = [];
  for (const { id, text, group, relevant } of queries) {
    const request = searchRequestSchema.parse({ query: text, mode: "lexical", limit: 100 });
    const started = performance.now();
    const { hits } = searchFiles(store, request, settings);
    const ms = performance.now() - started;
    const answers = hits.map((hit) => ({ ...hit, path: answer(hit.path.slice(folder.length + 1)) }));
    outcomes.push({
      id,
      group,
      ms,
      ...measuresOf(
        answers.map(({ path }) => path),
        relevant,
      ),
    });
    const results = answers.map(({ path, line_start: start, line_end: end, snippet }) => ({
      path,
      start,
      end,
      chars: snippet.length,
    }));
    run.push(JSON.stringify({ query: id, results, ms }));
  }
  store.close();
  return { outcomes, run };
}

const names = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const figures: Record<string, unknown> = {};
mkdirSync(join(WORK, "quality"), { recursive: true });
for (const set of names.length > 0 ? names : Object.keys(TARGETS)) {
  const outcomes: Outcome[] = [];
  const run: string[] = [];
  const byCollection: Record<string, Measures> = {};
  for (const collection of collections(set)) {
    const result = await outcomesOf(collection);
    outcomes.push(...result.outcomes);
    run.push(...result.run);
    if (collection.name !== set) byCollection[collection.name] = meanOf(result.outcomes);
  }
  writeFileSync(join(WORK, "quality", `${set}.jsonl`), `${run.join("\n")}\n`);
  writeFileSync(join(WORK, "quality", `${set}.outcomes.json`), JSON.stringify(outcomes));
  const groups = Map.groupBy(outcomes, (outcome) => outcome.group);
  const times = outcomes.map(({ ms }) => ms);
  const figure = {
    queries: outcomes.length,
    target: TARGETS[set] ?? null,
    ...meanOf(outcomes),
    groups: groups.size < 2 ? {} : Object.fromEntries([...groups].map(([group, all]) => [group, meanOf(all)])),
    msMedian: median(times),
    msP95: percentile(times, 0.95),
  };
  figures[set] = { ...figure, collections: byCollection };
  process.stderr.write(`${set}: ${JSON.stringify(figure)}\n`);
}
if (process.argv.includes("--save")) {
  report("quality", { command: `bun bench/quality/run.ts ${names.join(" ")}`.trim(), sets: figures });
}
