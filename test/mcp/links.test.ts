/** What answers link to can be read: resources, and `read_file` beneath folders that live tools search. Prompts name what is offered. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ReadResult } from "../../src/request/read-request.ts";
import { type World, world } from "../world.ts";
import { Checked } from "./checked.ts";
import { textOf, Wire } from "./wire.ts";

interface Contents {
  readonly contents: readonly { readonly uri: string; readonly mimeType: string; readonly text: string }[];
}

let tree: World;
let wire: Wire;
let checked: Checked;
const MISSING = "is not there or may not be read";

beforeAll(async () => {
  tree = world({
    "live/src/snow melt.py": "import math\n\n\ndef snow_melt(albedo):\n    return 1 - albedo\n",
    "live/src/long.py": Array.from({ length: 3000 }, (_, i) => `glacier_${i} = ${i}`).join("\n"),
    "live/src/odd%23.py": "def crevasse():\n    return 0\n",
    "live/.hidden/key.py": "snow_melt = 1\n",
    "live/ignored.py": "snow_melt = 2\n",
    "live/.gitignore": "ignored.py\n",
    "live/link.py": { link: "../secret/key.py" },
    "secret/key.py": "snow_melt = 'secret'\n",
    "notes/melt.md": "# Melt\n\nThe flywheel of the snow melt.\n",
    "agents/deep.md": "the camshaft turns\n",
    "agents/linked.md": { link: "../never/turbine.md" },
    "never/turbine.md": "the turbine hums\n",
    "swapped/a.md": "the piston moves\n",
    "secret/a.md": "the secret piston\n",
    "never/searched.py": "snow_melt = 3\n",
  });
  expect(tree.run("index", "--no-embed", "--root", tree.path("notes")).exitCode).toBe(0);
  const allow = ["live", "agents", "never", "swapped"].flatMap((folder) => ["--allow", tree.path(folder)]);
  wire = new Wire(tree, ["--late", "0", ...allow]);
  await wire.open();
  checked = new Checked(wire);
});

afterAll(async () => {
  expect((await wire.end()).exitCode).toBe(0);
});

const resource = async (uri: string) => {
  const { result, error } = await wire.request("resources/read", { uri });
  return error === undefined ? (result as unknown as Contents).contents : error.message;
};
const linksOf = async (tool: string, args: Record<string, unknown>) =>
  (await checked.good(tool, args)).links.flatMap(({ uri }) => uri ?? []);

describe("resources/read", () => {
  test("a folder's files are read once a live tool has searched it", async () => {
    const uri = `file://${tree.path("live/src/snow%20melt.py")}`;
    expect(await resource(uri)).toContain(MISSING);
    const [link = ""] = await linksOf("search_repo_context", { keywords: ["snow_melt"], directory: tree.path("live") });
    expect(link).toStartWith(`${uri}#L`);
    const lines = (await resource(`${uri}#L4-L5`)) as Contents["contents"];
    expect(lines).toEqual([
      { uri: `${uri}#L4-L5`, mimeType: "text/plain", text: "def snow_melt(albedo):\n    return 1 - albedo" },
    ]);
    expect(await resource(link)).toEqual(await resource(uri));
  });

  test("links of every kind of answer can be read", async () => {
    const [directory, agents] = [tree.path("live"), tree.path("agents")];
    expect((await wire.call("rag_index", { path: agents })).isError).toBeUndefined();
    for (const [tool, args, text] of [
      ["search_focused_context", { keywords: ["crevasse"], directory }, "crevasse"],
      ["find_symbol", { name: "crevasse", directory }, "def crevasse"],
      ["find_symbol", { name: "crevasse", path: "src/odd%23.py", directory }, "def crevasse"],
      ["search_files", { query: "flywheel" }, "flywheel"],
      ["recent_files", { since: "24h" }, "flywheel"],
      ["rag_search", { query: "camshaft" }, "camshaft"],
      ["rag_search", { query: "turbine" }, "turbine"],
    ] as const) {
      const [link = ""] = await linksOf(tool, args);
      expect([tool, JSON.stringify(await resource(link))]).toEqual([tool, expect.stringContaining(text)]);
    }
  });

  test("a long file is cut, and says which link goes on", async () => {
    const uri = `file://${tree.path("live/src/long.py")}`;
    const first = (await resource(uri)) as Contents["contents"];
    const [, rest = ""] = /(file:\S+) goes on/.exec(first.at(-1)?.text ?? "") ?? [];
    expect(rest).toStartWith(`${uri}#L19`);
    const second = (await resource(rest)) as Contents["contents"];
    const lines = [first[0], second[0]].flatMap((piece) => piece?.text.split("\n") ?? []);
    expect([lines.length, lines.at(-1)]).toEqual([3000, "glacier_2999 = 2999"]);
  });

  test("nothing else: hidden, ignored, linked, outside, of another machine, no file", async () => {
    for (const path of [
      "live/.hidden/key.py",
      "live/ignored.py",
      "live/link.py",
      "secret/key.py",
      "never/searched.py",
    ]) {
      expect([path, await resource(`file://${tree.path(path)}`)]).toEqual([path, expect.stringContaining(MISSING)]);
    }
    expect(await resource(`file://${tree.path("live")}/%2e%2e/secret/key.py`)).toContain(MISSING);
    expect(await resource(`file://${tree.path("live/src")}`)).toContain(MISSING);
    expect(await resource("file://example.com/etc/hosts")).toContain("no file of this machine");
    expect(await resource("https://example.com/")).toContain("names no file");
  });

  test("a folder that changes places with a link after a search is no way out", async () => {
    const directory = tree.path("swapped");
    const [link = ""] = await linksOf("search_repo_context", { keywords: ["piston"], directory });
    expect(JSON.stringify(await resource(link))).toContain("piston moves");
    renameSync(directory, `${directory}-away`);
    symlinkSync(tree.path("secret"), directory);
    expect(await resource(link)).toContain(MISSING);
    expect(await checked.bad("read_file", { path: join(directory, "a.md") })).toContain(MISSING);
    expect(await checked.bad("read_file", { path: "a.md", directory })).toContain("refused");
  });

  test("the template, and an empty list", async () => {
    expect((await wire.request("resources/list")).result).toMatchObject({ resources: [] });
    const { result } = await wire.request("resources/templates/list");
    expect(result).toMatchObject({ resourceTemplates: [{ uriTemplate: "file:///{+path}" }] });
  });
});

describe("read_file beneath a live directory", () => {
  const read = async (args: Record<string, unknown>) =>
    (await checked.good<ReadResult>("read_file", args)).sections[0]?.lines.map(({ text }) => text).join("\n");

  test("relative to directory, absolute, with lines", async () => {
    const directory = tree.path("live");
    const first = "import math";
    expect(await read({ path: "src/snow melt.py", directory })).toStartWith(first);
    expect(await read({ path: tree.path("live/src/snow melt.py"), directory, end_line: 1 })).toBe(first);
    expect(await read({ path: "src/snow melt.py:1", directory: `file://${directory}` })).toBe(first);
    expect(await read({ path: tree.path("live/src/snow melt.py"), workspace: directory, end_line: "1" })).toBe(first);
  });

  test("without directory: what lies in a folder that a live tool has searched", async () => {
    for (const path of [tree.path("never/searched.py"), "never/searched.py"])
      expect(await checked.bad("read_file", { path })).toContain("give directory");
    await checked.good("cirurgic_search", { query: "snow_melt", workspace: tree.path("never") });
    expect(await read({ path: tree.path("never/searched.py") })).toBe("snow_melt = 3");
  });

  test("under the rules of a live search, and never outside", async () => {
    const directory = tree.path("live");
    for (const path of [
      ".hidden/key.py",
      "ignored.py",
      "link.py",
      "../secret/key.py",
      tree.path("secret/key.py"),
      "none.py",
    ]) {
      expect([path, await checked.bad("read_file", { path, directory })]).toEqual([
        path,
        expect.stringContaining(MISSING),
      ]);
    }
    expect(await checked.bad("read_file", { path: "key.py", directory: tree.path("secret") })).toContain("refused");
    expect(await checked.bad("read_file", { path: "a.py", directory: `${directory}/../secret` })).toContain("refused");
    // The user's notes need no directory; beneath --allow they do not lie.
    expect(await checked.bad("read_file", { path: "melt.md", directory: tree.path("notes") })).toContain("refused");
    expect(await read({ path: tree.path("notes/melt.md"), start_line: 3 })).toContain("flywheel");
    // What rag_index has added is the rag tools' alone, unless a live tool searches there.
    expect(await checked.bad("read_file", { path: tree.path("agents/deep.md") })).toContain(MISSING);
  });
});

describe("prompts", () => {
  test("three jobs, told by the tools that are offered", async () => {
    const { result } = await wire.request("prompts/list");
    const { prompts } = result as { prompts: { name: string; arguments: { name: string; required: boolean }[] }[] };
    expect(prompts.map(({ name }) => name)).toEqual(["find_where", "explain_how", "who_uses"]);
    for (const {
      name,
      arguments: [subject],
    } of prompts) {
      const args = { [subject?.name ?? ""]: "snow_melt", directory: tree.path("live") };
      const text = JSON.stringify((await wire.request("prompts/get", { name, arguments: args })).result);
      for (const part of ["snow_melt", tree.path("live"), "path:line"])
        expect([name, text]).toEqual([name, expect.stringContaining(part)]);
    }
  });

  test("errors name what is wrong", async () => {
    const error = async (params: unknown) => (await wire.request("prompts/get", params)).error?.message;
    expect(await error({ name: "who_use", arguments: {} })).toContain("who_uses");
    expect(await error({ name: "who_uses" })).toContain("symbol is missing");
    expect(await error({ name: "who_uses", arguments: { symbol: "x", dir: "/" } })).toContain('"dir"');
  });
});

test("a server with indexed tools alone reads nothing live, and has the prompts that they serve", async () => {
  const files = new Wire(tree, ["--tools", "files,rag", "--without", "recent_files,rag_clear"]);
  await files.open();
  const names = JSON.stringify((await files.request("tools/list")).result);
  expect([names.includes("recent_files"), names.includes("rag_clear"), names.includes("read_file")]).toEqual([
    false,
    false,
    true,
  ]);
  const answer = await files.call("read_file", { path: "src/long.py", directory: tree.path("live") });
  expect(textOf(answer)).toContain("does not offer");
  const prompt = await files.request("prompts/get", { name: "find_where", arguments: { what: "flywheel" } });
  const text = JSON.stringify(prompt.result);
  expect([text.includes("search_files"), text.includes("cirurgic_search")]).toEqual([true, false]);
  await files.end();
});
