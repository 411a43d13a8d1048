/**
 * Stores with a damaged page: whatever is asked of them is answered, or refused as `corrupt_store` with the way out;
 * never another error, never a crash. Shared by the test and bench/faults/damaged.ts.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QsearchError } from "../../src/errors.ts";
import { clearStore } from "../../src/indexing/clear.ts";
import { readRequestSchema } from "../../src/request/read.ts";
import { searchRequestSchema } from "../../src/request/search.ts";
import { searchFiles } from "../../src/search/files.ts";
import { readDocument } from "../../src/search/read.ts";
import { statusOf } from "../../src/search/status.ts";
import { openStore, type Store, storePath } from "../../src/store/store.ts";
import { Tree } from "../indexing/tree.ts";

const PAGE = 8192;
const QUERIES = [
  "golden bearing",
  '"golden bearing" -silver',
  "bear*",
  "ext:md",
  "note 7 nowhere",
  "symbol:Note golden",
];

export interface DamageReport {
  rounds: number;
  answered: number;
  refused: number;
}

type Action = readonly [name: string, act: (tree: Tree, dataDir: string) => unknown];

const ACTIONS: readonly Action[] = [
  ...QUERIES.map(
    (query): Action => [query, (tree, dataDir) => withStore(dataDir, (store) => search(store, tree, query))],
  ),
  ["status", (_tree, dataDir) => withStore(dataDir, (store) => statusOf(store, "docs"))],
  [
    "read",
    (tree, dataDir) => readDocument(readRequestSchema.parse({ path: tree.path("d1/f1.md") }), settings(tree, dataDir)),
  ],
  ["index", (tree, dataDir) => indexAgain(tree, dataDir, false)],
  ["index --force", (tree, dataDir) => indexAgain(tree, dataDir, true)],
];

/** Damages one store `rounds` times in another place. Throws for any answer that is neither right in form nor a refusal. */
export async function damageRounds(rounds: number, random: () => number, clearToo: boolean): Promise<DamageReport> {
  using tree = new Tree();
  for (let i = 0; i < 60; i++) tree.write(`d${i % 7}/f${i}.md`, noteText(i));
  await tree.index();
  const whole = readFileSync(storePath(tree.dataDir));
  const report: DamageReport = { rounds: 0, answered: 0, refused: 0 };
  const dataDir = join(tree.dir, "damaged");
  mkdirSync(dataDir);
  for (let round = 0; round < rounds; round++) {
    for (const name of ["-wal", "-shm", ""]) rmSync(`${storePath(dataDir)}${name}`, { force: true });
    const what = damage(whole, storePath(dataDir), random);
    const actions: Action[] = [...ACTIONS];
    if (clearToo) actions.push(["clear", (_tree, dir) => clearStore({ settings: settings(tree, dir) })]);
    for (const [name, act] of actions) {
      try {
        await act(tree, dataDir);
        report.answered += 1;
      } catch (error) {
        if (!isRefusal(error)) throw new Error(`${what}, ${name}: ${describe(error)}`, { cause: error });
        report.refused += 1;
      }
    }
    report.rounds += 1;
  }
  // The way out that the error names.
  rmSync(storePath(dataDir));
  for (const name of ["-wal", "-shm"]) rmSync(`${storePath(dataDir)}${name}`, { force: true });
  copyFileSync(storePath(tree.dataDir), join(dataDir, "kept.db"));
  await indexAgain(tree, dataDir, false);
  withStore(dataDir, (store) => {
    if (search(store, tree, "golden bearing").hits.length === 0) throw new Error("nothing found after indexing again");
  });
  return report;
}

/** Writes a damaged copy and tells what was done to it. */
function damage(whole: Buffer, path: string, random: () => number): string {
  const bytes = Buffer.from(whole);
  const page = Math.floor((random() * bytes.length) / PAGE);
  const at = page * PAGE;
  const kind = Math.floor(random() * 4);
  if (kind === 0) bytes.fill(0, at, at + PAGE);
  if (kind === 1) for (let i = at; i < at + PAGE; i++) bytes[i] = Math.floor(random() * 256);
  if (kind === 2) {
    for (let i = 0; i < 20; i++) {
      const where = at + Math.floor(random() * PAGE);
      bytes[where] = (bytes[where] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
  }
  writeFileSync(path, bytes);
  if (kind === 3) truncateSync(path, at + Math.floor(random() * PAGE));
  return `page ${page + 1}, ${["zeros", "noise", "flipped bits", "cut off"][kind]}`;
}

function isRefusal(error: unknown): boolean {
  return error instanceof QsearchError && error.code === "corrupt_store" && error.hint.includes("doctor --repair");
}

function describe(error: unknown): string {
  return error instanceof QsearchError ? `${error.code}: ${error.message}` : String(error);
}

function withStore<T>(dataDir: string, body: (store: Store) => T): T {
  const store = openStore(dataDir, "read");
  try {
    return body(store);
  } finally {
    store.close();
  }
}

function settings(tree: Tree, dataDir: string) {
  return { ...tree.settings(), dataDir, roots: [tree.root] };
}

function search(store: Store, tree: Tree, query: string) {
  return searchFiles(
    store,
    searchRequestSchema.parse({ query, limit: 100, explain: true }),
    settings(tree, store.dataDir),
  );
}

function indexAgain(tree: Tree, dataDir: string, force: boolean) {
  return tree.index({ root: [tree.root], force }, { settings: settings(tree, dataDir) });
}

function noteText(i: number): string {
  return `# Note ${i}\n\n${"the golden bearing and the silver one\n".repeat(1 + (i % 60))}\n## More ${i}\n\n${"x".repeat(i * 9)}\n`;
}
