/**
 * NDCG@10 of the default mode with a part of the files embedded: a missing vector is neutral, so no figure may lie below words alone by
 * more than noise, and the results without vectors must stand in the order of words.
 *
 *   bun bench/quality/share.ts [SET…] [--save]
 *
 * Sets: cranfield; cosqa-sample, those of cosqa's documents whose vectors are in the bank, and the questions that these answer; mixed, the documents
 * of cranfield beside this repository's source code, which the default does not embed. With --save sets that were not run keep
 * their figures.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openWindows } from "../../src/embed/encoder.ts";
import { SemanticHandler } from "../../src/index-search/semantic-handler.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { chunkDocument, extractDocument } from "../../src/library.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { CONFIGURATION_DEFAULTS } from "../../src/settings/keys.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { openStore } from "../../src/store/store.ts";
import { report } from "../lib/measure.ts";
import { meanOf, measuresOf } from "./measures.ts";
import { type Collection, collections, WORK } from "./sets.ts";
import { keepShare } from "./share-of-vectors.ts";
import { VectorBank } from "./vector-bank.ts";

/** Percent of the files, falling: vectors are taken away. */
const SHARES = [100, 50, 20, 5, 0];
/** Below words alone at most. */
const NOISE = 0.003;

const { values, positionals } = parseArgs({
  options: { save: { type: "boolean", default: false } },
  allowPositionals: true,
});
const bank = new VectorBank("fast");

async function figuresOf(collection: Collection) {
  const { set, name, folder, queries, answer } = collection;
  const dataDir = join(WORK, "quality", "share", set, name);
  const settings = { ...loadSettings({ dataDir, env: {} }), roots: [folder] };
  const embed = { kind: bank.kind, executor: (size: number) => bank.executor(size) };
  const policy = name === "mixed" ? "docs" : "all";
  await runIndex(indexRequestSchema.parse({ root: [folder], embed: policy }), { settings, embed, jobs: 1 });
  const ndcg: Record<string, number> = {};
  let disorder = 0;
  const ask = async (mode: "hybrid" | "lexical", explain = false) => {
    const store = openStore(dataDir, "read");
    const handler = new SemanticHandler({ open: () => bank.open() });
    const all = [];
    for (const { text } of queries) {
      const request = searchRequestSchema.parse({ query: text, mode, limit: 100, passages: 0, explain });
      all.push((await handler.answer(store, request, settings)).hits);
    }
    store.close();
    return all;
  };
  const measured = (answers: Awaited<ReturnType<typeof ask>>) =>
    meanOf(
      queries.map(({ relevant }, at) =>
        measuresOf(
          (answers[at] ?? []).map(({ path }) => answer(path.slice(folder.length + 1))),
          relevant,
        ),
      ),
    ).ndcg10;
  const words = await ask("lexical");
  ndcg.words = measured(words);
  for (const percent of SHARES) {
    if (percent < 100) keepShare(dataDir, percent);
    const answers = await ask("hybrid", true);
    ndcg[percent] = measured(answers);
    // Hits by words of files without vectors, in both orders.
    for (const [at, hits] of answers.entries()) {
      const places = new Map((words[at] ?? []).map(({ path }, place) => [path, place]));
      const without = hits.flatMap(({ path, explain }) =>
        explain?.cosine === null ? [places.get(path) ?? Number.POSITIVE_INFINITY] : [],
      );
      if (without.some((place, k) => k > 0 && place < (without[k - 1] ?? 0))) disorder++;
    }
  }
  const least = Math.min(...SHARES.map((percent) => ndcg[percent] ?? 0));
  return { ndcg10: ndcg, below: ndcg.words - least, isNeutral: ndcg.words - least <= NOISE, disordered: disorder };
}

/** A folder of the set's documents that `keep` takes, made once. */
function folderOf(name: string, from: string, keep: (file: string) => boolean): string {
  const folder = join(WORK, "docs", name);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(from)) if (keep(file)) copyFileSync(join(from, file), join(folder, file));
  return folder;
}

async function cosqaSample(): Promise<Collection> {
  const [whole] = collections("cosqa");
  if (whole === undefined) throw new Error("no cosqa");
  const { chunk_size: size, overlap } = CONFIGURATION_DEFAULTS;
  const windows = await openWindows();
  const banked = new Set<string>();
  for (const file of readdirSync(whole.folder)) {
    const document = await extractDocument(readFileSync(join(whole.folder, file)), file);
    const chunks = chunkDocument(document, { size, overlap });
    if (chunks.every(({ start, end }) => bank.hasAll(windows(file, document.text.slice(start, end))))) banked.add(file);
  }
  const folder = folderOf("cosqa-sample", whole.folder, (file) => banked.has(file));
  const there = new Set(readdirSync(folder).map((file) => whole.answer(file)));
  const queries = whole.queries.filter(({ relevant }) => [...relevant.keys()].every((doc) => there.has(doc)));
  return { ...whole, name: "cosqa-sample", folder, queries };
}

function mixed(): Collection {
  const [prose] = collections("cranfield");
  if (prose === undefined) throw new Error("no cranfield");
  const folder = folderOf("mixed", prose.folder, () => true);
  const source = join(folder, "source");
  rmSync(source, { recursive: true, force: true });
  cpSync(join(import.meta.dir, "..", "..", "src"), source, { recursive: true });
  return { ...prose, name: "mixed", folder, answer: (rel) => (rel.includes("/") ? rel : prose.answer(rel)) };
}

async function collectionsOf(set: string): Promise<Collection[]> {
  if (set === "cosqa-sample") return [await cosqaSample()];
  return set === "mixed" ? [mixed()] : collections(set);
}

const file = join(import.meta.dir, "..", "results", "quality-share.json");
const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { sets?: object }).sets : {};
const sets: Record<string, unknown> = { ...before };
for (const set of positionals.length > 0 ? positionals : ["cranfield", "cosqa-sample", "mixed"]) {
  for (const collection of await collectionsOf(set)) {
    const { queries, folder } = collection;
    const documents = readdirSync(folder).length;
    sets[collection.name] = { documents, queries: queries.length, ...(await figuresOf(collection)) };
    process.stderr.write(`${collection.name} ${JSON.stringify(sets[collection.name])}\n`);
  }
}
if (values.save) report("quality-share", { command: "bun bench/quality/share.ts", noise: NOISE, sets });
