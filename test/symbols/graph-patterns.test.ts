/** Symbols and calls without syntax trees: languages that have no grammar, files too long for one, and what was left out. */
import { describe, expect, test } from "bun:test";
import { findCallees, findCallers, findSymbol } from "../../src/live-search/graph/graph-search.ts";
import { callsRequestSchema, symbolRequestSchema } from "../../src/request/graph-request.ts";
import { type World, world } from "../world.ts";

const symbol = (w: World, name: string) => findSymbol(symbolRequestSchema.parse({ name, directory: w.dir }));
const callers = (w: World, name: string) => findCallers(callsRequestSchema.parse({ name, directory: w.dir }));
const callees = (w: World, name: string) => findCallees(callsRequestSchema.parse({ name, directory: w.dir }));

const FILES = {
  "src/Cart.hs":
    "module Cart where\n\n-- total is not called here\ntotal :: Int -> Int\ntotal x = tax x + 1\n\ntax :: Int -> Int\ntax x = x\n",
  "app/Main.hs":
    'module Main where\nimport Cart\n\nmain :: IO ()\nmain = print (total 3)\n\nnote :: String\nnote = "total"\n',
  "lib/cart.ex": "defmodule Cart do\n  def total(x) do\n    tax(x)\n  end\n\n  defp tax(x), do: x\nend\n",
  "cart.lua": "local M = {}\nfunction M.total(x)\n  return M.tax(x)\nend\nfunction M.tax(x) return x end\n",
  "cart.zig": "pub fn total(x: i32) i32 {\n    return x;\n}\n",
  "Cart.scala": "object Cart {\n  def total(x: Int): Int = x\n}\n",
};

describe("languages without a grammar", () => {
  test("symbol finds the definitions of all of them", async () => {
    const { definitions } = await symbol(world(FILES), "total");
    expect(definitions.map(({ path, line, language }) => `${path}:${line} ${language}`).sort()).toEqual(
      [
        "Cart.scala:2 scala",
        "cart.lua:2 lua",
        "cart.zig:1 zig",
        "lib/cart.ex:2 elixir",
        "src/Cart.hs:4 haskell",
      ].sort(),
    );
  });

  test("callers are candidates; comments, strings and the definition itself are none", async () => {
    const { calls } = await callers(
      world({ "a/Cart.hs": FILES["src/Cart.hs"], "b/Main.hs": FILES["app/Main.hs"] }),
      "total",
    );
    expect(calls).toMatchObject([
      { path: "b/Main.hs", line: 5, state: "candidate", from: { name: "main" }, to: [{ path: "a/Cart.hs", line: 4 }] },
    ]);
  });

  test("callees are the definitions of the file that its block names", async () => {
    const { calls } = await callees(world({ "cart.ex": FILES["lib/cart.ex"] }), "total");
    expect(calls).toMatchObject([{ call: "tax", line: 3, state: "candidate", to: [{ line: 6 }] }]);
  });
});

describe("large files", () => {
  test("too long for a tree, or over 1 MB: definitions by patterns", async () => {
    const filler = "// filler\n".repeat(130_000);
    const { definitions } = await symbol(
      world({ "large.ts": `${filler}export function needle() {\n  return 1;\n}\n` }),
      "needle",
    );
    expect(definitions).toMatchObject([{ path: "large.ts", line: 130_001, kind: "function", language: "typescript" }]);
  });

  test("what is too large to be read, or in no known encoding, is named", async () => {
    const w = world({
      "a.ts": `// ${"x".repeat(5_100_000)}\n`,
      "b.py": Buffer.from("d\xe9f = 1\n", "latin1"),
      "c.py": "def needle(): pass\n",
    });
    const { left_out, definitions } = await symbol(w, "needle");
    expect(definitions.map(({ path }) => path)).toEqual(["c.py"]);
    expect(left_out).toEqual([
      { reason: "encoding", files: 1, languages: ["python"] },
      { reason: "too_large", files: 1, languages: ["typescript"] },
    ]);
  });
});
