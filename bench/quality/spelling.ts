/**
 * Misspelt words and the words that were meant: `bun bench/quality/spelling.ts DATA_DIR [words=200] [seed=1]`. Words are drawn out of the
 * texts of an indexed corpus and misspelt by one edit, or by two where they are long; the right word must be the first suggestion.
 * The store of bench/speed/index-source.ts has some 600,000 chunks. Writes bench/results/quality-spelling.json.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suggestionsFor } from "../../src/index-search/suggestions.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { textOf } from "../../src/store/content.ts";
import { countersOf } from "../../src/store/counters.ts";
import { openStore } from "../../src/store/store.ts";
import { vocabularyOf } from "../../src/store/vocabulary.ts";
import { foldAll } from "../../src/text/fold.ts";
import { wordToken } from "../../src/text/tokens.ts";
import { randomSource } from "../lib/corpora.ts";

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error("which data directory?");
const wanted = Number(process.argv[3] ?? 200);
const random = randomSource(Number(process.argv[4] ?? 1));
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

const LETTERS = [..."etaoinshrdlucmfwypvbgkjqxz"];
const LONG = 6;

function edited(word: string): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  const [before, after] = [word.slice(0, at), word.slice(at)];
  switch (Math.floor(random() * 4)) {
    case 0:
      return before + after.slice(1);
    case 1:
      return before + (pick(LETTERS) ?? "e") + after;
    case 2:
      return before + (pick(LETTERS) ?? "e") + after.slice(1);
    default:
      return before.slice(0, -1) + (after[0] ?? "") + (before.at(-1) ?? "") + after.slice(1);
  }
}

const store = openStore(dataDir, "read");
const settings = loadSettings({ dataDir, env: {} });
const opened = process.cpuUsage();
const { list } = store.read(() => vocabularyOf(store));
const listed = process.cpuUsage(opened);
/** Words of prose in small letters, as the texts write them: each once, from any file that is no generated one, in two files at least. */
function wordsOf(files: number): string[] {
  const ids = store
    .statement<{ content: number }, []>(
      "SELECT content FROM files WHERE content IS NOT NULL AND category != 'generated' ORDER BY id",
    )
    .all()
    .map(({ content }) => content);
  const seen = new Map<string, number>();
  for (let done = 0; done < files; done++) {
    const words = textOf(store, pick(ids) ?? 1).match(/(?<=\s)[a-z]{5,14}(?=[\s.,;:])/g) ?? [];
    for (const word of new Set(words)) seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  return [...seen].filter(([, times]) => times >= 2).map(([word]) => word);
}
const known = wordsOf(1500);

const asked: { word: string; typed: string; edits: number; first: string | null; among: boolean; ms: number }[] = [];
const loop: number[] = [];
while (asked.length < wanted) {
  const word = pick(known) ?? "";
  const edits = word.length >= LONG && asked.length % 2 === 1 ? 2 : 1;
  let typed = word;
  for (let done = 0; done < edits; done++) typed = edited(typed);
  if (typed === word) continue;
  const request = searchRequestSchema.parse({ query: typed, mode: "lexical" });
  const start = process.cpuUsage();
  const suggestions = suggestionsFor(store, request, settings);
  const used = process.cpuUsage(start);
  // What the misspelling made is a word of its own: nothing to suggest.
  if (suggestions.length === 0 && list.near(typed, 1).length > 0) continue;
  const looked = process.cpuUsage();
  list.near(typed, 6);
  const near = process.cpuUsage(looked);
  loop.push((near.user + near.system) / 1000);
  const isRight = (text: string | undefined) => text !== undefined && wordToken(foldAll(text)) === wordToken(word);
  const ms = (used.user + used.system) / 1000;
  const first = suggestions[0] ?? null;
  asked.push({
    word,
    typed,
    edits,
    first: isRight(suggestions[0]) ? word : first,
    among: suggestions.some(isRight),
    ms,
  });
}

const share = (some: readonly unknown[], of: readonly unknown[]) => Math.round((1000 * some.length) / of.length) / 10;
const quantile = (values: readonly number[], at: number) =>
  Math.round(
    10 * ([...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(at * values.length))] ?? 0),
  ) / 10;
const times = asked.map(({ ms }) => ms);
const report = {
  chunks: countersOf(store).chunks,
  words_listed: list.size,
  list_ms: Math.round((listed.user + listed.system) / 1000),
  asked: asked.length,
  first_right_percent: share(
    asked.filter(({ word, first }) => first === word),
    asked,
  ),
  first_right_one_edit: share(
    asked.filter((each) => each.edits === 1 && each.first === each.word),
    asked.filter(({ edits }) => edits === 1),
  ),
  first_right_two_edits: share(
    asked.filter((each) => each.edits === 2 && each.first === each.word),
    asked.filter(({ edits }) => edits === 2),
  ),
  among_three_percent: share(
    asked.filter(({ among }) => among),
    asked,
  ),
  look_up_cpu_ms: { p50: quantile(loop, 0.5), worst: quantile(loop, 1) },
  suggestions_cpu_ms: { p50: quantile(times, 0.5), p95: quantile(times, 0.95), worst: quantile(times, 1) },
};
store.close();
writeFileSync(join(import.meta.dir, "..", "results", "quality-spelling.json"), `${JSON.stringify(report, null, 1)}\n`);
process.stdout.write(`${JSON.stringify(report, null, 1)}\n`);
process.stdout.write(
  asked
    .filter(({ word, first }) => first !== word)
    .slice(0, 15)
    .map((each) => `${each.typed} (${each.word}): ${each.first}\n`)
    .join(""),
);
