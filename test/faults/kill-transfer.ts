/**
 * kill -9 within the copying of backup and restore, and within the transaction of a migration: no ZIP that looks whole and is
 * not, no data directory that looks restored and is not, an older store that migrates to what it migrates to undisturbed.
 * Shared by the test and bench/faults/kill-transfer.ts.
 */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { metaValue } from "../../src/store/meta.ts";
import { SCHEMA_VERSION } from "../../src/store/schema.ts";
import { openStore, storePath } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { type World, world } from "../world.ts";
import { isWriting, Killer } from "./kill-inside.ts";

export interface TransferKills {
  /** Processes that were within the copying, or within the transaction, when they were killed. */
  backup: number;
  restore: number;
  migration: number;
  /** Those that had come to its end by then. */
  late: number;
}

export interface TransferSizes {
  /** Files of 16 KB of words in the store that is copied. */
  readonly files: number;
  /** Rows of files in the store that is migrated. */
  readonly olderFiles: number;
}

/** Whether one more round follows. A busy machine may kill too late each time: rounds go on until one kill was within. */
function goesOn(round: number, rounds: number, within: number): boolean {
  return round < rounds || (within === 0 && round < rounds * 6);
}

/** Throws at the first wrong state. `random` gives numbers in [0, 1); `say` hears how it goes. */
export async function killTransfers(
  rounds: number,
  random: () => number,
  { files, olderFiles }: TransferSizes,
  say: (line: string) => void = () => undefined,
): Promise<TransferKills> {
  using w = world(Object.fromEntries(Array.from({ length: files }, (_, i) => [`${i}.md`, words(i, random)])));
  expectGood(w, "index", "--root", w.dir);
  const kills: TransferKills = { backup: 0, restore: 0, migration: 0, late: 0 };
  const source = contentsOf(w.dataDir);

  const folder = join(w.base, "backups");
  const zips = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".zip")) : []);
  const parts = (pid: number) =>
    existsSync(folder) ? readdirSync(folder).some((name) => name.endsWith(`.${pid}.part`)) : false;
  const backups = new Killer(w, { within: (pid) => parts(pid) && zips().length === 0 }, random);
  await backups.learn("backup", folder);
  const whole = join(w.base, "whole.zip");
  copyFileSync(join(folder, only(zips())), whole);
  for (let round = 0; goesOn(round, rounds, kills.backup); round++) {
    rmSync(folder, { recursive: true });
    const moment = await backups.kill(["backup", folder]);
    if (moment === "within") kills.backup += 1;
    else kills.late += 1;
    // Within the copying nothing bears the name of a backup; after it, what does is one.
    if (moment === "within" && zips().length > 0) throw new Error(`a backup that was cut is called ${zips()}`);
    for (const [i, name] of zips().entries())
      expectRestored(w, join(folder, name), join(w.base, `cut${round}-${i}`), source);
    expectSame(contentsOf(w.dataDir), source, "the store that was copied");
    for (const name of zips()) rmSync(join(folder, name));
    expectGood(w, "backup", folder);
    // What a killed backup left goes with the next one, which is whole.
    const names = readdirSync(folder);
    if (!names.every((name) => name.endsWith(".zip"))) throw new Error(`after a backup there is ${names}`);
    expectRestored(w, join(folder, only(zips())), join(w.base, `again${round}`), source);
    say(`backup ${round}: ${moment}`);
  }

  const target = join(w.base, "restored");
  const restores = new Killer(
    w,
    { within: (pid) => existsSync(`${target}.qsearch-unpacking-${pid}`) && !existsSync(target) },
    random,
  );
  await restores.learn("restore", whole, "--data-dir", target);
  for (let round = 0; goesOn(round, rounds, kills.restore); round++) {
    rmSync(target, { recursive: true });
    const moment = await restores.kill(["restore", whole, "--data-dir", target]);
    if (moment === "within") kills.restore += 1;
    else kills.late += 1;
    if (moment === "within" && existsSync(target)) throw new Error("a restore that was cut has made its directory");
    if (existsSync(target)) expectSame(contentsOf(target), source, "the restored store");
    else expectRestored(w, whole, target, source);
    const left = readdirSync(dirname(target)).filter((name) =>
      name.startsWith(`${basename(target)}.qsearch-unpacking-`),
    );
    if (moment === "within" && left.length > 0) throw new Error(`after a restore there is ${left}`);
    say(`restore ${round}: ${moment}`);
  }

  await killMigrations(w, rounds, random, olderFiles, kills, say);
  return kills;
}

