/**
 * kill -9 at a random moment of backup, restore and migration: no ZIP that looks whole and is not, no data directory that
 * looks restored and is not, an older store that is its old self or its new one. Shared by the test and
 * bench/faults/kill-transfer.ts.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { metaValue, SCHEMA_VERSION } from "../../src/store/schema.ts";
import { checkIntegrity, openStore, storePath } from "../../src/store/store.ts";
import { type World, world } from "../world.ts";

export interface TransferKills {
  /** Processes that were still at work when they were killed. */
  backup: number;
  restore: number;
  migration: number;
}

const FILES = 300;

/** Throws at the first wrong state. `random` gives numbers in [0, 1). */
export async function killTransfers(rounds: number, random: () => number): Promise<TransferKills> {
  using w = world(Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`${i}.md`, `golden ${i} `.repeat(300)])));
  expectGood(w, "index", "--root", w.dir);
  const whole = join(w.base, "whole");
  expectGood(w, "backup", whole);
  const zip = join(whole, only(readdirSync(whole)));
  const older = olderStore(w);
  const kills: TransferKills = { backup: 0, restore: 0, migration: 0 };
  for (let round = 0; round < rounds; round++) {
    const backups = join(w.base, `backups${round}`);
    if (await killed(w, random, "backup", backups)) kills.backup += 1;
    const left = existsSync(backups) ? readdirSync(backups).filter((name) => name.endsWith(".zip")) : [];
    for (const [i, name] of left.entries())
      expectGood(w, "restore", join(backups, name), "--data-dir", `${backups}-${i}`);
    expectGood(w, "backup", backups);
    // What a killed backup left goes with the next one.
    const names = readdirSync(backups);
    if (!names.every((name) => name.endsWith(".zip"))) throw new Error(`after a backup there is ${names}`);

    const target = join(w.base, `restored${round}`);
    if (await killed(w, random, "restore", zip, "--data-dir", target)) kills.restore += 1;
    if (existsSync(target)) sound(target, FILES);
    else expectGood(w, "restore", zip, "--data-dir", target);

    const dataDir = join(w.base, `older${round}`);
    mkdirSync(dataDir, { mode: 0o700 });
    copyFileSync(older, storePath(dataDir));
    if (await killed(w, random, "index", w.dir, "--no-embed", "--data-dir", dataDir)) kills.migration += 1;
    expectGood(w, "index", w.dir, "--no-embed", "--data-dir", dataDir);
    sound(dataDir, FILES);
  }
  return kills;
}

/** Starts the command and kills it; whether it was still at work. */
async function killed(w: World, random: () => number, ...args: string[]): Promise<boolean> {
  const child = w.start({}, ...args, "--json");
  await Bun.sleep(20 + random() * 280);
  child.kill("SIGKILL");
  await child.exited;
  return child.signalCode === "SIGKILL";
}

function expectGood(w: World, ...args: string[]): void {
  const { stdout, stderr, exitCode } = w.run(...args, "--json");
  if (exitCode !== 0) throw new Error(`${args.join(" ")}: ${stdout}${stderr}`);
}

/** The store that schema 1 left. */
function olderStore(w: World): string {
  const path = join(w.base, "schema-1.db");
  const packed = readFileSync(join(import.meta.dir, "..", "stores", "schema-1.db.zst"));
  writeFileSync(`${path}.part`, Bun.zstdDecompressSync(packed));
  renameSync(`${path}.part`, path);
  return path;
}

function sound(dataDir: string, files: number): void {
  const store = openStore(dataDir, "write");
  try {
    checkIntegrity(store);
    const version = metaValue(store.db, "schema");
    if (version !== String(SCHEMA_VERSION)) throw new Error(`schema ${version}`);
    const row = store.db
      .query<{ files: number }, []>("SELECT count(*) AS files FROM files WHERE rel LIKE '%.md'")
      .get();
    if ((row?.files ?? 0) < files) throw new Error(`${row?.files} files`);
  } finally {
    store.close();
  }
}

function only(names: readonly string[]): string {
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) throw new Error(`one name wanted, not ${names}`);
  return name;
}
