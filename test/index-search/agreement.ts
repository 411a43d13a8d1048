/** Indexes a random world, asks random questions, and compares the strict hits with those of the brute-force matcher. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { QsearchError } from "../../src/errors.ts";
import { searchFiles } from "../../src/index-search/indexed-search.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { type SearchHit, type SearchRequest, searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings, type Settings } from "../../src/settings/settings.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { answer, type Question } from "./brute-force.ts";
import { question, type RandomWorld, randomWorld, typed } from "./worlds.ts";

/** Small, so that texts of a few hundred words are several parts of the index. */
const CHUNK_SIZE = 20;
const PAGE = 100;

/** `worlds` random worlds with `questions` questions each. Throws, with seed and path for a replay, where one disagrees. */
export async function checkAgreement(worlds: number, questions: number, seed: number): Promise<void> {
  const round = randomWorld.chain((world) =>
    fc.record({
      world: fc.constant(world),
      asked: fc.array(question(world.docs), { minLength: questions, maxLength: questions }),
    }),
  );
  const property = fc.asyncProperty(round, ({ world, asked }) => checkWorld(world, asked));
  // A smaller counterexample would index hundreds of worlds to find; the failing question is in the message.
  await fc.assert(property, { numRuns: worlds, seed, endOnFailure: true });
}

async function checkWorld(world: RandomWorld, asked: readonly Question[]): Promise<void> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "qsearch-agree-")));
  try {
    const root = join(base, "files");
    mkdirSync(root);
    for (const { rel, text, mtime } of world.docs) {
      mkdirSync(dirname(join(root, rel)), { recursive: true });
      writeFileSync(join(root, rel), text);
      utimesSync(join(root, rel), mtime / 1000, mtime / 1000);
    }
    const settings: Settings = {
      ...loadSettings({ dataDir: join(base, "data"), env: {} }),
      roots: [root],
      chunkSize: CHUNK_SIZE,
      overlap: world.overlap,
    };
    await runIndex(indexRequestSchema.parse({ root: [root] }), { settings });
    const store = openStore(settings.dataDir, "read");
    try {
      for (const each of asked) checkQuestion(each, world, root, store, settings);
    } finally {
      store.close();
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function checkQuestion(each: Question, { docs }: RandomWorld, root: string, store: Store, settings: Settings): void {
  const query = typed(each);
  const path_prefix = each.prefix === undefined ? undefined : join(root, each.prefix);
  const hits = allHits(store, { query, path_prefix }, settings);
  if (hits === null) return;
  const strict = new Set(hits.filter((hit) => hit.match !== "partial").map((hit) => hit.path.slice(root.length + 1)));
  const expected = answer(each, docs, root).map(({ rel }) => rel);
  const missing = expected.filter((rel) => !strict.has(rel));
  const extra = [...strict].filter((rel) => !expected.includes(rel));
  const scores = hits.map(({ score }) => score);
  const faults = [
    ...missing.map((rel) => `not found: ${rel}`),
    ...extra.map((rel) => `found: ${rel}`),
    ...(scores.some((score, at) => score > (scores[at - 1] ?? 1) || score < 0) ? [`scores: ${scores.join(" ")}`] : []),
  ];
  if (faults.length === 0) return;
  const about = [...missing, ...extra].slice(0, 2).map((rel) => docs.find((doc) => doc.rel === rel));
  throw new Error(`${JSON.stringify({ query, path_prefix })}\n${faults.join("\n")}\n${JSON.stringify(about, null, 1)}`);
}

/** Every page of the answer; null where a part of a word is too short, or a common ending, and is refused. */
function allHits(
  store: Store,
  asked: { query: string; path_prefix: string | undefined },
  settings: Settings,
): SearchHit[] | null {
  const all: SearchHit[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { query, path_prefix: prefix } = asked;
    const path_prefix = prefix === undefined ? [] : [prefix];
    const request = searchRequestSchema.parse({ query, path_prefix, mode: "lexical", limit: PAGE, offset });
    const hits = hitsOf(store, request, settings);
    if (hits === null) return null;
    all.push(...hits);
    if (hits.length < PAGE) return all;
  }
}

function hitsOf(store: Store, request: SearchRequest, settings: Settings): readonly SearchHit[] | null {
  try {
    return searchFiles(store, request, settings).hits;
  } catch (error) {
    if (error instanceof QsearchError && /is in too many words|is no part of a word/.test(error.message)) return null;
    throw error;
  }
}
