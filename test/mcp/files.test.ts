/** `search_files`, `read_file`, `reindex` in each branch, over an index that the command line made. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import type { Warning } from "../../src/errors.ts";
import type { IndexResult } from "../../src/request/index-run-request.ts";
import type { ReadResult } from "../../src/request/read-request.ts";
import type { SearchHit } from "../../src/request/search-request.ts";
import { type World, world } from "../world.ts";
import { Checked } from "./checked.ts";
import { textOf, Wire } from "./wire.ts";

interface Found {
  readonly results: readonly SearchHit[];
  readonly warnings: readonly Warning[];
}
type Read = ReadResult & { readonly warnings: readonly Warning[] };

const LONG = Array.from({ length: 5000 }, (_, i) => `{"record": "${i}", "path": "C:\\\\temp\\\\${i}"}`).join("\n");

let notes: World;
let wire: Wire;
let checked: Checked;

beforeAll(async () => {
  notes = world({
    "notes/inspection.md": "# Inspection\n\nThe golden bearing was checked.\n\nSecond paragraph.\n",
    "notes/other.txt": "nothing of interest\n",
    "notes/long.json": LONG,
    "notes/secret.log": "golden bearing, ignored\n",
    "notes/.gitignore": "*.log\nprivate/\n",
    "notes/private/x.md": "golden bearing, private\n",
    "notes/table.csv": "part,state\nbearing,golden\n",
    ...Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [
        `notes/many/${i}.md`,
        `sprocket ${i} ${'filler "quoted" text '.repeat(60)}\n`,
      ]),
    ),
    "outside/loot.md": "golden bearing outside\n",
    "notes/link.md": { link: "../outside/loot.md" },
    "notes/deep": { link: "../outside/deep" },
    "outside/deep/key.md": "golden bearing deep\n",
  });
  expect(notes.run("index", "--root", notes.path("notes")).exitCode).toBe(0);
  wire = new Wire(notes, ["--tools", "files"]);
  const { result } = await wire.open();
  expect(String(result?.instructions)).toContain(notes.path("notes"));
  checked = new Checked(wire);
});

afterAll(async () => {
  expect((await wire.end()).exitCode).toBe(0);
  expect(wire.noise).toEqual([]);
});

describe("search_files", () => {
  const search = (args: Record<string, unknown>) => checked.good<Found>("search_files", args);

  test("hits, the same as the command line's but for what has no value, with links to their lines", async () => {
    const { results, links } = await search({ query: '"golden bearing"' });
    expect(results.map(({ path }) => path)).toEqual([notes.path("notes/inspection.md")]);
    const said = (...options: string[]) => {
      const printed = notes.run("search", '"golden bearing"', ...options, "--json").json().data;
      return JSON.parse(JSON.stringify(printed), (_, value: unknown) => value ?? undefined) as SearchHit[];
    };
    expect([...results]).toEqual(said().map(({ bm25, ...hit }) => hit as SearchHit));
    const explained = await search({ query: '"golden bearing"', explain: true });
    expect([...explained.results]).toEqual(said("--explain"));
    expect(explained.results[0]?.bm25).toBeNumber();
    expect(links[0]?.uri).toMatch(/^file:\/\/.*\/notes\/inspection\.md#L\d+-L\d+$/);
  });

  test("nothing found", async () => {
    expect((await search({ query: "zzqx" })).results).toEqual([]);
  });

  test("filters, limit, null and prefixes", async () => {
    const paths = async (args: Record<string, unknown>) => (await search(args)).results.map(({ ext }) => ext);
    expect(await paths({ query: "bearing", ext: "csv", path_prefix: null })).toEqual(["csv"]);
    expect(await paths({ query: "bearing", ext: ".CSV", limit: null })).toEqual(["csv"]);
    expect((await search({ query: "sprocket", limit: 3 })).results.length).toBe(3);
    expect(await paths({ query: "sprocket", path_prefix: notes.path("notes/many/") })).toHaveLength(10);
    expect(await paths({ query: "sprocket", path_prefix: notes.path("notes/man") })).toEqual([]);
  });

  test("an answer that would be too long is cut and says so", async () => {
    const { results, warnings } = await search({ query: "sprocket", limit: 100 });
    if (results.length < 100) expect(warnings.map(({ code }) => code)).toContain("truncated");
  });

  test("a word that is there in part comes with a warning", async () => {
    const { warnings } = await search({ query: "golden sprocket" });
    expect(warnings.map(({ code }) => code)).toContain("relaxed");
  });

  test("bad arguments are named", async () => {
    expect(await checked.bad("search_files", {})).toContain("query is missing");
    expect(await checked.bad("search_files", { query: " " })).toContain("usage");
    expect(await checked.bad("search_files", { query: "x", limit: 101 })).toContain(
      "limit must be a whole number from 1 to 100",
    );
    expect(await checked.bad("search_files", { query: "x", limt: 5 })).toContain("Did you mean limit?");
    expect(await checked.bad("search_files", { query: "x", path_prefix: "notes" })).toContain(
      "path_prefix must be an absolute path",
    );
  });
});

describe("read_file", () => {
  const read = (args: Record<string, unknown>) => checked.good<Read>("read_file", args);

  test("lines, both included", async () => {
    const { sections } = await read({ path: notes.path("notes/inspection.md"), start_line: 3, end_line: 5 });
    expect(sections[0]?.lines).toEqual([
      { line: 3, text: "The golden bearing was checked." },
      { line: 4, text: "" },
      { line: 5, text: "Second paragraph." },
    ]);
  });

  test("lines past the end are told as such", async () => {
    const path = notes.path("notes/inspection.md");
    const past = await read({ path, start_line: 5000, end_line: 5010 });
    expect(past).toMatchObject({ sections: [], truncated: false });
    expect(past.next).toBeUndefined();
    expect(past.warnings).toEqual([{ code: "past_end", message: "there is no line 5000: the text ends before it" }]);
  });

  test("a long file stays within the bound however much JSON escapes, and goes on where it stopped", async () => {
    const path = notes.path("notes/long.json");
    const lines: string[] = [];
    let next: ReadResult["next"] | undefined = { start_line: 1 };
    for (let calls = 0; next !== undefined && calls < 20; calls++) {
      const part: Read = await read({ path, ...next });
      expect(part.truncated).toBe(part.next !== undefined);
      lines.push(...(part.sections[0]?.lines ?? []).map(({ text }) => text));
      next = part.next;
    }
    expect(lines.join("\n")).toBe(LONG);
  });

  test("an edit is shown as it is now, with a warning", async () => {
    notes.write({ "notes/fresh.md": "one\n" });
    expect(notes.run("index").exitCode).toBe(0);
    notes.write({ "notes/fresh.md": "two\n" });
    const { sections, warnings } = await read({ path: notes.path("notes/fresh.md") });
    expect([sections[0]?.lines[0]?.text, warnings.map(({ code }) => code)]).toEqual(["two", ["stale"]]);
  });

  test("nothing outside the roots, and the same answer whether it is there or not", async () => {
    const refusals = new Set<string>();
    for (const path of [
      notes.path("outside/loot.md"),
      notes.path("outside/no-such.md"),
      notes.path("notes/../outside/loot.md"),
      notes.path("notes/link.md"),
      notes.path("notes/secret.log"),
      notes.path("notes/private/x.md"),
      notes.path("notes/no-such.md"),
      notes.path("notes"),
      "/etc/passwd",
      "/proc/self/environ",
      `${notes.path("notes/inspection.md")}\0.txt`,
    ]) {
      refusals.add(
        (await checked.bad("read_file", { path }))
          .split("\n")[0]
          ?.replace(/ \S.* is not there/, " PATH is not there") ?? "",
      );
    }
    expect([...refusals]).toEqual(["not_found: PATH is not there or may not be read"]);
  });

  test("bad arguments are named", async () => {
    const path = notes.path("notes/inspection.md");
    expect(await checked.bad("read_file", {})).toContain("path is missing");
    expect(await checked.bad("read_file", { path: "notes/inspection.md" })).toContain("path must be an absolute path");
    expect(await checked.bad("read_file", { path, page: 1, start_line: 1 })).toContain("exclude one another");
    expect(await checked.bad("read_file", { path, page: 4 })).toContain("page");
    expect(await checked.bad("read_file", { path, start_line: 0 })).toContain("start_line must be");
    expect(await checked.bad("read_file", { path, start_line: 9, end_line: 3 })).toContain("usage");
  });
});

describe("reindex", () => {
  const reindex = (args: Record<string, unknown>) => checked.good<IndexResult>("reindex", args);
  const count = async (query: string) => (await checked.good<Found>("search_files", { query })).results.length;

  test("finds what is new, and drops what is gone", async () => {
    notes.write({ "notes/new.md": "a flywheel appears\n" });
    expect(await count("flywheel")).toBe(0);
    expect((await reindex({})).added).toBe(1);
    expect(await count("flywheel")).toBe(1);
    notes.remove("notes/new.md");
    expect((await reindex({ path: null })).deleted).toBe(1);
    expect(await count("flywheel")).toBe(0);
  });

  test("only one folder or file", async () => {
    notes.write({ "notes/many/a.md": "camshaft\n", "notes/b.md": "camshaft\n" });
    expect((await reindex({ path: notes.path("notes/many") })).added).toBe(1);
    expect((await reindex({ path: notes.path("notes/b.md") })).added).toBe(1);
    expect(await count("camshaft")).toBe(2);
  });

  test("never adds a root", async () => {
    const roots = () => notes.run("config", "roots", "list", "--json").json().data;
    const before = roots();
    for (const path of [
      "outside",
      "outside/loot.md",
      "notes/secret.log",
      "notes/private",
      "notes/link.md",
      "no-such",
      ".",
      "notes-x",
      // The file system's parent of what a link leads to, not the text's.
      "notes/deep/..",
      "notes/deep/../",
      "notes/deep/../loot.md",
      "notes/deep/../../outside",
      "notes/many/../deep/..",
      "notes/deep",
      "notes/../outside",
    ]) {
      expect(await checked.bad("reindex", { path: `${notes.dir}/${path}` })).toContain("not_found");
    }
    expect(await checked.bad("reindex", { path: "notes" })).toContain("absolute path");
    expect(roots()).toEqual(before);
    expect(await count("loot outside")).toBe(0);
  });

  test("changes no source file", async () => {
    const stat = () =>
      Bun.spawnSync(["sh", "-c", "find . -type f -exec cksum {} + -o -type l -exec readlink {} +"], { cwd: notes.dir });
    const before = stat().stdout.toString();
    await reindex({});
    expect(stat().stdout.toString()).toBe(before);
  });
});

test("--read-only does not list what writes, nor does it run it", async () => {
  const readOnly = new Wire(notes, ["--read-only"]);
  await readOnly.open();
  const { tools } = (await readOnly.request("tools/list")).result as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).not.toContain("reindex");
  expect((await readOnly.request("tools/call", { name: "reindex", arguments: {} })).error?.code).toBe(-32602);
  await readOnly.end();
});

test("nothing indexed yet: each tool says what to do, and the instructions, too", async () => {
  const empty = world();
  const fresh = new Wire(empty);
  const { result } = await fresh.open();
  expect(String(result?.instructions)).toContain("No folder is indexed yet");
  const calls = [
    ["search_files", { query: "x" }],
    ["reindex", {}],
  ] as const;
  for (const [name, args] of calls) {
    const answer = await fresh.call(name, args);
    expect([name, answer.isError, textOf(answer)]).toEqual([name, true, expect.stringContaining("qsearch index")]);
  }
  expect((await fresh.call("read_file", { path: "/etc/passwd" })).isError).toBe(true);
  // The command line indexes while the server runs: no restart is needed.
  empty.write({ "a.md": "a flywheel\n" });
  expect(empty.run("index", "--root", empty.dir).exitCode).toBe(0);
  expect(textOf(await fresh.call("search_files", { query: "flywheel" }))).toContain("a.md");
  await fresh.end();
});

test("a search and a reindex are cancelled like any call, and an index that is removed is noticed", async () => {
  const repo = world({ "a.md": "flywheel\n" });
  repo.run("index", "--root", repo.dir);
  const other = new Wire(repo);
  await other.open();
  const search = () => other.call("search_files", { query: "flywheel" });
  expect(textOf(await search())).toContain("a.md");
  for (const [name, args] of [
    ["search_files", { query: "flywheel" }],
    ["reindex", {}],
  ] as const) {
    const { id, answer } = other.begin("tools/call", { name, arguments: args });
    answer.catch(() => undefined);
    other.notify("notifications/cancelled", { requestId: id });
  }
  expect(textOf(await search())).toContain("a.md");
  Bun.spawnSync(["rm", "-rf", repo.dataDir]);
  expect(textOf(await search())).toContain("no_store");
  writeFileSync(repo.dataDir, "");
  for (const name of ["search_files", "rag_search"])
    expect(textOf(await other.call(name, { query: "flywheel" }))).toBe(
      `io: ${repo.dataDir} is no folder\nGive another data directory: --data-dir DIR`,
    );
  Bun.spawnSync(["rm", "-rf", repo.dataDir]);
  repo.write({ "b.md": "flywheel\n" });
  repo.run("index", "--root", repo.dir);
  expect(textOf(await search())).toContain("b.md");
  expect((await other.end()).exitCode).toBe(0);
});
