/**
 * The floor below which meaning alone is no hit. For each value: of the hundred queries without an answer
 * (no-answer.ts), how many find nothing, and recall@10 of the sets' own queries; by meaning alone, and in the default mode.
 *
 *   bun bench/quality/floor.ts [SET…] [--save]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SemanticHandler } from "../../src/index-search/semantic-handler.ts";
import { FLOOR } from "../../src/index-search/semantic-lane.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { openStore } from "../../src/store/store.ts";
import { report } from "../lib/measure.ts";
import { meanOf, measuresOf } from "./measures.ts";
import { GIBBERISH, OTHER_SUBJECTS } from "./no-answer.ts";
import { type Collection, collections, WORK } from "./sets.ts";
import { VectorBank } from "./vector-bank.ts";

const FLOORS = [0, 0.28, 0.32, 0.34, 0.36, 0.38, 0.4, 0.44];
const MODES = ["semantic", "hybrid"] as const;
/** Of cosqa's thousand queries alike ones. */
const MOST_QUERIES = 250;

const { values, positionals } = parseArgs({
  options: { save: { type: "boolean", default: false } },
  allowPositionals: true,
});
const sets = positionals.length > 0 ? positionals : ["cranfield", "cacm", "cisi", "npl", "cosqa"];
const bank = new VectorBank("fast");

async function curveOf({ set, name, folder, queries, answer }: Collection) {
  const dataDir = join(WORK, "quality", "embedded", set, name);
  const settings = { ...loadSettings({ dataDir, env: {} }), roots: [folder] };
  const embed = { kind: bank.kind, executor: (size: number) => bank.executor(size) };
  await runIndex(indexRequestSchema.parse({ root: [folder] }), { settings, embed, jobs: 1 });
  const store = openStore(dataDir, "read");
  const rows: Record<string, number>[] = [];
  for (const floor of FLOORS) {
    const handler = new SemanticHandler({ open: () => bank.open(), floor });
    const row: Record<string, number> = { floor };
    for (const mode of MODES) {
      const search = async (query: string) =>
        (await handler.answer(store, searchRequestSchema.parse({ query, mode, limit: 30 }), settings)).hits;
      const silent = async (all: readonly string[]) => {
        let nothing = 0;
        for (const query of all) if ((await search(query)).every(({ weak }) => weak)) nothing += 1;
        return nothing;
      };
      row[`${mode} gibberish`] = await silent(GIBBERISH);
      row[`${mode} other`] = await silent(OTHER_SUBJECTS);
      const measures = [];
      for (const { text, relevant } of queries.slice(0, MOST_QUERIES)) {
        const hits = await search(text);
        const answers = hits.map((hit) => answer(hit.path.slice(folder.length + 1)));
        measures.push(measuresOf(answers, relevant));
      }
      row[`${mode} recall10`] = meanOf(measures).recall10;
      row[`${mode} ndcg10`] = meanOf(measures).ndcg10;
    }
    rows.push(row);
    process.stderr.write(`${set} ${JSON.stringify(row)}\n`);
  }
  store.close();
  return rows;
}

const curves: Record<string, unknown> = {};
for (const set of sets) for (const collection of collections(set)) curves[set] = await curveOf(collection);
if (values.save) report("quality-floor", { command: "bun bench/quality/floor.ts", floor: FLOOR, curves });
