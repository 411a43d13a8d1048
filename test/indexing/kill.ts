/**
 * kill -9 at a random moment of index or clear: the store opens, is sound, and the next run ends equal to a clean one.
 * Shared by the test and bench/faults/kill.ts.
 */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { searchFiles } from "../../src/index-search/indexed-search.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { openStore, storeExists, storePath } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { dumpStore } from "./dump.ts";
import { Tree } from "./tree.ts";

const SCRIPT = resolve(import.meta.dir, "run-once.ts");
/** What a file of these adds to the store, about. */
const BYTES_A_FILE = 3000;
/** Chunks, documents and partial hits; many equally good ones; a phrase; files by name; filters alone. */
const QUERIES = [
  "text 42",
  "words chunk -42",
  "version 1",
  '"Note 7"',
  "moved f31",
  "path:d7/ ext:md",
  "note 3 nowhere",
];

/** When to kill: so long after the start, or as soon as the store's files are this large. */
type Moment = { readonly ms: number } | { readonly bytes: number };

export interface KillReport {
  readonly command: "index" | "clear";
  readonly moment: Moment;
  /** Whether the process was still at work when it was killed. */
  readonly killed: boolean;
  /** What was in the store right after: documents, null without a store. */
  readonly documents: number | null;
}

/** One world, killed once in each of: first index, index after edits, clear. `random` gives numbers in [0, 1). */
export async function killRounds(
  random: () => number,
  compare: (recovered: unknown, clean: unknown) => void,
  files: number,
): Promise<KillReport[]> {
  using tree = new Tree();
  const reports: KillReport[] = [];
  // By time alone, most kills of a short run would fall before its first transaction or after its last.
  const moment = (ms: number, bytes: number): Moment => {
    const part = random();
    return random() < 0.4 ? { ms: 5 + part * ms } : { bytes: part * bytes };
  };
  for (let i = 0; i < files; i++) tree.write(`d${i % 30}/f${i}.md`, fileText(i, 0));
  reports.push(await killOnce(tree, "index", moment(400, files * BYTES_A_FILE)));
  await tree.index({ root: [tree.root] });
  for (let i = 0; i < files; i += 3) tree.write(`d${i % 30}/f${i}.md`, fileText(i, 1));
  for (let i = 1; i < files; i += 30) tree.move(`d${i % 30}/f${i}.md`, `moved/f${i}.md`);
  for (let i = 2; i < files; i += 30) tree.remove(`d${i % 30}/f${i}.md`);
  reports.push(await killOnce(tree, "index", moment(300, (files / 2) * BYTES_A_FILE)));
  await tree.index({ root: [tree.root] });
  const clean = join(tree.dir, "clean");
  await runIndex(
    { paths: [], root: [tree.root], ext: [], force: false, no_prune: false },
    { settings: { ...tree.settings(), dataDir: clean }, inline: true },
  );
  const expected = stateOf(tree, clean);
  compare(stateOf(tree, tree.dataDir), expected);
  reports.push(await killOnce(tree, "clear", moment(60, 64 * 1024)));
  await tree.index({ root: [tree.root] });
  compare(stateOf(tree, tree.dataDir), expected);
  return reports;
}

async function killOnce(tree: Tree, command: "index" | "clear", moment: Moment): Promise<KillReport> {
  const before = storeSize(tree.dataDir);
  const child = Bun.spawn([process.execPath, SCRIPT, command, tree.dataDir, tree.root], {
    stdout: "pipe",
    stderr: "pipe",
  });
  await child.stdout.getReader().read();
  if ("ms" in moment) await Bun.sleep(moment.ms);
  else {
    while (child.exitCode === null && storeSize(tree.dataDir) < before + moment.bytes) await Bun.sleep(1);
  }
  child.kill("SIGKILL");
  await child.exited;
  const killed = child.signalCode === "SIGKILL";
  if (!killed && child.exitCode !== 0) throw new Error(await new Response(child.stderr).text());
  return { command, moment, killed, documents: storeExists(tree.dataDir) ? soundDocuments(tree.dataDir) : null };
}

/** Bytes of the database and its write-ahead log. */
function storeSize(dataDir: string): number {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size(storePath(dataDir)) + size(`${storePath(dataDir)}-wal`);
}

/** Opens the store as the next writer would, checks it, and compares its counters with its rows. */
function soundDocuments(dataDir: string): number {
  const store = openStore(dataDir, "write");
  try {
    verifyStore(store);
    const row = store.db
      .query<{ counted: number; documents: number; parts: number; rows: number; postings: number }, []>(
        `SELECT (SELECT documents FROM counters) AS counted, (SELECT count(content) FROM files) AS documents,
           (SELECT parts FROM counters) AS parts, (SELECT coalesce(sum(parts), 0) FROM files) AS rows,
           (SELECT count(*) FROM fts) AS postings`,
      )
      .get();
    if (!row || row.counted !== row.documents || row.parts !== row.rows || row.rows !== row.postings) {
      throw new Error(`counters and rows differ: ${JSON.stringify(row)}`);
    }
    return row.documents;
  } finally {
    store.close();
  }
}

/** All rows without their ids, and what searches answer. */
function stateOf(tree: Tree, dataDir: string): unknown {
  const store = openStore(dataDir, "read");
  try {
    const settings = { ...tree.settings(), roots: [tree.root] };
    const answers = QUERIES.map((query) => {
      const request = searchRequestSchema.parse({ query, limit: 100, explain: true });
      return searchFiles(store, request, settings, { now: 0 });
    });
    return { dump: store.read(() => dumpStore(store)), answers };
  } finally {
    store.close();
  }
}

function fileText(i: number, version: number): string {
  return `# Note ${i}\n\nversion ${version} of text ${i % 97}\n\n${"some words to fill the chunk ".repeat(i % 60)}\n`;
}
