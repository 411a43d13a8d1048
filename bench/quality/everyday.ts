/**
 * Fifty everyday questions over a mixed folder: notes, mail, tables, PDFs and code, in English, German, French and Chinese, beside this
 * repository's documentation and a part of its source. A question is right when its file comes first and the named line is the one that
 * answers it, in a store that is not embedded, half embedded and embedded.
 *
 *   bun bench/quality/everyday.ts [--save]
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { SemanticHandler } from "../../src/index-search/semantic-handler.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { report } from "../lib/measure.ts";
import { everydayFiles, QUESTIONS } from "./everyday-files.ts";
import { WORK } from "./sets.ts";
import { keepShare } from "./share-of-vectors.ts";
import { VectorBank } from "./vector-bank.ts";

/** Percent of the files that have vectors, falling: vectors are taken away. */
const SHARES = [100, 50, 20, 5, 0];

const { values } = parseArgs({ options: { save: { type: "boolean", default: false } } });
const root = join(import.meta.dir, "..", "..");
const folder = join(WORK, "everyday", "files");
const dataDir = join(WORK, "everyday", "data");
const bank = new VectorBank("fast");

rmSync(join(WORK, "everyday"), { recursive: true, force: true });
for (const [name, bytes] of everydayFiles()) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), bytes);
}
for (const part of ["docs", "src/store"]) cpSync(join(root, part), join(folder, "project", part), { recursive: true });

const settings = { ...loadSettings({ dataDir, env: {} }), roots: [folder] };
const embed = { kind: bank.kind, executor: (size: number) => bank.executor(size) };
await runIndex(indexRequestSchema.parse({ root: [folder] }), { settings, embed, jobs: 1 });

interface Answer {
  readonly query: string;
  readonly right: boolean;
  readonly first: string;
}

async function answers(store: Store, handler: SemanticHandler, mode: "hybrid" | "lexical"): Promise<Answer[]> {
  const all: Answer[] = [];
  for (const { query, path, line } of QUESTIONS) {
    const { hits } = await handler.answer(store, searchRequestSchema.parse({ query, mode }), settings);
    const [hit] = hits;
    const shown = hit?.snippet.replace(/\[\[|\]\]/g, "").split("\n") ?? [];
    const named = shown[(hit?.line ?? 0) - (hit?.line_start ?? 0)] ?? "";
    const right = hit?.path === join(folder, path) && line.split("|").some((words) => named.includes(words));
    all.push({ query, right, first: `${hit?.path.slice(folder.length + 1)}:${hit?.line} ${named.slice(0, 80)}` });
  }
  return all;
}

const rights: Record<string, number> = {};
const wrong: Record<string, readonly Answer[]> = {};
for (const share of [...SHARES, "words"] as const) {
  if (typeof share === "number" && share < 100) keepShare(dataDir, share);
  const store = openStore(dataDir, "read");
  const handler = new SemanticHandler({ open: () => bank.open() });
  const all = await answers(store, handler, share === "words" ? "lexical" : "hybrid");
  rights[share] = all.filter(({ right }) => right).length;
  wrong[share] = all.filter(({ right }) => !right);
  handler.close();
  store.close();
  process.stderr.write(`${share}: ${rights[share]} of ${QUESTIONS.length}\n`);
  for (const { query, first } of wrong[share] ?? []) process.stderr.write(`   ${query} → ${first}\n`);
}
if (values.save) {
  const failed = Object.fromEntries(
    Object.entries(wrong).map(([share, all]) => [share, all.map(({ query }) => query)]),
  );
  report("quality-everyday", { command: "bun bench/quality/everyday.ts", questions: QUESTIONS.length, rights, failed });
}
