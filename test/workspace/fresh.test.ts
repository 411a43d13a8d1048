import { describe, expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { lockForWriting } from "../../src/store/lock.ts";
import { type World, world } from "../world.ts";

interface Hit {
  readonly path: string;
  readonly stale: boolean;
}

function hits(place: World, ...args: string[]): [string, boolean][] {
  const { data } = place.run("search", "--mode", "lexical", ...args, "--json").json<Hit[]>();
  return data.map(({ path, stale }) => [path.slice(place.dir.length + 1), stale]);
}

describe("search --fresh", () => {
  test("new, changed, renamed and deleted files are brought in; without it hits are marked stale", () => {
    const place = world({ "a.md": "golden one", "b.md": "golden two", "c.md": "golden three" });
    place.run("index", place.dir, "--no-embed");
    expect(hits(place, "golden")).toEqual([
      ["a.md", false],
      ["b.md", false],
      ["c.md", false],
    ]);
    place.write({ "a.md": "golden one, written again", "d.md": "golden four" }).remove("b.md");
    const stale = place.run("search", "golden", "--mode", "lexical", "--json").json<Hit[]>();
    expect(stale.data.map(({ path, stale }) => [path.slice(place.dir.length + 1), stale]).sort()).toEqual([
      ["a.md", true],
      ["c.md", false],
    ]);
    expect(stale.warnings.map(({ code }) => code)).toContain("stale");
    expect(place.run("search", "golden").stdout).toContain("stale");
    expect(hits(place, "golden", "--fresh").sort()).toEqual([
      ["a.md", false],
      ["c.md", false],
      ["d.md", false],
    ]);
    renameSync(place.path("d.md"), place.path("e.md"));
    expect(hits(place, "golden", "--fresh").map(([name]) => name)).toContain("e.md");
  });

  test("stat alone decides: the same size and time is not read, index reads it", () => {
    const mtime = new Date("2026-01-31T12:00:00Z");
    const place = world({ "a.md": { content: "silver", mtime } });
    place.run("index", place.dir, "--no-embed");
    place.write({ "a.md": { content: "copper", mtime } });
    expect(hits(place, "copper", "--fresh")).toEqual([]);
    place.run("index", "--no-embed");
    expect(hits(place, "copper")).toEqual([["a.md", false]]);
  });

  test("without an index it makes one; another writer or a missing root is said, not fatal", async () => {
    const place = world({ "one/a.md": "golden", "two/b.md": "golden" });
    place.run("config", "roots", "add", place.path("one"), place.path("two"));
    expect(hits(place, "golden", "--fresh").length).toBe(2);
    place.write({ "one/c.md": "golden" });
    const lock = await lockForWriting(place.dataDir, { command: "index" });
    const busy = await place.runAsync({}, "search", "golden", "--fresh", "--mode", "lexical", "--json");
    lock.release();
    expect(busy.json<Hit[]>().data.length).toBe(2);
    expect(busy.json().warnings.map(({ code }) => code)).toContain("not_fresh");
    place.remove("two");
    const missing = place.run("search", "golden", "--fresh", "--mode", "lexical", "--json");
    expect(missing.json<Hit[]>().data.length).toBe(2);
    expect(missing.json().warnings.map(({ code }) => code)).toEqual(["folder_errors"]);
  }, 60_000);
});
