/** A disk that is full in the middle of a run: a clear word, no wrong answer, and the next run completes the store. */
import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { searchResultSchema } from "../../src/request/search.ts";
import { world } from "../world.ts";
import { CAN_MOUNT, Mounts } from "./mounts.ts";

const FILES = 120;

/** About 17 KB that zstd cannot make much smaller; each holds a word of its own and one of all. */
function bigText(i: number, version: number): string {
  const words = Array.from({ length: 1500 }, (_, j) => ((i * 7919 + j * 104_729 + version) % 1_000_003).toString(36));
  return `marmalade number${i} version${version}\n${words.join(" ")}\n`;
}

describe.skipIf(!CAN_MOUNT)("a full disk", () => {
  test("in the first run, in a later one and in clear", async () => {
    using w = world({ "old/a.md": "# Old\n\nmarmalade\n", "old/b.md": "# Old\n\nmarmalade\n" });
    mkdirSync(w.dataDir);
    using mounts = await Mounts.open();
    mounts.shell("mount -t tmpfs -o size=1200k none $1", w.dataDir);
    const run = (...args: string[]) => mounts.run(w, {}, ...args, "--json");
    const found = (query: string) => {
      const { ok, data, error } = run("search", query, "--limit", "100").json();
      if (!ok) throw new Error(`${error.code}: ${error.message}`);
      return searchResultSchema
        .parse(data)
        .filter(({ match }) => match !== "partial")
        .map(({ path }) => path);
    };
    expect(run("index", "--root", w.path("old")).exitCode).toBe(0);
    for (let i = 0; i < FILES; i++) w.write({ [`new/f${i}.txt`]: bigText(i, 0) });

    const full = run("index", "--root", w.dir);
    expect(full.json().error).toMatchObject({ code: "io", message: expect.stringContaining("no space is left for") });
    expect(full.json().error).toMatchObject({ hint: expect.stringContaining("index again") });
    // What is there is right, whole files only, and the old ones are still there.
    const some = found("marmalade path:old");
    expect(some.toSorted()).toEqual([w.path("old/a.md"), w.path("old/b.md")]);
    for (const i of [0, FILES - 1]) {
      const [hit, ...more] = found(`number${i}`);
      expect([hit ?? w.path(`new/f${i}.txt`), more]).toEqual([w.path(`new/f${i}.txt`), []]);
    }
    expect(run("status").exitCode).toBe(0);

    mounts.shell("mount -o remount,size=96m $1", w.dataDir);
    expect(run("index").json()).toMatchObject({ ok: true, data: { files: FILES + 2, errors: 0 } });
    expect(found(`number${FILES - 1}`)).toEqual([w.path(`new/f${FILES - 1}.txt`)]);

    // Full again while files are replaced: each is its old version or its new one.
    for (let i = 0; i < FILES; i++) w.write({ [`new/f${i}.txt`]: bigText(i, 1) });
    mounts.shell("head -c 96m /dev/zero > $1/filler || true", w.dataDir);
    expect(run("index").json().error).toMatchObject({ code: "io" });
    for (const i of [0, FILES - 1]) {
      const hits = [...found(`number${i} version0`), ...found(`number${i} version1`)];
      expect(hits).toEqual([w.path(`new/f${i}.txt`)]);
    }
    const cleared = run("clear");
    if (cleared.exitCode !== 0) expect(cleared.json().error.code).toBe("io");
    mounts.shell("rm $1/filler", w.dataDir);
    expect(run("index").json()).toMatchObject({ ok: true, data: { files: FILES + 2, errors: 0 } });
    expect(run("status").json()).toMatchObject({ ok: true, data: { documents: FILES + 2 } });
    expect(found(`number7 version1`)).toEqual([w.path("new/f7.txt")]);
    const checks = run("doctor").json<{ checks: { name: string; state: string }[] }>();
    expect(checks.data.checks.filter(({ state }) => state === "broken")).toEqual([]);
  }, 120_000);

  test("before there is a store", async () => {
    using w = world({ "a.md": "marmalade\n" });
    mkdirSync(w.dataDir);
    using mounts = await Mounts.open();
    mounts.shell("mount -t tmpfs -o size=64k none $1 && (head -c 64k /dev/zero > $1/filler || true)", w.dataDir);
    const { exitCode, stderr } = mounts.run(w, {}, "index", "--root", w.dir);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^error: .*(no space|ENOSPC)/)]);
    expect(mounts.run(w, {}, "search", "marmalade", "--json").json().error).toMatchObject({ code: "no_store" });
    mounts.shell("rm $1/filler && mount -o remount,size=8m $1", w.dataDir);
    expect(mounts.run(w, {}, "index", "--root", w.dir).exitCode).toBe(0);
    expect(mounts.run(w, {}, "search", "marmalade", "--json").exitCode).toBe(0);
  }, 60_000);
});
