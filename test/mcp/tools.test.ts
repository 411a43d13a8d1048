/**
 * Each tool in each branch, from the source or the compiled binary. Every good answer is valid against the tool's own
 * output schema, as text alone and as structure alone; every error says in its text what to do.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { utimesSync } from "node:fs";
import type { ContextResult } from "../../src/request/context-request.ts";
import type { FocusResult } from "../../src/request/focus-request.ts";
import { type World, world } from "../world.ts";
import { Checked } from "./checked.ts";
import { REPOSITORY } from "./repository.ts";
import { Wire } from "./wire.ts";

let repo: World;
let wire: Wire;
let checked: Checked;

beforeAll(async () => {
  repo = world(REPOSITORY);
  wire = new Wire(repo);
  await wire.open();
  checked = new Checked(wire);
});

afterAll(async () => {
  expect((await wire.end()).exitCode).toBe(0);
  expect(wire.noise).toEqual([]);
});

const good = <Result>(name: string, args: Record<string, unknown>) => checked.good<Result>(name, args);
const bad = (name: string, args: unknown) => checked.bad(name, args);

describe("search_repo_context", () => {
  const search = (args: Record<string, unknown>) => good<ContextResult>("search_repo_context", args);

  test("hits, with links to their lines", async () => {
    const { ranked_files, snippets, searched_directory, links, diagnostics } = await search({
      keywords: ["snow_melt"],
      directory: repo.dir,
    });
    expect(ranked_files[0]?.path).toBe("src/snow.py");
    expect(searched_directory).toBe(repo.dir);
    expect(diagnostics).toBeUndefined();
    const [first] = snippets;
    expect(first?.snippet).toContain("def snow_melt");
    expect(links[0]).toMatchObject({
      type: "resource_link",
      uri: `file://${repo.dir}/${first?.path}#L${first?.line_start}-L${first?.line_end}`,
    });
    expect(ranked_files.map(({ path }) => path)).not.toContain("build/snow.py");
  });

  test("nothing found is an answer, too", async () => {
    const { ranked_files, snippets, usage_guidance } = await search({ keywords: ["zzqx"], directory: repo.dir });
    expect([ranked_files, snippets]).toEqual([[], []]);
    expect(usage_guidance).not.toBe("");
  });

  test("truncated: says so, and stays within the bound of a reply", async () => {
    const { summary } = await search({
      keywords: ["avalanche", "glacier"],
      directory: repo.dir,
      max_files: 1000,
      max_snippets: 1000,
      max_total_lines: 100_000,
      lines_before: 1000,
      lines_after: 3000,
      output_mode: "full",
      include_diagnostics: true,
    });
    expect(summary.budget_truncated).toBe(true);
  });

  test("query_id shows the answer again in full, and feeds search_focused_context", async () => {
    const { query_id } = await search({ keywords: ["snow_melt"], directory: repo.dir });
    const full = await search({ query_id, output_mode: "full", include_diagnostics: true });
    // A client that fills in every default means nothing by them.
    const defaults = { max_files: 12, max_snippets: 8, lines_before: 24, lines_after: 40, max_total_lines: 1200 };
    expect((await search({ query_id, ...defaults })).query_id).toBe(query_id);
    expect(await bad("search_repo_context", { query_id, max_files: 3 })).toContain("cannot be combined with max_files");
    expect(full.ranked_files[0]?.line_count).toBe(16);
    expect(full.diagnostics?.matching_backend).toBeString();
    const focus = await good<FocusResult>("search_focused_context", { query_id });
    expect(focus.query_id).toBe(query_id);
    expect(focus.blocks.map(({ content }) => content).join()).toContain("def snow_melt");
  });

  test("an edit a moment ago is seen, also of the same size and time", async () => {
    using fresh = world({ "a.txt": { content: "needle one", mtime: new Date(1e12) } });
    const found = async (word: string) =>
      (await search({ keywords: [word], directory: fresh.dir })).ranked_files.length;
    expect(await found("one")).toBe(1);
    fresh.write({ "a.txt": "needle two" });
    utimesSync(fresh.path("a.txt"), new Date(1e12), new Date(1e12));
    expect([await found("one"), await found("two")]).toEqual([0, 1]);
  });

  test("null counts as absent, a string is a list of one", async () => {
    const nulls = { query_id: null, subpath: null, max_files: null, match_mode: null, paths_include_glob: null };
    const { query } = await search({ keywords: "snow_melt", directory: repo.dir, ...nulls });
    expect(query.keywords).toEqual(["snow_melt"]);
  });

  test("bad arguments are named", async () => {
    const directory = repo.dir;
    expect(await bad("search_repo_context", { keyword: ["x"], directory })).toMatch(
      /unknown argument "keyword".*\n.*Did you mean keywords\?/,
    );
    expect(await bad("search_repo_context", { keywords: ["x"], directory, max_files: 0 })).toContain(
      "max_files must be",
    );
    expect(await bad("search_repo_context", { keywords: ["x"], directory, match_mode: "words" })).toContain(
      "Did you mean word?",
    );
    expect(await bad("search_repo_context", { directory })).toContain("keyword");
    expect(await bad("search_repo_context", { keywords: [" "], directory })).toContain("keyword");
    expect(await bad("search_repo_context", { query_id: "0123456789abcdef" })).toContain("0123456789abcdef");
    expect(await bad("search_repo_context", { query_id: "short" })).toContain("16 hexadecimal digits");
    expect(await bad("search_repo_context", { keywords: ["x"], query_id: "0123456789abcdef" })).toContain("keywords");
  });

  test("a missing folder, a file, and paths that lead out", async () => {
    const missing = await bad("search_repo_context", { keywords: ["x"], directory: `${repo.dir}/no/such` });
    expect(missing).toContain("not_found: directory");
    expect(await bad("search_repo_context", { keywords: ["x"], directory: repo.path("src/snow.py") })).toContain(
      "not_found",
    );
    for (const subpath of ["../data", "src/../../data", "/etc"]) {
      expect(await bad("search_repo_context", { keywords: ["x"], directory: repo.dir, subpath })).toContain("subpath");
    }
    expect(await bad("search_repo_context", { keywords: ["x"], directory: "a\0b" })).toContain("directory");
  });
});

describe("search_focused_context", () => {
  const focus = (args: Record<string, unknown>) => good<FocusResult>("search_focused_context", args);

  test("whole definitions", async () => {
    const { blocks, links } = await focus({ keywords: ["snow_melt"], directory: repo.dir });
    const block = blocks.find(({ path }) => path === "src/snow.py");
    expect(block?.content).toContain("return max(0.0");
    expect(links.length).toBe(blocks.length);
  });

  test("only in the files that are named, one as a string", async () => {
    const { candidate_files, blocks } = await focus({
      keywords: ["albedo"],
      directory: repo.dir,
      file_paths: "src/energy.py",
    });
    expect(candidate_files).toEqual(["src/energy.py"]);
    expect(blocks[0]?.content).toContain("def balance");
  });

  test("nothing found", async () => {
    expect((await focus({ keywords: ["zzqx"], directory: repo.dir })).blocks).toEqual([]);
  });

  test("truncated: says so, and stays within the bound of a reply", async () => {
    const { summary } = await focus({
      keywords: ["avalanche", "glacier"],
      directory: repo.dir,
      max_files: 100,
      max_blocks: 1000,
      max_blocks_per_file: 100,
      max_total_lines: 100_000,
    });
    expect(summary.budget_truncated).toBe(true);
  });

  test("bad arguments, folders and files are named", async () => {
    const directory = repo.dir;
    expect(await bad("search_focused_context", {})).toContain("keyword");
    expect(await bad("search_focused_context", { keywords: ["x"], directory, max_block: 1 })).toContain(
      "Did you mean max_blocks?",
    );
    expect(await bad("search_focused_context", { keywords: ["x"], directory: "/no/such" })).toContain("not_found");
    for (const file of ["../secret", "/etc/passwd", "src/../../x"]) {
      expect(await bad("search_focused_context", { keywords: ["x"], directory, file_paths: [file] })).toContain(
        "file_paths",
      );
    }
    expect(await bad("search_focused_context", { query_id: "0123456789abcdef" })).toContain("0123456789abcdef");
  });
});

describe("names that could break something (fd: escapes, bidi controls, newlines; names that are no UTF-8)", () => {
  test("stand in the answer as they are, one message a line, and strict parsers take it", async () => {
    const names = ["a\x1b[31m.py", "b\u202e.py", "c\nd.py", "e%20 #f?.py", "g\udcff.py"];
    using odd = world(Object.fromEntries(names.map((name) => [name, "needle = 1\n"])));
    const { ranked_files, links } = await good<ContextResult>("search_repo_context", {
      keywords: ["needle"],
      directory: odd.dir,
    });
    const found = ranked_files.map(({ path }) => path).sort();
    expect(found).toEqual([...names.slice(0, 4), "g\ufffd.py"].sort());
    const files = links.map(({ uri }) => uri?.replace(/#L.*$/, "").slice(`file://${odd.dir}/`.length)).sort();
    expect(files).toEqual(["a%1B%5B31m.py", "b%E2%80%AE.py", "c%0Ad.py", "e%2520%20%23f%3F.py", "g%FF.py"]);
    const focus = await good<FocusResult>("search_focused_context", {
      keywords: ["needle"],
      directory: odd.dir,
      max_files: 9,
    });
    expect(focus.candidate_files.length).toBe(5);
  });
});

describe("many at once", () => {
  test("calls that run together do not mix", async () => {
    const words = ["snow_melt", "glacier_7", "avalanche_12", "balance", "depth"];
    const once = new Map<string, unknown>();
    for (const word of words) {
      once.set(
        word,
        (await wire.call("search_repo_context", { keywords: [word], directory: repo.dir })).structuredContent,
      );
    }
    const together = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const word = words[i % words.length] ?? "";
        const result = await wire.call("search_repo_context", { keywords: [word], directory: repo.dir });
        return Bun.deepEquals(result.structuredContent, once.get(word));
      }),
    );
    expect(together).not.toContain(false);
  });
});
