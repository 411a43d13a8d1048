/** A disk that is full in the middle of a run: a clear word, no wrong answer, and the next run completes the store. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { searchResultSchema } from "../../src/request/search-request.ts";
import { until, watching } from "../workspace/following.ts";
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

  test("while passages are embedded: words are found, and the next run goes on", async () => {
    using w = world(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}.md`, `marmalade number${i}\n`])));
    mkdirSync(w.dataDir);
    using mounts = await Mounts.open();
    mounts.shell("mount -t tmpfs -o size=8m none $1", w.dataDir);
    const run = (...args: string[]) => mounts.run(w, {}, ...args, "--json").json();
    expect(run("index", "--root", w.dir)).toMatchObject({ ok: true });
    mounts.shell("head -c 8m /dev/zero > $1/filler || true", w.dataDir);
    expect(run("index", "--encoder", "fast").error).toMatchObject({
      code: "io",
      message: expect.stringContaining("no space is left for"),
    });
    expect(run("search", "number7", "--mode", "lexical").data).toHaveLength(1);
    mounts.shell("rm $1/filler", w.dataDir);
    expect(run("index", "--encoder", "fast")).toMatchObject({ ok: true, data: { pending: 0 } });
    expect(run("doctor")).toMatchObject({ ok: true, data: { healthy: true } });
  }, 60_000);

  test("in backup, restore and export: a clear word, and nothing that looks whole", async () => {
    using w = world(Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`${i}.txt`, bigText(i, 0)])));
    expect(w.run("index", "--root", w.dir).exitCode).toBe(0);
    expect(w.run("backup", join(w.base, "good")).exitCode).toBe(0);
    const [zip = ""] = readdirSync(join(w.base, "good"));
    const small = join(w.base, "small");
    mkdirSync(small);
    using mounts = await Mounts.open();
    mounts.shell("mount -t tmpfs -o size=300k none $1", small);
    const names = () => mounts.shell("ls -A $1", small);
    for (const args of [
      ["backup", small],
      ["restore", join(w.base, "good", zip), "--data-dir", join(small, "data")],
      ["backup", join(small, "deeper")],
    ]) {
      const { error } = mounts.run(w, {}, ...args, "--json").json();
      expect([args[0], error]).toEqual([args[0], expect.objectContaining({ code: "io" })]);
      expect(error.message).toMatch(/space/);
      expect(error.message).not.toContain(w.dataDir);
      expect(names().replace("deeper\n", "")).toBe("");
    }
    mounts.shell("head -c 299k /dev/zero > $1/filler || true", small);
    const { error } = mounts.run(w, {}, "export", join(small, "m.json"), "--json").json();
    expect(error).toMatchObject({ code: "io" });
    expect(
      names()
        .split("\n")
        .filter((name) => name.startsWith("m.json")),
    ).toEqual([]);
  }, 60_000);

  test("under a running watch: it says so, goes on, and is current once there is room", async () => {
    using w = world({ "a.md": "marmalade\n" });
    mkdirSync(w.dataDir);
    using mounts = await Mounts.open();
    mounts.shell("mount -t tmpfs -o size=4m none $1", w.dataDir);
    expect(mounts.run(w, {}, "index", "--root", w.dir).exitCode).toBe(0);
    const run = await watching(w, ["--embed"], { command: mounts.command() });
    mounts.shell("head -c 4m /dev/zero > $1/filler || true", w.dataDir);
    for (let i = 0; i < 40; i++) w.write({ [`${i}.txt`]: bigText(i, 0) });
    await run.said("no space is left for");
    mounts.shell("rm $1/filler && mount -o remount,size=64m $1", w.dataDir);
    const found = () => mounts.run(w, {}, "search", "number39", "--mode", "lexical", "--json").json<unknown[]>().data;
    await until("the last file is found", () => (found() ?? []).length === 1);
    expect((await run.stop()).status).toBe(130);
    expect(mounts.run(w, {}, "status", "--json").json()).toMatchObject({ data: { documents: 41 } });
  }, 90_000);
});
