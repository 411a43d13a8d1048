/** Symbols in the store: read once words are searchable, once a content; what chunks, filters and hits make of them. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { searchFiles } from "../../src/index-search/indexed-search.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { chunksOfFile } from "../../src/store/chunks.ts";
import { filesWhere } from "../../src/store/files.ts";
import { storePath } from "../../src/store/store.ts";
import { symbolsOf, waitingFiles } from "../../src/store/symbols.ts";
import { dumpStore } from "./dump.ts";
import { Tree } from "./tree.ts";

const JAVA = `package shop;

public class Counter {
    int total(int first, int second) {
        return first + second;
    }

    String label() { return "marmalade"; }
}
`;
const PYTHON = `class Store:
    def open(self):
        def helper():
            return "quince"
        return helper()
`;

/** Symbols, and no vectors. */
const FULL = { embed: { budgetMs: 0 } };

function search(tree: Tree, query: string) {
  return tree.read((store) => searchFiles(store, searchRequestSchema.parse({ query }), tree.settings()).hits);
}

function namesOf(tree: Tree, rel: string): string[] {
  return tree.read((store) => {
    const [file] = filesWhere(store, `f.rel_text = '${rel}'`);
    return chunksOfFile(store, file?.id ?? 0).map(
      ({ symbol, defined }) => `${symbol}: ${defined.replaceAll("\n", " ")}`,
    );
  });
}

function stored(tree: Tree): { contents: number; waiting: number } {
  return tree.read((store) => ({
    contents: store.statement<{ n: number }, []>("SELECT count(*) AS n FROM symbols").get()?.n ?? 0,
    waiting: waitingFiles(store, 0, 1000).length,
  }));
}

test("chunks bear the names of the tree, and filters find what patterns of lines had missed", async () => {
  using tree = new Tree({ "Counter.java": JAVA, "notes.md": "# Heading\n\nmarmalade\n" });
  await tree.index({}, { embed: { budgetMs: 0 } });
  expect(namesOf(tree, "Counter.java")).toEqual(["total: Counter total label"]);
  expect(search(tree, "symbol:total").map(({ path }) => path)).toEqual([tree.path("Counter.java")]);
  expect(namesOf(tree, "notes.md")).toEqual(["Heading: Heading"]);
});

test("a hit names the innermost symbol around its match", async () => {
  using tree = new Tree({ "Counter.java": JAVA, "store.py": PYTHON });
  await tree.index({}, FULL);
  expect(search(tree, "marmalade")[0]?.symbol).toBe("label");
  expect(search(tree, "quince")[0]?.symbol).toBe("helper");
});

test("a run that embeds nothing reads symbols all the same", async () => {
  using tree = new Tree({ "Counter.java": JAVA });
  await tree.index({ no_embed: true }, FULL);
  expect(stored(tree)).toEqual({ contents: 1, waiting: 0 });
  expect(search(tree, "marmalade")).toHaveLength(1);
});

test("symbols by another version of the program are read again", async () => {
  using tree = new Tree({ "Counter.java": JAVA, "notes.md": "words\n" });
  await tree.index({}, FULL);
  const db = new Database(storePath(tree.dataDir));
  db.run("UPDATE meta SET value = '0' WHERE key = 'symbols'");
  db.run("UPDATE symbols SET version = 0, data = x'00'");
  db.close();
  await tree.index({}, FULL);
  expect(stored(tree)).toEqual({ contents: 1, waiting: 0 });
  expect(search(tree, "marmalade").map(({ symbol }) => symbol)).toContain("label");
});

test("one content, one list: copies, moves, edits and removals", async () => {
  using tree = new Tree({ "a/Counter.java": JAVA, "b/Counter.java": JAVA });
  await tree.index({}, FULL);
  expect(stored(tree)).toEqual({ contents: 1, waiting: 0 });
  tree.move("a/Counter.java", "a/Moved.java");
  tree.copy("b/Counter.java", "c/Counter.java");
  await tree.index({}, FULL);
  expect(stored(tree)).toEqual({ contents: 1, waiting: 0 });
  for (const rel of ["a/Moved.java", "c/Counter.java"]) {
    expect(namesOf(tree, rel)).toEqual(["total: Counter total label"]);
  }
  tree.write("b/Counter.java", JAVA.replace("label", "title"));
  await tree.index({}, FULL);
  expect(stored(tree)).toEqual({ contents: 2, waiting: 0 });
  expect(search(tree, "symbol:title")).toHaveLength(1);
  for (const rel of ["a", "b", "c"]) tree.remove(rel);
  await tree.index({ prune_empty: true, paths: [tree.root] }, FULL);
  expect(stored(tree)).toEqual({ contents: 0, waiting: 0 });
});

test("a store that grew is the one made at once", async () => {
  using tree = new Tree({ "src/store.py": PYTHON });
  await tree.index();
  tree.write("src/Counter.java", JAVA);
  await tree.index({}, FULL);
  const told = () =>
    ["symbol:total", "quince", "label", "Store"].map((query) =>
      search(tree, query).map(({ path, symbol, bm25 }) => [path, symbol, bm25]),
    );
  const grown = [tree.read(dumpStore), told()];
  rmSync(tree.dataDir, { recursive: true });
  await tree.index({}, FULL);
  expect(grown).toEqual([tree.read(dumpStore), told()]);
});

test("kill -9 while symbols are read: words are whole, and the next run reads the rest", async () => {
  const files = Array.from({ length: 1000 }, (_, i) => [`d${i % 7}/f${i}.java`, JAVA.replaceAll("total", `total${i}`)]);
  using tree = new Tree(Object.fromEntries(files));
  await tree.index();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "run-once.ts"), "symbols", tree.dataDir, tree.root]);
  while (child.exitCode === null && stored(tree).waiting === files.length) await Bun.sleep(5);
  child.kill("SIGKILL");
  await child.exited;
  expect(stored(tree).waiting).toBeLessThan(files.length);
  expect(search(tree, "marmalade")).toHaveLength(10);
  await tree.index({}, FULL);
  expect(stored(tree)).toEqual({ contents: files.length, waiting: 0 });
  const recovered = tree.read(dumpStore);
  rmSync(tree.dataDir, { recursive: true });
  await tree.index({}, FULL);
  expect(tree.read(dumpStore)).toEqual(recovered);
}, 60_000);

test("a text without a tree keeps the names that patterns found, and waits no longer", async () => {
  using tree = new Tree({ "long.py": `def first():\n    pass\n${"# filled\n".repeat(40_000)}` });
  await tree.index({}, FULL);
  expect(stored(tree)).toEqual({ contents: 0, waiting: 0 });
  expect(search(tree, "symbol:first").length).toBeGreaterThan(0);
});

test("what is stored comes back", async () => {
  using tree = new Tree({ "store.py": PYTHON });
  await tree.index({}, FULL);
  const symbols = tree.read((store) => symbolsOf(store, filesWhere(store, "1")[0]?.contentId ?? 0));
  expect(symbols.map(({ name, kind, parent }) => [name, kind, symbols[parent]?.name ?? null])).toEqual([
    ["Store", "class", null],
    ["open", "method", "Store"],
    ["helper", "function", "open"],
  ]);
  expect(
    symbols.map(({ start, end, nameStart }) => [
      PYTHON.slice(start, end).slice(0, 9),
      PYTHON.slice(nameStart).slice(0, 4),
    ]),
  ).toEqual([
    ["class Sto", "Stor"],
    ["def open(", "open"],
    ["def helpe", "help"],
  ]);
});
