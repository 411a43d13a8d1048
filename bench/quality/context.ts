/**
 * NDCG@10 of `search_repo_context` on ../shared/eval/code, files ranked from the question's own words, beside
 * plain match counting (files by distinct keywords, then by hits, from the same scan).
 *
 *   bun bench/quality/context.ts [--quick] [--save]      --quick: ten of the 26 repositories
 */
import { comparePaths } from "../../src/corpus/path-bytes.ts";
import { searchContext } from "../../src/live-search/context.ts";
import { resolvePlace } from "../../src/live-search/search-root.ts";
import { searchTerms } from "../../src/live-search/terms.ts";
import { scanTree } from "../../src/live-search/tree-scan.ts";
import { contextRequestSchema } from "../../src/request/context-request.ts";
import { median, percentile, report } from "../lib/measure.ts";
import { type Measures, meanOf, measuresOf } from "./measures.ts";
import { collections } from "./sets.ts";

const TARGET = 0.75;
const CHARACTERS_PER_TOKEN = 3.8;

interface Outcome extends Measures {
  readonly group: string;
  readonly ms: number;
  /** Of the compact answer as JSON. */
  readonly tokens: number;
  /** Up to the first right file in it, null when there is none. */
  readonly tokensToFirst: number | null;
}

/** The words of a question, each once, as an agent would hand them over; all of them, stop words too. */
function wordsOf(question: string): string[] {
  return [...new Set(question.split(/[\s?!,;:"'`()]+/).filter((word) => word !== ""))].slice(0, 32);
}

const outcomes: Outcome[] = [];
const counted: Measures[] = [];
const byCollection: Record<string, Measures> = {};
for (const { name, folder, answer, queries } of collections(process.argv.includes("--quick") ? "code-quick" : "code")) {
  const own: Outcome[] = [];
  for (const { text, group, relevant } of queries) {
    const keywords = wordsOf(text);
    const started = performance.now();
    const result = await searchContext(contextRequestSchema.parse({ directory: folder, keywords }), { jobs: 1 });
    const ms = performance.now() - started;
    const answers = result.ranked_files.map(({ path }) => answer(path));
    const reply = JSON.stringify(result);
    const first = result.ranked_files.find(({ path }) => relevant.has(answer(path)));
    const at = first === undefined ? null : reply.indexOf(JSON.stringify(first));
    own.push({
      group,
      ms,
      ...measuresOf(answers, relevant),
      tokens: Math.round(reply.length / CHARACTERS_PER_TOKEN),
      tokensToFirst: at === null ? null : Math.round(at / CHARACTERS_PER_TOKEN),
    });
    if (process.argv.includes("--save"))
      counted.push(measuresOf((await countedFiles(folder, keywords)).map(answer), relevant));
  }
  byCollection[name] = meanOf(own);
  outcomes.push(...own);
}

/** What grep per keyword gives: files by the number of distinct keywords, then by hits, then by path. */
async function countedFiles(directory: string, keywords: readonly string[]): Promise<string[]> {
  const all = searchTerms(keywords, "substring");
  const terms = { ...all, resolved: all.resolved.filter(({ kind }) => kind === "keyword") };
  const { files } = await scanTree(resolvePlace({ directory }, {}), terms, { jobs: 1 });
  const facts = files.map((file) => {
    const counts = terms.resolved.map((_, id) => file.count(id));
    return {
      rel: file.rel,
      distinct: counts.filter((count) => count > 0).length,
      hits: counts.reduce((sum, count) => sum + count, 0),
    };
  });
  facts.sort((a, b) => b.distinct - a.distinct || b.hits - a.hits || comparePaths(a.rel, b.rel));
  return facts.slice(0, 12).map(({ rel }) => rel);
}

const groups = Map.groupBy(outcomes, ({ group }) => group);
const firsts = outcomes.flatMap(({ tokensToFirst }) => tokensToFirst ?? []);
const figures = {
  command: `bun bench/quality/context.ts ${process.argv.slice(2).join(" ")}`.trim(),
  queries: outcomes.length,
  target: TARGET,
  ...meanOf(outcomes),
  groups: Object.fromEntries([...groups].map(([group, all]) => [group, meanOf(all)])),
  matchCounting: counted.length > 0 ? meanOf(counted) : null,
  tokensMedian: median(outcomes.map(({ tokens }) => tokens)),
  tokensToFirstRightFile: { median: median(firsts), found: firsts.length },
  msMedian: Math.round(median(outcomes.map(({ ms }) => ms))),
  msP95: Math.round(
    percentile(
      outcomes.map(({ ms }) => ms),
      0.95,
    ),
  ),
};
process.stderr.write(`${JSON.stringify(figures)}\n`);
if (process.argv.includes("--save")) report("quality-context", { ...figures, collections: byCollection });
