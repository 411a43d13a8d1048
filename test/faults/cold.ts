/**
 * Many processes at a store that is not there yet: two indexers and seven searchers, whose every answer is compared with
 * a matcher over the plain texts; and four first runs at once. Shared by the tests and bench/faults/cold.ts.
 */
import { Database } from "bun:sqlite";
import { searchResultSchema } from "../../src/request/search-request.ts";
import { openStore, storePath } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { MatchText } from "../../src/text/matcher.ts";
import { parseQuery } from "../../src/text/query.ts";
import { isTrue, type QueryNode } from "../../src/text/query-tree.ts";
import { type Outcome, type World, world } from "../world.ts";

export interface ColdReport {
  readonly searches: number;
  /** Searches that came before there was a store. */
  readonly tooEarly: number;
  /** Searches that saw some of the files, and all. */
  readonly partial: number;
  readonly complete: number;
  /** Milliseconds until the last indexer and the slowest search had ended. */
  readonly indexMs: number;
  readonly slowestSearchMs: number;
}

export const SEARCHERS = 7;
/** Results of a search: all there are, so that nothing is missing from an answer unseen. */
const LIMIT = 100;

const WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "iris", "jade", "kelp", "larch"];
const QUERIES = [
  "amber birch",
  '"cedar delta"',
  "amb* -grove",
  "larch OR kelp heron",
  "heron iris jade",
  '"fjord ember" OR larch -amber -birch',
  "kelp -amber -birch",
];

/** Random words in short lines; `random` gives numbers in [0, 1). */
function plainTexts(files: number, random: () => number): Map<string, string> {
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? "";
  const texts = new Map<string, string>();
  for (let i = 0; i < files; i++) {
    const words = Array.from({ length: 1 + Math.floor(random() * 8) }, word);
    texts.set(`d${i % 17}/f${i}.txt`, `${words.join(" ")}\nfile number ${i}\n`);
  }
  return texts;
}

/** Names of the texts that hold what the query says, by the definition of a match alone. */
function bruteForce(texts: ReadonlyMap<string, string>, input: string): Set<string> {
  const query = parseQuery(input, { timezone: "UTC", now: 0 });
  const hits = new Set<string>();
  for (const [name, text] of texts) {
    const content = new MatchText(text);
    const holds = (node: QueryNode) =>
      isTrue(
        node,
        (term) => content.has(term),
        () => true,
      );
    if (query.required.every(({ node }) => holds(node)) && !query.excluded.some(holds)) hits.add(name);
  }
  return hits;
}

/** Two `index` and seven searchers start at once; each search runs until both indexers have ended, then once more. */
export async function coldStart(files: number, random: () => number): Promise<ColdReport> {
  const texts = plainTexts(files, random);
  using w = world(Object.fromEntries(texts));
  const started = performance.now();
  let indexing = true;
  const indexers = [w.runAsync({}, "index", "--root", ".", "--json"), w.runAsync({}, "index", w.dir, "--json")];
  const finished = Promise.all(indexers).then((outcomes) => {
    indexing = false;
    return { outcomes, ms: performance.now() - started };
  });
  const tally = { searches: 0, tooEarly: 0, partial: 0, complete: 0, slowestSearchMs: 0 };
  const searcher = async (index: number) => {
    const query = QUERIES[index % QUERIES.length] ?? "";
    const expected = bruteForce(texts, query);
    if (expected.size === 0 || expected.size > LIMIT) throw new Error(`${query} has ${expected.size} hits`);
    for (let last = false; ; ) {
      const begun = performance.now();
      const outcome = await w.runAsync({}, "search", query, "--limit", String(LIMIT), "--json");
      tally.slowestSearchMs = Math.max(tally.slowestSearchMs, performance.now() - begun);
      tally.searches += 1;
      const found = namesFound(w, outcome);
      if (found === null) tally.tooEarly += 1;
      else if (isSame(found, expected)) tally.complete += 1;
      else tally.partial += 1;
      const wrong = [...(found ?? [])].filter((name) => !expected.has(name));
      if (wrong.length > 0) throw new Error(`${query} found ${wrong.join(", ")}`);
      if (last) {
        if (found === null || !isSame(found, expected)) throw new Error(`${query}: incomplete after the index runs`);
        return;
      }
      last = !indexing;
    }
  };
  await Promise.all(Array.from({ length: SEARCHERS }, (_, index) => searcher(index)));
  const { outcomes, ms } = await finished;
  for (const outcome of outcomes) mustSucceed(outcome);
  checkSound(w, files);
  return { ...tally, indexMs: ms };
}

/** Strict hits beneath the world's folder; null where there was no store yet. Throws for any other failure. */
function namesFound(w: World, outcome: Outcome): Set<string> | null {
  const { ok, data, error } = outcome.json();
  if (!ok && error.code === "no_store") return null;
  if (!ok) throw new Error(`${error.code}: ${error.message}`);
  const strict = searchResultSchema.parse(data).filter(({ match }) => match !== "partial");
  return new Set(strict.map(({ path }) => path.slice(w.dir.length + 1)));
}

function isSame(found: ReadonlySet<string>, expected: ReadonlySet<string>): boolean {
  return found.size === expected.size && found.isSubsetOf(expected);
}

/** Four `index` runs at once where there is nothing yet (qmd 2.8.3): all succeed, and there is one schema. */
export async function firstOpenings(): Promise<void> {
  using w = world({ "a.md": "alpha", "b.md": "beta" });
  const runs = Array.from({ length: 4 }, () => w.runAsync({}, "index", "--root", ".", "--json"));
  for (const outcome of await Promise.all(runs)) mustSucceed(outcome);
  checkSound(w, 2);
  const db = new Database(storePath(w.dataDir), { readonly: true });
  const names = db.query<{ name: string }, []>("SELECT name FROM sqlite_master").all();
  db.close();
  if (new Set(names.map(({ name }) => name)).size !== names.length) throw new Error("a name twice in the schema");
}

function mustSucceed(outcome: Outcome): void {
  const { ok, error } = outcome.json();
  if (!ok) throw new Error(`${error.code}: ${error.message}`);
}

function checkSound(w: World, files: number): void {
  const store = openStore(w.dataDir, "write");
  try {
    verifyStore(store);
    const row = store.db.query<{ documents: number }, []>("SELECT documents FROM counters").get();
    if (row?.documents !== files) throw new Error(`${row?.documents} documents instead of ${files}`);
  } finally {
    store.close();
  }
}
