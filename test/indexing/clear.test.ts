import { describe, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { clearStore, removeRoots, storedRootPaths } from "../../src/indexing/clear.ts";
import { countersOf } from "../../src/store/counters.ts";
import { filesWhere } from "../../src/store/files.ts";
import { openStore, storePath } from "../../src/store/store.ts";
import { waitingFiles } from "../../src/store/symbols.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { dumpStore } from "./dump.ts";
import { Tree } from "./tree.ts";

const FILES = { "user/a.md": "alpha", "user/b.md": "beta", "agent/c.md": "gamma", "bad/d.md": "one\0two" };

async function indexed(): Promise<Tree> {
  const tree = new Tree(FILES);
  await tree.index({ root: [tree.path("user"), tree.path("bad")] });
  await tree.index({ paths: [tree.path("agent")] }, { rootKind: "agent" });
  return tree;
}

function rels(tree: Tree): string[] {
  return tree.read((store) => filesWhere(store, "1").map((file) => file.rel));
}

describe("clear", () => {
  test("removes all content and agents' roots; user roots stay, and ids are not used again", async () => {
    using tree = await indexed();
    const { nextFile } = tree.read(countersOf);
    const { result } = await clearStore({ settings: tree.settings() });
    expect(result).toEqual({ documents: 3, chunks: 3 });
    expect(rels(tree)).toEqual([]);
    expect(storedRootPaths(tree.dataDir)).toEqual([tree.path("bad"), tree.path("user")]);
    expect(tree.read((store) => dumpStore(store).rows)).toMatchObject({
      content: 0,
      blocks: 0,
      chunks: 0,
      postings: 0,
    });
    expect(tree.read(countersOf)).toMatchObject({ documents: 0, chunks: 0, tokens: 0, bytes: 0, nextFile });
    const store = openStore(tree.dataDir, "write");
    verifyStore(store);
    store.close();
    expect((await tree.index({ paths: [] })).result).toMatchObject({ added: 3, errors: 1 });
    expect(Math.min(...tree.read((s) => filesWhere(s, "1").map((file) => file.id)))).toBeGreaterThanOrEqual(nextFile);
  });

  test("gives the space back", async () => {
    using tree = new Tree();
    for (let i = 0; i < 500; i++) tree.write(`${i}.txt`, `words of file ${i} `.repeat(200));
    await tree.index();
    const before = statSync(storePath(tree.dataDir)).size;
    await clearStore({ settings: tree.settings() });
    expect(statSync(storePath(tree.dataDir)).size).toBeLessThan(before / 3);
  });

  test("of agents' roots leaves the user's index alone", async () => {
    using tree = await indexed();
    const { result } = await clearStore({ settings: tree.settings() }, "agent");
    expect(result).toEqual({ documents: 1, chunks: 1 });
    expect(storedRootPaths(tree.dataDir, "agent")).toEqual([]);
    expect(rels(tree)).toEqual(["d.md", "a.md", "b.md"]);
  });

  test("takes along what waits for its symbols", async () => {
    using tree = new Tree({ "a.py": "class Store:\n    pass\n" });
    await tree.index();
    expect(tree.read((store) => waitingFiles(store, 0, 10))).toHaveLength(1);
    await clearStore({ settings: tree.settings() });
    expect(tree.read((store) => waitingFiles(store, 0, 10))).toEqual([]);
  });

  test("of nothing makes nothing", async () => {
    using tree = new Tree();
    expect((await clearStore({ settings: tree.settings() })).result).toEqual({ documents: 0, chunks: 0 });
    expect(existsSync(tree.dataDir)).toBe(false);
  });
});

test("removing roots takes their documents, of either kind; what is no root is left out", async () => {
  using tree = await indexed();
  const context = { settings: tree.settings() };
  expect(await removeRoots([tree.path("agent"), tree.path("user/a.md"), "/nowhere"], context)).toEqual({
    documents: 1,
    chunks: 1,
  });
  expect(await removeRoots([tree.path("user")], context)).toEqual({ documents: 2, chunks: 2 });
  expect(rels(tree)).toEqual(["d.md"]);
  expect(storedRootPaths(tree.dataDir)).toEqual([tree.path("bad")]);
});
