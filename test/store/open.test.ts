import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { QsearchError } from "../../src/errors.ts";
import { countersOf } from "../../src/store/counters.ts";
import { SCHEMA_VERSION } from "../../src/store/schema.ts";
import { giveSpaceBack } from "../../src/store/space.ts";
import { openStore, storePath } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { Tree } from "../indexing/tree.ts";
import { runUnprivileged } from "./unprivileged.ts";

const READER = resolve(import.meta.dir, "open-as-reader.ts");

function withFolder<T>(body: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "qsearch-store-"));
  try {
    return body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function codeOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    if (error instanceof QsearchError) return `${error.code}: ${error.message} / ${error.hint}`;
    throw error;
  }
  return "none";
}

describe("a new store", () => {
  test("has a private folder, private files, big pages and a write-ahead log", () => {
    withFolder((folder) => {
      const dataDir = join(folder, "deep", "data");
      const store = openStore(dataDir, "write");
      const pragma = (name: string) => Object.values(store.db.query(`PRAGMA ${name}`).get() as object)[0];
      expect(pragma("page_size")).toBe(8192);
      expect(pragma("journal_mode")).toBe("wal");
      expect(pragma("busy_timeout")).toBe(10_000);
      verifyStore(store);
      store.close();
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      expect(statSync(storePath(dataDir)).mode & 0o777).toBe(0o600);
      expect(readdirSync(dataDir)).toEqual(["qsearch.db"]);
    });
  });

  test("leaves other programs' files in the folder alone", () => {
    withFolder((folder) => {
      writeFileSync(join(folder, "index.db"), "another program's");
      writeFileSync(join(folder, "config.json"), "{}");
      openStore(folder, "write").close();
      expect(readdirSync(folder).sort()).toEqual(["config.json", "index.db", "qsearch.db"]);
      expect(statSync(join(folder, "index.db")).size).toBe(17);
    });
  });

  test("is one, when four processes open it first at once (qmd 2.8.3)", async () => {
    for (let round = 0; round < 3; round++) {
      const folder = mkdtempSync(join(tmpdir(), "qsearch-race-"));
      const runs = Array.from({ length: 4 }, () =>
        Bun.spawn([process.execPath, READER, join(folder, "data"), "write"], { stdout: "pipe", stderr: "pipe" }),
      );
      const answers = await Promise.all(runs.map((run) => new Response(run.stdout).text()));
      expect(answers).toEqual(Array.from({ length: 4 }, () => '{"documents":0,"warnings":[]}\n'));
      rmSync(folder, { recursive: true });
    }
  }, 30_000);
});

