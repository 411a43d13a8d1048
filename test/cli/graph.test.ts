/** symbol, callers, callees and outline on little trees: what people see, what scripts get, and how they end. */
import { describe, expect, test } from "bun:test";
import {
  type CallsResult,
  callsResultSchema,
  type OutlineResult,
  outlineResultSchema,
  type SymbolResult,
  symbolResultSchema,
} from "../../src/request/graph-request.ts";
import { world } from "../world.ts";

const SHOP = {
  "shop/__init__.py": "",
  "shop/store.py": `class Store:
    def get(self, key):
        return self.find(key)

    def find(self, key):
        return key


def load(path):
    return Store()
`,
  "shop/app.py": `from .store import Store, load as read
import json


def main():
    store = read("a")
    store.get("b")
    other().get("c")
    json.loads("1")


def other():
    main()


main()
`,
  "web/app.ts": "export class Store { get() {} }\nnew Store().get();\n",
  "README.md": "# Shop\n\n## Use\n\nget the store\n",
};

describe("symbol", () => {
  test("every definition of a name, or the one in a class, with its place", () => {
    const w = world(SHOP);
    const all = w.run("symbol", "get");
    expect(all.exitCode).toBe(0);
    expect(all.stdout).toBe(
      "shop/store.py:2  method Store.get\n    def get(self, key)\n" + "web/app.ts:1  method Store.get\n    get()\n",
    );
    const python = w.run("symbol", "Store.get", "--languages", "python", "--json").json<SymbolResult>().data;
    expect(symbolResultSchema.parse(python)).toEqual(python);
    expect(python.definitions).toMatchObject([
      { path: "shop/store.py", name: "Store.get", kind: "method", line: 2, line_start: 2, line_end: 3 },
    ]);
    expect(w.run("symbol", "store.Store.find").stdout).toStartWith("shop/store.py:5  method Store.find\n");
    expect(w.run("symbol", "Store", "--subpath", "web").stdout).toStartWith("web/app.ts:1  class Store\n");
  });

  test("a name that nothing bears ends with 1, a broken request with 2", () => {
    const w = world(SHOP);
    const nothing = w.run("symbol", "gett");
    expect([nothing.exitCode, nothing.stdout]).toEqual([1, ""]);
    expect(nothing.stderr).toContain("nothing that is called gett is defined here");
    expect(w.run("symbol", "gett", "--json").json<SymbolResult>().data.definitions).toEqual([]);
    expect(w.run("symbol").exitCode).toBe(2);
    expect(w.run("symbol", "get", "--limit", "0").exitCode).toBe(2);
    expect(w.run("symbol", "get", "--languages", "klingon", "--json").json().error.code).toBe("usage");
    expect(w.run("symbol", "get", "--subpath", "../x", "--json").json().error.code).toBe("refused");
  });
});

describe("callers", () => {
  test("facts first, then what is perhaps meant; what certainly means another is left out", () => {
    const w = world(SHOP);
    const outcome = w.run("callers", "Store.get", "--languages", "python", "--json");
    const result = outcome.json<CallsResult>().data;
    expect(callsResultSchema.parse(result)).toEqual(result);
    expect(result.calls.map(({ state, path, line, call, from }) => [state, path, line, call, from?.name])).toEqual([
      ["resolved", "shop/app.py", 7, "store.get", "main"],
      ["candidate", "shop/app.py", 8, "other().get", "main"],
    ]);
    expect(result.calls[0]?.to).toEqual([{ path: "shop/store.py", line: 2, name: "Store.get", kind: "method" }]);
    const text = w.run("callers", "Store.find").stdout;
    expect(text).toBe("shop/store.py:5  method Store.find\n\n  shop/store.py:3  method Store.get  self.find\n");
  });

  test("another name of an import, a class by its constructor, the top of a file", () => {
    const w = world(SHOP);
    const load = w.run("callers", "load", "--json").json<CallsResult>().data.calls;
    expect(load.map(({ path, line, call }) => [path, line, call])).toEqual([["shop/app.py", 6, "read"]]);
    const made = w.run("callers", "Store", "--json").json<CallsResult>().data.calls;
    expect(made.map(({ path, line }) => [path, line])).toEqual([
      ["shop/store.py", 10],
      ["web/app.ts", 2],
    ]);
    const main = w.run("callers", "main").stdout;
    expect(main).toContain("  shop/app.py:13  function other  main\n  shop/app.py:16  top of the file  main\n");
  });

  test("depth goes on from facts, each definition once; the limit is said", () => {
    const w = world(SHOP);
    const deep = w.run("callers", "Store.get", "--languages", "python", "--depth", "3", "--json");
    const { calls, truncated } = deep.json<CallsResult>().data;
    expect(truncated).toBe(false);
    expect(calls.filter(({ depth }) => depth > 1).map(({ depth, path, line }) => [depth, path, line])).toEqual([
      [2, "shop/app.py", 13],
      [2, "shop/app.py", 16],
      [3, "shop/app.py", 8],
    ]);
    const cut = w.run("callers", "main", "--limit", "1");
    expect(cut.stdout).toEndWith("… there are more calls than --limit lets through\n");
    expect(w.run("callers", "main", "--limit", "1", "--json").json<CallsResult>().data.truncated).toBe(true);
  });

  test("nobody calls it: status 1, and the definition is shown", () => {
    const w = world({ "a.py": "def lonely():\n    pass\n" });
    const outcome = w.run("callers", "lonely");
    expect([outcome.exitCode, outcome.stdout.trim()]).toEqual([1, "a.py:1  function lonely"]);
    expect(outcome.stderr).toContain("nothing calls it here");
  });

  test("a file too large for a tree may hold a call: that nothing calls it is not said", () => {
    const w = world({ "a.py": "def lonely():\n    pass\n", "big.py": `lonely()\n${"# x\n".repeat(90_000)}` });
    const outcome = w.run("callers", "lonely");
    expect(outcome.stderr).not.toContain("nothing calls it here");
    expect(outcome.stderr).toContain("1 file left out: too_large_to_parse (python)");
  });
});

