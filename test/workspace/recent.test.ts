import { describe, expect, test } from "bun:test";
import { mkdirSync, utimesSync } from "node:fs";
import { recentFiles } from "../../src/index-search/recent.ts";
import { recentRequestSchema } from "../../src/request/recent-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { openStore } from "../../src/store/store.ts";
import { type World, world } from "../world.ts";

const HOUR = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const old = (content: string, ms: number) => ({ content, mtime: ago(ms) });

interface Row {
  readonly path: string;
  readonly error: string | null;
  readonly stale: boolean;
}

function recent(place: World, ...args: string[]): string[] {
  const { data } = place.run("recent", ...args, "--json").json<Row[]>();
  return data.map(({ path }) => path.slice(place.dir.length + 1));
}

const files = {
  "now.md": old("one", 60_000),
  "hour.md": old("two", 2 * HOUR),
  "day.md": old("three", 30 * HOUR),
  "week.md": old("four", 8 * 24 * HOUR),
};

describe("recent", () => {
  test("ages and ISO 8601 times, the newest first", () => {
    const place = world(files);
    place.run("index", place.dir, "--no-embed");
    expect(recent(place)).toEqual(["now.md", "hour.md"]);
    expect(recent(place, "--since", "30m")).toEqual(["now.md"]);
    expect(recent(place, "--since", "7d")).toEqual(["now.md", "hour.md", "day.md"]);
    expect(recent(place, "--since", "2w")).toEqual(["now.md", "hour.md", "day.md", "week.md"]);
    expect(recent(place, "--since", ago(3 * HOUR).toISOString())).toEqual(["now.md", "hour.md"]);
    expect(recent(place, "--since", "2w", "--limit", "1")).toEqual(["now.md"]);
    expect(place.run("recent", "--since", "2w", "--limit", "1", "--json").json().warnings).toMatchObject([
      { code: "truncated" },
    ]);
  });

  test("nothing since: exit 1 and an empty list; no time: a usage error", () => {
    const place = world({ "a.md": old("x", 48 * HOUR) });
    place.run("index", place.dir, "--no-embed");
    const none = place.run("recent", "--since", "1h", "--json");
    expect([none.exitCode, none.json().data]).toEqual([1, []]);
    const bad = place.run("recent", "--since", "yesterday", "--json");
    expect([bad.exitCode, bad.json().error.code]).toEqual([2, "usage"]);
    expect(bad.json().error.message).toContain("since");
  });

  test("ignore rules and roots count as they are now; what is gone is not shown; what changed again is stale", () => {
    const place = world({ "keep.md": "a", "hide.md": "b", "gone.md": "c", "edit.md": "d", "bad.md": "x\0y" });
    place.run("index", place.dir, "--no-embed");
    place.write({ ".searchignore": "hide.md\n", "edit.md": "changed since" }).remove("gone.md");
    const { data } = place.run("recent", "--json").json<Row[]>();
    expect(new Map(data.map(({ path, error, stale }) => [path.slice(place.dir.length + 1), [error, stale]]))).toEqual(
      new Map<string, [string | null, boolean]>([
        ["keep.md", [null, false]],
        ["edit.md", [null, true]],
        ["bad.md", ["binary", false]],
      ]),
    );
    const text = place.run("recent").stdout;
    expect(text).toMatch(/edit\.md +stale/);
    expect(text).toMatch(/bad\.md +binary/);
  });

  test("what an agent added is not seen", async () => {
    const place = world({ "mine/a.md": "mine", "agents/b.md": "the agent's" });
    place.run("index", place.path("mine"), "--no-embed");
    const settings = loadSettings({ dataDir: place.dataDir, env: {} });
    const { runIndex } = await import("../../src/indexing/indexer.ts");
    const { indexRequestSchema } = await import("../../src/request/index-run-request.ts");
    const request = indexRequestSchema.parse({ paths: [place.path("agents")] });
    await runIndex(request, { settings, rootKind: "agent", inline: true });
    expect(recent(place)).toEqual(["mine/a.md"]);
  });

  test("equal times are in path order, and the index on time is used", () => {
    const place = world({ "b.md": "1", "a.md": "2", "c/d.md": "3" });
    const time = ago(HOUR);
    for (const name of ["b.md", "a.md", "c/d.md"]) utimesSync(place.path(name), time, time);
    place.run("index", place.dir, "--no-embed");
    expect(recent(place)).toEqual(["a.md", "b.md", "c/d.md"]);
    const store = openStore(place.dataDir, "read");
    try {
      const plan = store.db
        .query<{ detail: string }, []>(
          `EXPLAIN QUERY PLAN SELECT f.id FROM files f JOIN roots r ON r.id = f.root WHERE f.mtime_ns >= 1
           AND +f.root IN (SELECT value FROM json_each('[1]')) ORDER BY f.mtime_ns DESC, r.path, f.rel`,
        )
        .all();
      expect(plan.map(({ detail }) => detail).join("\n")).toContain("files_mtime");
    } finally {
      store.close();
    }
  });

  test("a root that is not there is said, and shows nothing", () => {
    const place = world({ "a/x.md": "1" });
    place.run("index", place.path("a"), "--no-embed");
    place.remove("a");
    const { data, warnings } = place.run("recent", "--json").json<Row[]>();
    expect(data).toEqual([]);
    expect(warnings).toMatchObject([{ code: "folder_errors" }]);
    mkdirSync(place.path("a"));
  });

  test("the function takes its own clock", () => {
    const place = world(files);
    place.run("index", place.dir, "--no-embed");
    const settings = loadSettings({ dataDir: place.dataDir, env: {} });
    const store = openStore(place.dataDir, "read");
    try {
      const request = recentRequestSchema.parse({ since: "30m" });
      expect(recentFiles(store, request, settings, Date.now() + 24 * HOUR).files).toEqual([]);
    } finally {
      store.close();
    }
  });
});
