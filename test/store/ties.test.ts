/** Which of equally good chunks are among the best is decided by their paths, not by the order they were indexed in. */
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { chunksByIds, fileOfChunk } from "../../src/store/chunks.ts";
import { filesByIds } from "../../src/store/files.ts";
import { BLOCK, openPostings } from "../../src/store/postings.ts";
import type { Store } from "../../src/store/store.ts";
import { openWordPostings } from "../../src/store/word-postings.ts";
import { Tree } from "../indexing/tree.ts";

const FILES = 3 * BLOCK + 17;

/** Paths and lines of the best chunks by blocks, sorted within each. */
function best(store: Store, match: string, limit: number): string[][] {
  const query = { match, files: null, limit, weights: [1, 1, 1, 1] } as const;
  const found = openPostings(store).candidates(query);
  expect(openWordPostings(store).candidates(query)).toEqual(found);
  const ids = found.map(({ chunkId }) => chunkId);
  const chunks = chunksByIds(store, ids);
  const files = filesByIds(store, ids.map(fileOfChunk));
  const places = ids.map((id) => `${files.get(fileOfChunk(id))?.rel}:${chunks.get(id)?.lineStart}`);
  return Array.from({ length: Math.ceil(places.length / BLOCK) }, (_, i) =>
    places.slice(i * BLOCK, (i + 1) * BLOCK).toSorted(),
  );
}

test.each([
  // All equally good; and runs of some forty, of which a few cross a border.
  ["all alike", () => "equal words\n"],
  ["in runs", (i: number) => `equal words${" filler".repeat(i % 8)}\n`],
])("%s", async (_title, text) => {
  using grown = new Tree();
  using fresh = new Tree();
  const names = Array.from({ length: FILES }, (_, i) => `d${i % 9}/f${String(i).padStart(4, "0")}.txt`);
  for (const [i, name] of names.entries()) fresh.write(name, text(i));
  await fresh.index();
  // Every third file comes first, from the end.
  for (let part = 2; part >= 0; part--) {
    for (const [i, name] of names.entries()) if (i % 3 === part) grown.write(name, text(i));
    await grown.index();
  }
  for (const limit of [BLOCK, 3 * BLOCK, 8 * BLOCK]) {
    const expected = fresh.read((store) => best(store, '"equal"', limit));
    expect(expected.flat()).toHaveLength(Math.min(limit, FILES));
    expect(grown.read((store) => best(store, '"equal"', limit))).toEqual(expected);
  }
});

test("a root that came later and lies before", async () => {
  using tree = new Tree();
  const write = (root: string) => {
    for (let i = 0; i < 2 * BLOCK; i++) {
      mkdirSync(join(tree.dir, root), { recursive: true });
      writeFileSync(join(tree.dir, root, `f${String(i).padStart(4, "0")}.txt`), "equal words\n");
    }
    return tree.index({ paths: [join(tree.dir, root)] });
  };
  await write("later");
  const rootsOf = () =>
    tree.read((store) => {
      const query = { match: '"equal"', files: null, limit: BLOCK };
      const found = openPostings(store).candidates(query);
      expect(openWordPostings(store).candidates(query)).toEqual(found);
      const files = filesByIds(
        store,
        found.map(({ chunkId }) => fileOfChunk(chunkId)),
      );
      return new Set([...files.values()].map(({ path }) => relative(tree.dir, path).split("/")[0]));
    });
  expect([...rootsOf()]).toEqual(["later"]);
  await write("earlier");
  expect([...rootsOf()]).toEqual(["earlier"]);
});