describe("callees", () => {
  test("facts, candidates, what is outside, and what is not known", () => {
    const w = world(SHOP);
    const { calls } = w.run("callees", "main", "--json").json<CallsResult>().data;
    expect(
      calls.map(({ call, state, to, outside }) => [
        call,
        state,
        to.map(({ path, line }) => `${path}:${line}`),
        outside,
      ]),
    ).toEqual([
      ["read", "resolved", ["shop/store.py:9"], null],
      ["store.get", "resolved", ["shop/store.py:2"], null],
      ["other", "resolved", ["shop/app.py:12"], null],
      ["other().get", "candidate", ["shop/store.py:2"], null],
      ["json.loads", "external", [], "json.loads"],
    ]);
    const text = w.run("callees", "main").stdout;
    expect(text).toContain("  shop/app.py:7  store.get  → shop/store.py:2  method Store.get\n");
    expect(text).toContain("  shop/app.py:8  other().get  → perhaps shop/store.py:2\n");
    expect(text).toContain("  shop/app.py:9  json.loads  → outside: json.loads\n");
  });

  test("two runs say the same, and an edit is seen at once", () => {
    const w = world(SHOP);
    const first = w.run("callees", "main", "--depth", "3", "--json").stdout;
    expect(w.run("callees", "main", "--depth", "3", "--json").stdout).toBe(first);
    w.write({ "shop/app.py": "def main():\n    later()\n\ndef later():\n    pass\n" });
    expect(w.run("callees", "main").stdout).toContain("later  → shop/app.py:4");
  });

  test("names and paths that could harm a terminal are shown escaped", () => {
    const w = world({ "a\x1b[31m.py": "def f():\n    g()\n\ndef g():\n    pass\n" });
    const outcome = w.run("callees", "f");
    expect(outcome.exitCode).toBe(0);
    expect(outcome.stdout).not.toContain("\x1b");
    expect(outcome.stdout).toContain("g");
  });
});

describe("outline", () => {
  test("source by its syntax, Markdown by its headings, other text by patterns; nothing found ends with 1", () => {
    const w = world({
      ...SHOP,
      "a.lua": "function one()\n  return 1\nend\n",
      "empty.py": "x = [\n",
      "notes.txt": "hello\n",
    });
    expect(w.run("outline", "shop/store.py").stdout).toBe(
      "shop/store.py:1  class Store  class, to 6\n" +
        "shop/store.py:2    def get(self, key)  method, to 3\n" +
        "shop/store.py:5    def find(self, key)  method, to 6\n" +
        "shop/store.py:9  def load(path)  function, to 10\n",
    );
    const readme = w.run("outline", "README.md", "--json").json<OutlineResult>().data;
    expect(outlineResultSchema.parse(readme)).toEqual(readme);
    expect(readme.lane).toBe("patterns");
    expect(readme.symbols.map(({ name, level, line }) => [name, level, line])).toEqual([
      ["Shop", 0, 1],
      ["Use", 1, 3],
    ]);
    expect(w.run("outline", "a.lua").stdout).toContain("a.lua:1  ");
    expect(w.run("outline", "notes.txt").exitCode).toBe(1);
  });

  test("a file that is missing, binary or a folder is an error that says so", () => {
    const w = world({ "b.bin": new Uint8Array([0, 1, 2]), "d/a.py": "x = 1\n" });
    expect(w.run("outline", "nope.py", "--json").json().error.code).toBe("not_found");
    expect(w.run("outline", "b.bin", "--json").json().error.code).toBe("file_error");
    expect(w.run("outline", "d", "--json").json().error.code).toBe("file_error");
  });

  test("the limit is said", () => {
    const w = world(SHOP);
    const cut = w.run("outline", "shop/store.py", "--limit", "2");
    expect(cut.stdout).toEndWith("… more with --limit\n");
    expect(cut.stdout.split("\n")).toHaveLength(4);
  });
});

test("without syntax trees the commands say what was not read, and do not fail", () => {
  const w = world(SHOP);
  const outcome = w.runWith({ env: { CIRURGIC_TS_EXTRACT: "0" } }, "callers", "Store.find", "--json");
  expect(outcome.exitCode).toBeLessThan(2);
  expect(outcome.json<CallsResult>().data.definitions.length).toBeLessThanOrEqual(1);
  const outline = w.runWith({ env: { CIRURGIC_TS_EXTRACT: "0" } }, "outline", "shop/store.py", "--json");
  expect(outline.json<OutlineResult>().data.lane).not.toBe("tree-sitter");
  expect(outline.json<OutlineResult>().data.symbols.map(({ name }) => name)).toContain("get");
});