async function killMigrations(
  w: World,
  rounds: number,
  random: () => number,
  olderFiles: number,
  kills: TransferKills,
  say: (line: string) => void,
): Promise<void> {
  const older = join(w.base, "older.db");
  makeOlderStore(older, olderFiles);
  const dataDir = join(w.base, "migrated");
  const empty = join(w.base, "empty");
  mkdirSync(empty);
  const fresh = () => {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { mode: 0o700 });
    copyFileSync(older, storePath(dataDir));
  };
  fresh();
  openStore(dataDir, "write").close();
  const migrated = contentsOf(dataDir);
  // The first thing that any command writes is the migration.
  const migrations = new Killer(w, { within: (pid) => isWriting(pid, storePath(dataDir)) }, random);
  const command = ["index", empty, "--no-embed", "--data-dir", dataDir];
  for (let i = 0; i < 2; i++) {
    fresh();
    await migrations.learn(...command);
  }
  for (let round = 0; goesOn(round, rounds, kills.migration); round++) {
    fresh();
    // In a transaction that was not committed: nothing but the migration can come before schema 2.
    const moment = await migrations.kill(command, () => schemaOf(dataDir) === "1");
    if (moment === "within") kills.migration += 1;
    else kills.late += 1;
    openStore(dataDir, "write").close();
    // One that went on has indexed the empty folder as well.
    if (moment === "within") expectSame(contentsOf(dataDir), migrated, `the migrated store of round ${round}`);
    checked(dataDir);
    say(`migration ${round}: ${moment}`);
  }
}

/**
 * A store that schema 1 left, with so many files: the small one that is kept of it, its rows of files multiplied. What the
 * migration does to them is what it does to any.
 */
function makeOlderStore(path: string, files: number): void {
  writeFileSync(path, Bun.zstdDecompressSync(readFileSync(join(import.meta.dir, "..", "stores", "schema-1.db.zst"))));
  const db = new Database(path);
  try {
    db.run("PRAGMA journal_mode = WAL");
    const [count] = db.query("SELECT count(*) FROM files").values()[0] as [number];
    // Failed files: rows of files, and nothing in any other table.
    db.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO files (id, root, rel, rel_text, size, mtime_ns, sha256, sha1, ext, category, language, recipe, utf8, tokeniser,
         content, chunks, tokens, indexed_at, error, message)
       SELECT 1000000 + i, root, CAST('more/' || i || '/' || rel_text AS BLOB), 'more/' || i || '/' || rel_text, size,
         mtime_ns + (i * 7919) % 1000003, NULL, NULL, ext, category, language, recipe, 0, tokeniser, NULL, 0, 0, indexed_at,
         'unreadable', 'made for the bench'
       FROM n, (SELECT * FROM files ORDER BY id LIMIT 1)`,
      [Math.max(1, files - count)],
    );
    db.run("UPDATE counters SET next_file = 3000000");
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
}

function schemaOf(dataDir: string): string | null {
  const db = new Database(storePath(dataDir), { readonly: true });
  try {
    db.run("PRAGMA busy_timeout = 10000");
    return metaValue(db, "schema");
  } finally {
    db.close();
  }
}

/** A digest of each table, those that FTS5 keeps included, and of what the schema says. */
function contentsOf(dataDir: string): Record<string, string> {
  const db = new Database(storePath(dataDir), { readonly: true, safeIntegers: true });
  try {
    const objects = db
      .query<{ name: string; type: string; sql: string | null; isVirtual: bigint }, []>(
        "SELECT name, type, sql, ifnull(sql LIKE 'CREATE VIRTUAL%', 0) AS isVirtual FROM sqlite_master ORDER BY name",
      )
      .all();
    const contents: Record<string, string> = {};
    for (const { name, type, sql, isVirtual } of objects) {
      contents[`${type} ${name}`] = sql ?? "";
      if (type !== "table" || isVirtual === 1n) continue;
      const hasher = new Bun.CryptoHasher("sha256");
      let rows = 0;
      for (const row of db.query(`SELECT * FROM "${name}"`).values()) {
        rows += 1;
        for (const value of row) {
          const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
          hasher.update(`${typeof value} ${bytes.length} `).update(bytes);
        }
      }
      contents[`rows of ${name}`] = `${rows} ${hasher.digest("hex")}`;
    }
    return contents;
  } finally {
    db.close();
  }
}

function expectSame(found: Record<string, string>, expected: Record<string, string>, what: string): void {
  for (const name of new Set([...Object.keys(found), ...Object.keys(expected)])) {
    if (found[name] !== expected[name]) throw new Error(`${what}: ${name}: ${found[name]}, not ${expected[name]}`);
  }
}

function expectRestored(w: World, zip: string, target: string, source: Record<string, string>): void {
  expectGood(w, "restore", zip, "--data-dir", target);
  checked(target);
  expectSame(contentsOf(target), source, zip);
  if (basename(target) !== "restored") rmSync(target, { recursive: true });
}

function expectGood(w: World, ...args: string[]): void {
  const { stdout, stderr, exitCode } = w.run(...args, "--json");
  if (exitCode !== 0) throw new Error(`${args.join(" ")}: ${stdout}${stderr}`);
}

function checked(dataDir: string): void {
  const store = openStore(dataDir, "write");
  try {
    verifyStore(store);
    const version = metaValue(store.db, "schema");
    if (version !== String(SCHEMA_VERSION)) throw new Error(`schema ${version}`);
  } finally {
    store.close();
  }
}

/** 16 KB that do not compress to nothing. */
function words(seed: number, random: () => number): string {
  const word = () => Math.floor(random() * 36 ** 6).toString(36);
  return `# ${seed}\n\n${Array.from({ length: 2300 }, word).join(" ")}\n`;
}

function only(names: readonly string[]): string {
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) throw new Error(`one name wanted, not ${names}`);
  return name;
}
