/** A store on a disk that cannot be written, for root as well: a mounted image, a read-only container. */
import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { searchResultSchema } from "../../src/request/search-request.ts";
import { storePath } from "../../src/store/store.ts";
import { COMMAND, type World, world } from "../world.ts";
import { CAN_MOUNT, Mounts } from "./mounts.ts";

const FILES = { "notes.md": "# Harvest\n\nThe marmalade is here.\n", "b.csv": "id,name\n7,marmalade\n" };
/** The whole disk, temporary folders included: no place for a cache or a lock. */
const FREEZE = "mount -o remount,ro,bind / && mount --bind $1 $1 && mount -o remount,ro,bind $1";

let w: World;
/** From source the program, compiled the binary alone in an empty folder. */
let command: readonly string[];

beforeAll(() => {
  w = world(FILES);
  command = COMMAND;
  if (process.env.QSEARCH_BIN) {
    const alone = join(w.base, "alone");
    mkdirSync(alone);
    copyFileSync(process.env.QSEARCH_BIN, join(alone, "qsearch"));
    command = [join(alone, "qsearch")];
  }
  expect(w.runWith({ command }, "index", "--root", w.dir).exitCode).toBe(0);
});

/** The folder of data with the names given, and nothing else. */
function onlyFiles(...names: string[]): void {
  for (const name of readdirSync(w.dataDir)) if (!names.includes(name)) rmSync(join(w.dataDir, name));
}

describe.skipIf(!CAN_MOUNT)("where nothing at all can be written", () => {
  test.each([
    ["with SQLite's files beside the store", []],
    ["with the store alone", ["immutable"]],
  ] as const)(
    "%s: search, read, status answer",
    async (_title, warnings) => {
      if (warnings.length > 0) onlyFiles("qsearch.db", "qsearch.json");
      const before = readFileSync(storePath(w.dataDir));
      using mounts = await Mounts.open();
      mounts.shell(FREEZE, w.base);
      const run = (...args: string[]) => mounts.run(w, { command }, ...args);
      const found = run("search", "marmalade", "--json").json();
      expect(
        searchResultSchema
          .parse(found.data)
          .map(({ path }) => path)
          .sort(),
      ).toEqual([w.path("b.csv"), w.path("notes.md")]);
      const without = mounts.run(w, { command, env: { HOME: undefined } }, "search", "marmalade", "--format", "files");
      expect([without.exitCode, without.stdout.split("\n").length]).toEqual([0, 3]);
      const status = run("status", "--json").json<{ documents: number }>();
      expect([status.data.documents, status.warnings.map(({ code }) => code)]).toEqual([2, [...warnings]]);
      expect(found.warnings.map(({ code }) => code)).toEqual([...warnings]);
      expect(run("read", w.path("notes.md")).stdout).toContain("The marmalade is here.");
      expect(readFileSync(storePath(w.dataDir)).equals(before)).toBe(true);
    },
    60_000,
  );

  test("index and clear say what they need, and where", async () => {
    using mounts = await Mounts.open();
    mounts.shell(FREEZE, w.base);
    for (const args of [["index"], ["index", w.dir, "--force"], ["clear"]]) {
      const { exitCode, stdout, stderr } = mounts.run(w, { command }, ...args);
      expect([exitCode, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`${w.dataDir}/`);
      expect(stderr).toContain("cannot be written");
      expect(stderr).toContain("hint: Give a data directory that can be written: --data-dir DIR");
    }
    const absent = mounts.run(w, { command }, "index", w.dir, "--data-dir", join(w.base, "absent"), "--json");
    expect(absent.json().error).toMatchObject({ code: "read_only" });
  }, 60_000);

  test("after a crash: its last transactions are not left out of an answer", async () => {
    const crashed = join(w.base, "crashed");
    mkdirSync(crashed);
    copyFileSync(join(w.dataDir, "qsearch.json"), join(crashed, "qsearch.json"));
    // Copied while a connection is open, so with a log that nobody has folded in.
    const open = new Database(storePath(w.dataDir), { readwrite: true });
    open.run("PRAGMA wal_autocheckpoint = 0");
    open.run("UPDATE counters SET generation = generation + 1");
    copyFileSync(storePath(w.dataDir), storePath(crashed));
    copyFileSync(`${storePath(w.dataDir)}-wal`, `${storePath(crashed)}-wal`);
    open.close();
    using mounts = await Mounts.open();
    mounts.shell(FREEZE, w.base);
    const { error } = mounts.run(w, { command }, "search", "marmalade", "--data-dir", crashed, "--json").json();
    expect(error).toMatchObject({ code: "read_only", hint: expect.stringContaining("Run any qsearch command once") });
  }, 60_000);
});
