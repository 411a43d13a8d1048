/**
 * NDCG@10 of indexed search in its default mode, one result a file, on the evaluation sets.
 *
 *   bun bench/quality/run.ts [SET…] [--mode lexical|semantic] [--late N] [--limit N] [--embed docs|all] [--budget 20s] [--save]
 *
 * Sets: see sets.ts; without any: all that have a target. --late N searches an index without vectors, of which each search
 * embeds N passages. --limit N asks for so many files, 100 by default. --budget leaves out collections that take longer than that to embed, and names them. The product's own index and search, in this process; vectors come from a bank (vector-bank.ts).
 * Indexes are kept under bench/.work and brought up to date. With --save the figures go to bench/results/quality.json, those
 * of other modes beside them; the runs, in the form of ../shared/eval/score.ts, are always left in bench/.work/quality.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SemanticHandler } from "../../src/index-search/semantic-handler.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { SEARCH_MODES, searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { openStore } from "../../src/store/store.ts";
import { median, percentile, report } from "../lib/measure.ts";
import { type Measures, meanOf, measuresOf } from "./measures.ts";
import { type Collection, collections, WORK } from "./sets.ts";
import { VectorBank } from "./vector-bank.ts";

/** NDCG@10 of the default mode; of cosqa on the half that nothing was chosen by. */
const TARGETS: Readonly<Record<string, number>> = {
  code: 0.86,
  cranfield: 0.41,
  cacm: 0.52,
  cisi: 0.42,
  npl: 0.47,
  cosqa: 0.52,
  "cmrc-zh": 0.96,
};

/** Queries of Chinese are answered by words alone: its vectors, of an English model, are asked for nothing. */
const WORDS_ALONE = ["cmrc-zh"];

interface Outcome extends Measures {
  readonly id: string;
  readonly group: string;
  readonly ms: number;
}

const { values, positionals: names } = parseArgs({
  options: {
    mode: { type: "string", default: "hybrid" },
    late: { type: "string", default: "0" },
    limit: { type: "string", default: "100" },
    save: { type: "boolean", default: false },
    budget: { type: "string" },
    embed: { type: "string", default: "docs" },
  },
  allowPositionals: true,
});
const mode = SEARCH_MODES.find((each) => each === values.mode) ?? "hybrid";
const late = Number(values.late);
const limit = Number(values.limit);
const bank = new VectorBank("fast");

/** Null where not all of it is embedded: with --budget alone. */
async function outcomesOf(collection: Collection): Promise<{ outcomes: Outcome[]; run: string[] } | null> {
  const { set, name, folder, queries, answer } = collection;
  const noEmbed = mode === "lexical" || late > 0 || WORDS_ALONE.includes(set);
  const embedded = values.embed === "docs" ? "embedded" : `embedded-${values.embed}`;
  const dataDir = join(WORK, "quality", noEmbed ? "data" : embedded, set.replace("code-quick", "code"), name);
  const settings = { ...loadSettings({ dataDir, env: {} }), roots: [folder] };
  const embed = { kind: bank.kind, executor: (size: number) => bank.executor(size) };
  const indexing = indexRequestSchema.parse({
    root: [folder],
    embed: noEmbed ? "none" : values.embed,
    embed_budget: values.budget,
  });
  const { result } = await runIndex(indexing, { settings, embed, jobs: 1 });
  if (!noEmbed && result.pending > 0) return null;
  const store = openStore(dataDir, "read");
  const handler = new SemanticHandler({ open: () => bank.open() });
  const outcomes: Outcome[] = [];
  const run: string[] = [];
  for (const { id, text, group, relevant } of queries) {
    const request = searchRequestSchema.parse({ query: asTyped(text), mode, late, limit });
    const started = performance.now();
    const { hits } = await handler.answer(store, request, settings);
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
  handler.close();
  store.close();
  return { outcomes, run };
}

/** A question out of a collection: its slashes and carets are no query language. */
function asTyped(text: string): string {
  return text.replace(/[/~^]|(?<=^|\s)\*/g, " ");
}

const figures: Record<string, unknown> = {};
mkdirSync(join(WORK, "quality"), { recursive: true });
for (const set of names.length > 0 ? names : Object.keys(TARGETS)) {
  const outcomes: Outcome[] = [];
  const run: string[] = [];
  const byCollection: Record<string, Measures> = {};
  const leftOut: string[] = [];
  for (const collection of collections(set)) {
    const result = await outcomesOf(collection);
    if (result === null) {
      leftOut.push(collection.name);
      continue;
    }
    outcomes.push(...result.outcomes);
    run.push(...result.run);
    if (collection.name !== set) byCollection[collection.name] = meanOf(result.outcomes);
  }
  const kind = late > 0 ? `late${late}` : mode;
  writeFileSync(join(WORK, "quality", `${set}.${kind}.jsonl`), `${run.join("\n")}\n`);
  writeFileSync(join(WORK, "quality", `${set}.${kind}.outcomes.json`), JSON.stringify(outcomes));
  const groups = Map.groupBy(outcomes, (outcome) => outcome.group);
  const times = outcomes.map(({ ms }) => ms);
  const figure = {
    mode: kind,
    limit,
    queries: outcomes.length,
    notEmbedded: leftOut,
    target: mode === "hybrid" && late === 0 ? (TARGETS[set] ?? null) : null,
    ...meanOf(outcomes),
    groups: groups.size < 2 ? {} : Object.fromEntries([...groups].map(([group, all]) => [group, meanOf(all)])),
    msMedian: median(times),
    msP95: percentile(times, 0.95),
  };
  figures[set] = { ...figure, collections: byCollection };
  process.stderr.write(`${set}: ${JSON.stringify(figure)}\n`);
}
if (values.save) {
  const name = `quality${values.embed === "docs" ? "" : `-embed-${values.embed}`}${late > 0 ? `-late${late}` : mode === "hybrid" ? "" : `-${mode}`}`;
  // Sets that were not run now keep their figures, if they are of the same mode.
  const file = join(import.meta.dir, "..", "results", `${name}.json`);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { sets?: typeof figures }).sets : {};
  const kept = Object.entries(before ?? {}).filter(([, figure]) => isOfKind(figure));
  report(name, { command: "bun bench/quality/run.ts", sets: { ...Object.fromEntries(kept), ...figures } });
}

function isOfKind(figure: unknown): boolean {
  const kind = late > 0 ? `late${late}` : mode;
  return typeof figure === "object" && figure !== null && "mode" in figure && figure.mode === kind;
}