describe("a store that cannot be used says why", () => {
  test("nothing there", () => {
    withFolder((folder) => {
      expect(codeOf(() => openStore(folder, "read"))).toStartWith("no_store");
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  test("newer tables or tokens: both versions are named, nothing is touched", () => {
    withFolder((folder) => {
      const store = openStore(folder, "write");
      store.db.run("UPDATE meta SET value = ? WHERE key = 'schema'", [String(SCHEMA_VERSION + 1)]);
      store.close();
      for (const mode of ["read", "write"] as const) {
        const message = codeOf(() => openStore(folder, mode));
        expect(message).toStartWith("newer_store");
        expect(message).toContain(`version ${SCHEMA_VERSION + 1}; this program knows ${SCHEMA_VERSION}`);
      }
      const db = new Database(storePath(folder));
      db.run("UPDATE meta SET value = ? WHERE key = 'schema'", [String(SCHEMA_VERSION)]);
      db.run("UPDATE meta SET value = '99+unicode20' WHERE key = 'tokeniser'");
      db.close();
      expect(codeOf(() => openStore(folder, "read"))).toStartWith("newer_store: the store has tokeniser version 99");
    });
  });

  test("damaged, or another program's database", () => {
    withFolder((folder) => {
      writeFileSync(storePath(folder), "no database, but long enough to be read as one".repeat(100));
      for (const mode of ["read", "write"] as const) {
        expect(codeOf(() => openStore(folder, mode))).toStartWith("corrupt_store");
      }
    });
    withFolder((folder) => {
      const db = new Database(storePath(folder));
      db.run("CREATE TABLE theirs (a)");
      db.close();
      expect(codeOf(() => openStore(folder, "read"))).toStartWith("corrupt_store");
      expect(codeOf(() => openStore(folder, "write"))).toStartWith("corrupt_store");
    });
  });

  test("damage in the middle of the file is found by a search and named", async () => {
    using tree = new Tree(
      Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${i}.md`, `text ${i} `.repeat(60)])),
    );
    await tree.index();
    const path = storePath(tree.dataDir);
    const bytes = Buffer.from(await Bun.file(path).bytes());
    bytes.fill(0x5a, 8192, bytes.length - 8192);
    writeFileSync(path, bytes);
    const answer = codeOf(() => tree.read((store) => countersOf(store)));
    expect(answer).toStartWith("corrupt_store");
    expect(answer).toContain("doctor --repair");
  });
});

test("a process killed while it made the database leaves nothing that stops the next one", () => {
  withFolder((folder) => {
    const path = storePath(folder);
    // What such a process leaves: one page, and the header of a rollback journal that would undo it.
    const db = new Database(path);
    db.run("PRAGMA page_size = 8192");
    db.run("PRAGMA user_version = 0");
    db.run("CREATE TABLE t (x)");
    db.close();
    const journal = new Uint8Array(512);
    journal.set([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
    const header = new DataView(journal.buffer);
    header.setUint32(20, 512);
    header.setUint32(24, 8192);
    writeFileSync(`${path}-journal`, journal);
    expect(codeOf(() => openStore(folder, "read"))).toStartWith("no_store: ");
    openStore(folder, "write").close();
    openStore(folder, "read").close();
  });
});

describe("something else in the place of the store", () => {
  const hint = " / Give another data directory: --data-dir DIR";

  test.each(["read", "write"] as const)("a file for the folder, at any height: %s", (mode) => {
    withFolder((folder) => {
      const file = join(folder, "f");
      writeFileSync(file, "x");
      expect(codeOf(() => openStore(file, mode))).toBe(`io: ${file} is no folder${hint}`);
      const beneath = join(file, "a", "b");
      expect(codeOf(() => openStore(beneath, mode))).toBe(
        `io: ${file} is no folder, so ${beneath} cannot be one${hint}`,
      );
    });
  });

  test.each(["read", "write"] as const)("a folder for the database: %s", (mode) => {
    withFolder((folder) => {
      mkdirSync(storePath(folder));
      const said = `io: ${storePath(folder)} is a folder, where the index should be a file${hint}`;
      expect(codeOf(() => openStore(folder, mode))).toBe(said);
    });
  });
});

describe("a data directory that cannot be written", () => {
  test("is read as it is, and only then", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    await tree.index();
    const open = join(tree.dir, "open");
    mkdirSync(open);
    copyFileSync(storePath(tree.dataDir), storePath(open));
    for (const [path, mode] of [
      [tree.dir, 0o755],
      [storePath(open), 0o644],
      [open, 0o555],
    ] as const)
      chmodSync(path, mode);
    expect(JSON.parse(runUnprivileged(READER, open).stdout)).toEqual({ documents: 1, warnings: ["immutable"] });
    expect(readdirSync(open)).toEqual(["qsearch.db"]);
    expect(JSON.parse(runUnprivileged(READER, open, "write").stdout)).toEqual({ code: "read_only" });
    chmodSync(open, 0o777);
    expect(JSON.parse(runUnprivileged(READER, open).stdout)).toEqual({ documents: 1, warnings: [] });
    chmodSync(open, 0o755);
  });

  test("with a write-ahead log that still holds something: an error, not an old answer", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    await tree.index();
    const open = join(tree.dir, "open");
    mkdirSync(open);
    copyFileSync(storePath(tree.dataDir), storePath(open));
    writeFileSync(`${storePath(open)}-wal`, "left by a crash");
    chmodSync(tree.dir, 0o755);
    chmodSync(storePath(open), 0o644);
    chmodSync(`${storePath(open)}-wal`, 0o644);
    chmodSync(open, 0o555);
    expect(JSON.parse(runUnprivileged(READER, open).stdout)).toEqual({ code: "read_only" });
    chmodSync(open, 0o755);
  });
});

test("a reader with mapped pages sees what others see while the file shrinks beneath it", async () => {
  using tree = new Tree();
  for (let i = 0; i < 300; i++) tree.write(`f${i}.txt`, `orchid ${i}\n${`word${i} `.repeat(400)}`);
  await tree.index();
  const before = statSync(storePath(tree.dataDir)).size;
  const mapped = openStore(tree.dataDir, "read", { mappedBytes: 32 * 1024 * 1024 });
  expect(Object.values(mapped.db.query("PRAGMA mmap_size").get() as object)[0]).toBeGreaterThan(0);
  const texts = () =>
    mapped.read(() => mapped.db.query<{ data: Uint8Array }, []>("SELECT data FROM content ORDER BY id").all().length);
  expect(texts()).toBe(300);
  // In one transaction: the old state, whatever a writer takes away and gives back meanwhile.
  mapped.db.run("BEGIN");
  const counted = () => mapped.db.query<{ n: number }, []>("SELECT sum(length(data)) AS n FROM content").get()?.n;
  const held = counted();
  const writer = openStore(tree.dataDir, "write");
  writer.write(() => writer.db.run("DELETE FROM content"));
  writer.db.run("PRAGMA wal_checkpoint(PASSIVE)");
  expect(counted()).toBe(held);
  mapped.db.run("COMMIT");
  giveSpaceBack(writer);
  writer.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  writer.close();
  expect(statSync(storePath(tree.dataDir)).size).toBeLessThan(before);
  expect(texts()).toBe(0);
  mapped.close();
});
