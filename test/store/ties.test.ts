/** Which of equally good chunks are among the best is decided by their paths, not by the order they were indexed in. */
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { filesByIds } from "../../src/store/files.ts";
import { fileOfPart } from "../../src/store/parts.ts";
import { Postings } from "../../src/store/postings.ts";
import type { Store } from "../../src/store/store.ts";
import { Tree } from "../indexing/tree.ts";

const STEP = 100;
const FILES = 3 * STEP + 17;

/** Paths of the best parts, in order. */
function best(store: Store, match: string, limit: number): string[] {
  const ids = new Postings(store).best({ match, files: null, weights: [1, 1, 1, 1] }, limit).map(({ id }) => id);
  const files = filesByIds(store, ids.map(fileOfPart));
  return ids.map((id) => files.get(fileOfPart(id))?.path.split("/root/")[1] ?? "");
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
  for (const limit of [STEP, 3 * STEP, 8 * STEP]) {
    const expected = fresh.read((store) => best(store, '"equal"', limit));
    expect(expected).toHaveLength(Math.min(limit, FILES));
    expect(grown.read((store) => best(store, '"equal"', limit))).toEqual(expected);
  }
});

test("a root that came later and lies before", async () => {
  using tree = new Tree();
  const write = (root: string) => {
    for (let i = 0; i < 2 * STEP; i++) {
      mkdirSync(join(tree.dir, root), { recursive: true });
      writeFileSync(join(tree.dir, root, `f${String(i).padStart(4, "0")}.txt`), "equal words\n");
    }
    return tree.index({ paths: [join(tree.dir, root)] });
  };
  await write("later");
  const rootsOf = () =>
    tree.read((store) => {
      const found = new Postings(store).best({ match: '"equal"', files: null, weights: [1, 1, 1, 1] }, STEP);
      const files = filesByIds(
        store,
        found.map(({ id }) => fileOfPart(id)),
      );
      return new Set([...files.values()].map(({ path }) => relative(tree.dir, path).split("/")[0]));
    });
  expect([...rootsOf()]).toEqual(["later"]);
  await write("earlier");
  expect([...rootsOf()]).toEqual(["earlier"]);
});
