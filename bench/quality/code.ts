/**
 * Code search without an index or a model on ../shared/eval/code and ../shared/eval/django10.
 *
 *   bun bench/quality/code.ts [--quick] [--no-django] [--curve] [--save]      --quick: ten of the 26 repositories
 *
 * Two requests for each question: RANKED, whose first snippets are one a file (NDCG, recall), and the tool's defaults for what
 * a reply costs: tokens up to the end of a file's first snippet, of the whole reply as JSON. --curve repeats the ranking with
 * more and fewer files read and parsed.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { SourceCache } from "../../src/live-search/code/cache.ts";
import { searchCode } from "../../src/live-search/code/code-search.ts";
import { EFFORT, type Effort } from "../../src/live-search/code/symbol-lane.ts";
import { type CodeRequest, type CodeResult, codeRequestSchema } from "../../src/request/code-request.ts";
import { repositoryCorpus } from "../lib/corpora.ts";
import { median, percentile, report } from "../lib/measure.ts";
import { type Measures, meanOf, measuresOf } from "./measures.ts";
import { collections } from "./sets.ts";

const TARGETS = { ndcg10: 0.85, symbol: 0.95, recall10: 0.955, recallIn2000: 0.95, tokensToFirst: 250 };
/** Ten files, a snippet each, whatever their length. */
const RANKED = { max_tokens: 32_000, max_snippets: 10 } as const;
const CHARACTERS_PER_TOKEN = 3.8;
const WITHIN = 2000;

interface Outcome extends Measures {
  readonly group: string;
  readonly cpuMs: number;
  readonly parsed: number;
  /** Of the reply to the tool's defaults. */
  readonly tokens: number;
  /** Where the first right file's snippet begins and ends, tokens; null where there is none. */
  readonly first: { readonly named: number; readonly read: number } | null;
  /** Share of the right files whose snippets end within 2,000 tokens. */
  readonly within: number;
}

