import { describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { WatchResult } from "../../src/request/watch-request.ts";
import { type World, world } from "../world.ts";
import { found, until, untilFound, watching } from "./following.ts";

/** Saves as editors do: aside, then renamed over the file. */
function save(place: World, name: string, text: string): void {
  writeFileSync(place.path(`${name}.tmp~`), text);
  renameSync(place.path(`${name}.tmp~`), place.path(name));
}

function indexed(files: Parameters<typeof world>[0]): World {
  const place = world(files);
  expect(place.run("index", place.dir, "--no-embed").exitCode).toBe(0);
  return place;
}

describe("watch", () => {
  test("rename saves, delete and recreate, a new folder written into at once (notify-rs/notify#531, denoland/deno#22901)", async () => {
    const place = indexed({ "f.md": "golden" });
    const run = await watching(place);
    save(place, "f.md", "first silver");
    await untilFound(place, "silver", ["f.md"]);
    save(place, "f.md", "second bronze");
    await untilFound(place, "bronze", ["f.md"]);
    expect(found(place, "silver")).toEqual([]);
    place.remove("f.md");
    await untilFound(place, "bronze", []);
    place.write({ "f.md": "third copper" });
    await untilFound(place, "copper", ["f.md"]);
    place.write({ "new/deep/er/g.md": "nested iron", "new/h.md": "beside iron" });
    await untilFound(place, "iron", ["new/deep/er/g.md", "new/h.md"]);
    place.write({ "new/deep/er/i.md": "later iron" });
    await untilFound(place, "iron", ["new/deep/er/g.md", "new/deep/er/i.md", "new/h.md"]);
    renameSync(place.path("new/deep"), place.path("moved"));
    await untilFound(place, "iron", ["moved/er/g.md", "moved/er/i.md", "new/h.md"]);
    rmSync(place.path("moved"), { recursive: true });
    await untilFound(place, "iron", ["new/h.md"]);
    await run.stop();
  }, 120_000);

  test("what changed while it was not running is found by its first run; --json prints one object at the end", async () => {
    const place = indexed({ "a.md": "one", "b.md": "two" });
    place.write({ "c.md": "tin" }).remove("b.md");
    const run = await watching(place, ["--json"]);
    expect(found(place, "tin")).toEqual(["c.md"]);
    expect(found(place, "two")).toEqual([]);
    place.write({ "d.md": "lead" });
    await untilFound(place, "lead", ["d.md"]);
    await run.said("1 added");
    const { stdout, status } = await run.stop();
    const answer = JSON.parse(stdout) as { ok: boolean; data: WatchResult };
    expect(status).toBe(130);
    expect(answer).toMatchObject({
      ok: true,
      data: { roots: [place.dir], updates: 1, added: 1, changed: 0, deleted: 0, errors: 0 },
    });
  }, 60_000);

  test("Ctrl-C and SIGTERM end it; --quiet says nothing", async () => {
    const place = indexed({ "a.md": "one" });
    const run = await watching(place);
    const { status, stdout } = await run.stop("SIGTERM");
    expect([status, stdout]).toEqual([143, ""]);
    const quiet = place.start({ timeout: 30_000 }, "watch", "--quiet");
    await Bun.sleep(1500);
    quiet.kill("SIGINT");
    const [out, err] = await Promise.all([quiet.stdout.text(), quiet.stderr.text(), quiet.exited]);
    expect([out, err, quiet.exitCode]).toEqual(["", "", 130]);
  }, 60_000);

  test("only what changed is read again", async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}.md`, `word${i}`]));
    const place = indexed(files);
    const run = await watching(place, ["--json"]);
    save(place, "7.md", "changed now");
    await untilFound(place, "now", ["7.md"]);
    await run.said("1 changed");
    const { stdout } = await run.stop();
    expect(JSON.parse(stdout).data).toMatchObject({ updates: 1, added: 0, changed: 1, deleted: 0 });
  }, 60_000);

  test("ignore files are followed, those above the root in its work tree too", async () => {
    const place = world({ "tree/.git/HEAD": "", "tree/root/a.md": "mercury", "tree/root/sub/b.md": "mercury" });
    place.run("index", "--no-embed", place.path("tree", "root"));
    const run = await watching(place);
    const [a, b] = ["tree/root/a.md", "tree/root/sub/b.md"];
    place.write({ "tree/root/sub/.searchignore": "*.md\n" });
    await untilFound(place, "mercury", [a]);
    await run.said("1 deleted");
    place.remove("tree/root/sub/.searchignore");
    await untilFound(place, "mercury", [a, b]);
    place.write({ "tree/.gitignore": "a.md\n" });
    // The search hides it at once; that it left the index is told.
    await run.said(/1 deleted(.|\n)*1 deleted/);
    await run.stop();
  }, 60_000);

  test("a root that is removed and back", async () => {
    const place = indexed({ "root/a.md": "cobalt", "root/x/y/b.md": "cobalt", "other/c.md": "cobalt" });
    place.run("index", "--no-embed", "--root", place.path("root"), "--root", place.path("other"));
    const run = await watching(place);
    rmSync(place.path("root"), { recursive: true });
    await run.said("is gone");
    place.write({ "other/d.md": "nickel" });
    await untilFound(place, "nickel", ["other/d.md"]);
    mkdirSync(place.path("root"));
    place.write({ "root/e.md": "nickel" });
    await run.said("is back");
    await untilFound(place, "nickel", ["other/d.md", "root/e.md"]);
    await untilFound(place, "cobalt", ["other/c.md"]);
    place.write({ "root/f/g.md": "nickel" });
    await untilFound(place, "nickel", ["other/d.md", "root/e.md", "root/f/g.md"]);
    await run.stop();
  }, 60_000);

  test("a root that is moved away and back keeps its documents", async () => {
    const place = indexed({ "root/a.md": "cobalt" });
    place.run("index", "--no-embed", "--root", place.path("root"));
    const run = await watching(place);
    renameSync(place.path("root"), place.path("away"));
    await run.said("is gone");
    renameSync(place.path("away"), place.path("root"));
    await run.said("is back");
    place.write({ "root/b.md": "nickel" });
    await untilFound(place, "nickel", ["root/b.md"]);
    expect(found(place, "cobalt")).toEqual(["root/a.md"]);
    const { stdout } = await run.stop();
    expect(stdout).toBe("");
    expect(run.stderr).not.toContain("deleted");
  }, 60_000);

  test("a root that is a single file, saved by rename, deleted and made again", async () => {
    const place = world({ "only.md": "golden", "beside.md": "golden" });
    place.run("index", "--no-embed", place.path("only.md"));
    const run = await watching(place);
    save(place, "only.md", "argon");
    await untilFound(place, "argon", ["only.md"]);
    save(place, "beside.md", "argon");
    save(place, "only.md", "neon");
    await untilFound(place, "neon", ["only.md"]);
    place.remove("only.md");
    await run.said("is gone");
    place.write({ "only.md": "xenon" });
    await untilFound(place, "xenon", ["only.md"]);
    await run.stop();
  }, 60_000);

  test("the configuration is followed: roots added and removed, other settings", async () => {
    const place = indexed({ "one/a.md": "radium", "two/b.md": "radium" });
    place.run("index", "--no-embed", "--root", place.path("one"));
    const run = await watching(place);
    place.run("config", "roots", "add", place.path("two"));
    await untilFound(place, "radium", ["one/a.md", "two/b.md"]);
    place.write({ "two/c.md": "radium" });
    await untilFound(place, "radium", ["one/a.md", "two/b.md", "two/c.md"]);
    place.run("config", "roots", "remove", place.path("one"));
    await run.said("configuration has changed: 1 root");
    await untilFound(place, "radium", ["two/b.md", "two/c.md"]);
    place.write({ "one/d.md": "radium", "two/d.md": "osmium" });
    await untilFound(place, "osmium", ["two/d.md"]);
    expect(found(place, "radium")).toEqual(["two/b.md", "two/c.md"]);
    await run.stop();
  }, 60_000);

  test("others write meanwhile: the lock is held during a run only", async () => {
    const place = indexed({ "a.md": "one" });
    const run = await watching(place);
    place.write({ "b.md": "two" });
    await untilFound(place, "two", ["b.md"]);
    const other = place.run("index", "--json", "--no-embed");
    expect(other.exitCode).toBe(0);
    expect(place.run("clear", "--json").exitCode).toBe(0);
    place.write({ "c.md": "three" });
    await untilFound(place, "three", ["c.md"]);
    await run.stop();
  }, 60_000);

  test("another store in the place of the old one is filled again", async () => {
    const place = indexed({ "a.md": "thorium", "b.md": "thorium" });
    const run = await watching(place);
    place.write({ "c.md": "thorium" });
    await untilFound(place, "thorium", ["a.md", "b.md", "c.md"]);
    for (const name of ["qsearch.db", "qsearch.db-wal", "qsearch.db-shm"])
      rmSync(`${place.dataDir}/${name}`, { force: true });
    place.write({ "d.md": "thorium" });
    await run.said(/4 added/);
    expect(found(place, "thorium")).toEqual(["a.md", "b.md", "c.md", "d.md"]);
    await run.stop();
  }, 60_000);

  test("the data directory inside a root makes no endless work", async () => {
    const place = world({ "a.md": "one" });
    const env = { QSEARCH_DATA_DIR: place.path("data") };
    place.runWith({ env }, "index", place.dir, "--no-embed");
    const run = await watching(place, ["--json"], { env });
    place.write({ "b.md": "two" });
    await run.said("1 added");
    await Bun.sleep(300);
    const { stdout } = await run.stop();
    expect(JSON.parse(stdout).data).toMatchObject({ updates: 1, added: 1 });
  }, 60_000);

  test("names that are no UTF-8", async () => {
    const place = indexed({ "a.md": "one" });
    const run = await watching(place);
    writeFileSync(Buffer.from(`${place.dir}/b\xff.md`, "latin1"), "bismuth");
    await untilFound(place, "bismuth", ["b\udcff.md"]);
    rmSync(Buffer.from(`${place.dir}/b\xff.md`, "latin1"));
    await untilFound(place, "bismuth", []);
    await run.stop();
  }, 60_000);

  test("a burst of 2,000 files in new folders", async () => {
    const place = indexed({ "a.md": "one" });
    const run = await watching(place);
    for (let i = 0; i < 2000; i++) {
      if (i % 50 === 0) mkdirSync(place.path(`d${i / 50}`));
      writeFileSync(place.path(`d${Math.floor(i / 50)}`, `${i}.md`), `vanadium number${i}`);
    }
    await untilFound(place, "number1999", ["d39/1999.md"]);
    await untilFound(place, "number0", ["d0/0.md"]);
    const status = () => place.run("status", "--json").json<{ documents: number }>().data.documents;
    const deadline = Date.now() + 20_000;
    while (status() !== 2001 && Date.now() < deadline) await Bun.sleep(50);
    expect(status()).toBe(2001);
    await run.stop();
  }, 120_000);

  test("no root: a usage error; a root that is missing at the start: an error", () => {
    const place = world({ "a/x.md": "" });
    const none = place.run("watch", "--json");
    expect([none.exitCode, none.json().error.code]).toEqual([2, "usage"]);
    place.run("index", "--no-embed", place.path("a"));
    place.remove("a");
    const missing = place.run("watch", "--json");
    expect([missing.exitCode, missing.json().error.code]).toEqual([2, "root_unavailable"]);
  });
});

/** Chunks of 40 ms and more each: some seconds of embedding. */
function backlog(files: number): World {
  const text = (i: number) => `# Note ${i}\n\n${`word${i} `.repeat(90)}\n`;
  return indexed(Object.fromEntries(Array.from({ length: files }, (_, i) => [`${i}.md`, text(i)])));
}

function counts(place: World): { embedded: number; pending: number } {
  return place.run("status", "--json").json<{ embedded: number; pending: number }>().data;
}

describe("while passages are embedded", () => {
  test("saves are found at once, others write, and all of it is embedded in the end", async () => {
    const place = backlog(80);
    const run = await watching(place, ["--embed"]);
    await until("the first vectors", () => counts(place).embedded > 0, 60_000);
    for (const word of ["silver", "bronze", "copper"]) {
      save(place, "f.md", `a ${word} note`);
      await untilFound(place, word, ["f.md"]);
    }
    expect(counts(place).pending).toBeGreaterThan(0);
    // Whoever else indexes leaves the vectors to it.
    const other = place.run("index", "--embed-budget", "1h", "--json");
    expect(other.json()).toMatchObject({ ok: true, data: { embedded: 0 } });
    expect(other.json().warnings).toMatchObject([{ code: "unembedded" }]);
    expect(counts(place).pending).toBeGreaterThan(0);
    await run.said(/\d+ passages embedded/, 90_000);
    expect(counts(place)).toMatchObject({ pending: 0 });
    save(place, "f.md", "a nickel note");
    await untilFound(place, "nickel", ["f.md"]);
    await run.said(/passages embedded(.|\n)*1 passage embedded/, 60_000);
    expect((await run.stop()).ms).toBeLessThan(5000);
  }, 240_000);
});

/** Each user namespace has limits of its own. */
const isolated = Bun.spawnSync(["unshare", "-Ur", "sh", "-c", "echo 1 > /proc/sys/user/max_inotify_watches"]);

describe.skipIf(isolated.exitCode !== 0)("at the system's limits", () => {
  test.each([
    ["max_inotify_watches", "5", "limit of watched folders is reached"],
    ["max_inotify_instances", "0", "limit of watchers is reached"],
  ])(
    "%s: it says so and rescans",
    async (limit, value, said) => {
      const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`d${i}/a.md`, "golden"]));
      const place = indexed(files);
      const { COMMAND } = await import("../world.ts");
      const command = [
        "unshare",
        "-Ur",
        "sh",
        "-c",
        `echo ${value} > /proc/sys/user/${limit} && exec "$@"`,
        "sh",
        ...COMMAND,
      ];
      const run = await watching(place, ["--rescan", "1"], { command });
      await run.said(said);
      place.write({ "d19/b.md": "hafnium" });
      await untilFound(place, "hafnium", ["d19/b.md"]);
      place.remove("d19/b.md").write({ "d18/c.md": "hafnium" });
      await untilFound(place, "hafnium", ["d18/c.md"]);
      await run.stop();
    },
    60_000,
  );
});
