/**
 * A write-ahead log cut short or damaged, as a power cut or a bad copy leaves it: the store opens in some state that a run
 * had committed, is sound, and the next run completes it. Shared by the test and bench/faults/write-ahead-log.ts.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { searchFiles } from "../../src/index-search/indexed-search.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { openStore, storePath } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { Tree } from "../indexing/tree.ts";

export interface LogReport {
  rounds: number;
  /** Documents that were left in the shortest and the longest state. */
  fewest: number;
  most: number;
}

const FILES = 300;

/** Throws when a store does not open, is not sound or is not completed by the next run. */
export async function logRounds(rounds: number, random: () => number): Promise<LogReport> {
  using tree = new Tree();
  for (let i = 0; i < FILES; i++)
    tree.write(`d${i % 9}/f${i}.md`, `# Note ${i}\n\nmarmalade ${i}\n${"words ".repeat(i % 200)}\n`);
  const log = await unfoldedLog(tree);
  const report: LogReport = { rounds: 0, fewest: Number.POSITIVE_INFINITY, most: 0 };
  for (let round = 0; round < rounds; round++) {
    const dataDir = join(tree.dir, `cut${round}`);
    mkdirSync(dataDir, { mode: 0o700 });
    copyFileSync(log.database, storePath(dataDir));
    const wal = `${storePath(dataDir)}-wal`;
    copyFileSync(log.wal, wal);
    damage(wal, random);
    const settings = { ...tree.settings(), dataDir, roots: [tree.root] };
    const documents = soundDocuments(dataDir);
    report.fewest = Math.min(report.fewest, documents);
    report.most = Math.max(report.most, documents);
    await tree.index({ root: [tree.root] }, { settings });
    const store = openStore(dataDir, "read");
    try {
      verifyStore(store);
      const { hits } = searchFiles(store, searchRequestSchema.parse({ query: '"marmalade 7"' }), settings);
      if (hits.length !== 1) throw new Error(`${hits.length} hits after the next run`);
    } finally {
      store.close();
    }
    rmSync(dataDir, { recursive: true });
    report.rounds += 1;
  }
  return report;
}

/** The files of a store whose log no checkpoint has folded in: as a killed writer leaves them. */
async function unfoldedLog(tree: Tree): Promise<{ readonly database: string; readonly wal: string }> {
  // A reader that stays keeps the last connection from folding the log in.
  await tree.index({ root: [tree.root], paths: [] });
  const reader = openStore(tree.dataDir, "read");
  try {
    reader.db.run("BEGIN");
    reader.db.query("SELECT count(*) FROM files").get();
    for (let i = 0; i < FILES; i += 2) tree.write(`d${i % 9}/f${i}.md`, `# Note ${i}\n\nmarmalade ${i} again\n`);
    await tree.index({ root: [tree.root] });
    const database = join(tree.dir, "kept.db");
    const wal = join(tree.dir, "kept.wal");
    copyFileSync(storePath(tree.dataDir), database);
    if (!existsSync(`${storePath(tree.dataDir)}-wal`)) throw new Error("there is no log");
    copyFileSync(`${storePath(tree.dataDir)}-wal`, wal);
    return { database, wal };
  } finally {
    reader.close();
  }
}

function damage(path: string, random: () => number): void {
  const bytes = readFileSync(path);
  const at = Math.floor(random() * bytes.length);
  if (random() < 0.6) {
    truncateSync(path, at);
    return;
  }
  for (let i = at; i < Math.min(bytes.length, at + 64); i++) bytes[i] = Math.floor(random() * 256);
  writeFileSync(path, bytes);
}

function soundDocuments(dataDir: string): number {
  const store = openStore(dataDir, "write");
  try {
    verifyStore(store);
    const row = store.db
      .query<{ counted: number; documents: number; parts: number; postings: number }, []>(
        `SELECT (SELECT documents FROM counters) AS counted, (SELECT count(content) FROM files) AS documents,
           (SELECT sum(parts) FROM files) AS parts, (SELECT count(*) FROM fts) AS postings`,
      )
      .get();
    if (!row || row.counted !== row.documents || (row.parts ?? 0) !== row.postings)
      throw new Error(JSON.stringify(row));
    return row.documents;
  } finally {
    store.close();
  }
}