async function asked(request: Partial<CodeRequest>, cache: SourceCache, effort: Effort) {
  const before = process.cpuUsage();
  const result = await searchCode(codeRequestSchema.parse(request), { jobs: 1, cache, effort });
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

/** Where each file's first snippet begins and ends in the reply, tokens. */
function placesOf(result: CodeResult): Map<string, { named: number; read: number }> {
  const places = new Map<string, { named: number; read: number }>();
  let at = JSON.stringify({ ...result, snippets: [] }).length - 2;
  for (const snippet of result.snippets) {
    const end = at + JSON.stringify(snippet).length + 1;
    if (!places.has(snippet.file)) {
      places.set(snippet.file, { named: at / CHARACTERS_PER_TOKEN, read: end / CHARACTERS_PER_TOKEN });
    }
    at = end;
  }
  return places;
}

/** `costs`: whether the defaults are asked, too. */
async function outcomesOf(set: string, effort: Effort, costs = true): Promise<Map<string, Outcome[]>> {
  const all = new Map<string, Outcome[]>();
  for (const { name, folder, answer, queries } of collections(set)) {
    const cache = new SourceCache();
    const own: Outcome[] = [];
    for (const { text, group, relevant } of queries) {
      const ranked = await asked({ workspace: folder, query: text, ...RANKED }, cache, effort);
      const { result } = costs ? await asked({ workspace: folder, query: text }, cache, effort) : ranked;
      const places = placesOf(result);
      const right = [...places].filter(([file]) => relevant.has(answer(file))).map(([, place]) => place);
      own.push({
        ...measuresOf(
          ranked.result.snippets.map(({ file }) => answer(file)),
          relevant,
        ),
        group,
        cpuMs: ranked.cpuMs,
        parsed: ranked.result.files_parsed,
        tokens: JSON.stringify(result).length / CHARACTERS_PER_TOKEN,
        first: right[0] ?? null,
        within: right.filter(({ read }) => read <= WITHIN).length / relevant.size,
      });
    }
    all.set(name, own);
  }
  return all;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function figuresOf(outcomes: readonly Outcome[]) {
  const firsts = outcomes.flatMap(({ first }) => first ?? []);
  return {
    ...meanOf(outcomes),
    recallWithin2000Tokens: round(mean(outcomes.map(({ within }) => within)), 4),
    tokensToFirstRightFile: {
      named: Math.round(median(firsts.map(({ named }) => named))),
      read: Math.round(median(firsts.map(({ read }) => read))),
      found: firsts.length,
    },
    tokensMedian: Math.round(median(outcomes.map(({ tokens }) => tokens))),
    cpuMsMedian: round(median(outcomes.map(({ cpuMs }) => cpuMs)), 1),
    cpuMsP95: round(
      percentile(
        outcomes.map(({ cpuMs }) => cpuMs),
        0.95,
      ),
      1,
    ),
    parsedMedian: median(outcomes.map(({ parsed }) => parsed)),
  };
}

/** Ten questions on django's package beside typescript's, each answered as the tool answers by default, within 2,000 tokens. */
async function django() {
  const source = resolve(import.meta.dir, "..", "..", "..", "shared", "eval", "django10", "queries.jsonl");
  const folder = repositoryCorpus();
  const lines = readFileSync(source, "utf8").split("\n").filter(Boolean);
  const cache = new SourceCache();
  const ranks: (number | null)[] = [];
  const tokens: number[] = [];
  for (const line of lines) {
    const { query, relevant } = JSON.parse(line) as { query: string; relevant: string[] };
    const { result } = await asked({ workspace: folder, query, max_tokens: 2000 }, cache, EFFORT);
    const files = [...new Set(result.snippets.map(({ file }) => file))];
    const right = new Set(relevant.map((path) => join("django", "django-5.2.19", path)));
    const rank = files.findIndex((file) => right.has(file));
    ranks.push(rank < 0 ? null : rank + 1);
    tokens.push(Math.ceil(JSON.stringify(result).length / CHARACTERS_PER_TOKEN));
  }
  const within = (depth: number) => ranks.filter((rank) => rank !== null && rank <= depth).length;
  return { request: { max_tokens: 2000 }, ranks, first: within(1), inFive: within(5), tokensMost: Math.max(...tokens) };
}

const set = process.argv.includes("--quick") ? "code-quick" : "code";
const outcomes = await outcomesOf(set, EFFORT);
const flat = [...outcomes.values()].flat();
const figures: Record<string, unknown> = {
  command: `bun bench/quality/code.ts ${process.argv.slice(2).join(" ")}`.trim(),
  requests: { ranking: RANKED, tokens: "defaults: max_tokens 4000, max_snippets 12" },
  targets: TARGETS,
  queries: flat.length,
  ...figuresOf(flat),
  groups: Object.fromEntries(
    [...Map.groupBy(flat, ({ group }) => group)].map(([group, own]) => [group, figuresOf(own)]),
  ),
};
process.stderr.write(`${JSON.stringify(figures)}\n`);
if (process.argv.includes("--curve")) {
  const curve: unknown[] = [];
  for (const [read, best, defining] of [
    [40, 0, 0],
    [120, 0, 0],
    [120, 10, 10],
    [120, 40, 40],
    [200, 200, 0],
  ] as const) {
    const effort = { read, best, defining };
    const { cpuMsMedian, cpuMsP95, parsedMedian, ndcg10, recall10 } = figuresOf(
      [...(await outcomesOf(set, effort, false)).values()].flat(),
    );
    curve.push({ ...effort, ndcg10, recall10, parsedMedian, cpuMsMedian, cpuMsP95 });
    process.stderr.write(`${JSON.stringify(curve.at(-1))}\n`);
  }
  figures.curve = curve;
}
if (!process.argv.includes("--no-django")) {
  figures.django10 = await django();
  process.stderr.write(`${JSON.stringify(figures.django10)}\n`);
}
if (process.argv.includes("--save")) {
  const byRepository = Object.fromEntries([...outcomes].map(([name, own]) => [name, meanOf(own)]));
  report("quality-code", { ...figures, repositories: byRepository });
}
