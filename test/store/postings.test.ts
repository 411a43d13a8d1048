/** Counting stops where more would say nothing. */
import { expect, test } from "bun:test";
import { openPostings } from "../../src/store/postings.ts";
import { Tree } from "../indexing/tree.ts";

test("as many as are asked for are counted, and the last of them is named", async () => {
  using tree = new Tree();
  for (let file = 0; file < 9; file++) tree.write(`f${file}.txt`, file === 4 ? "lily" : "orchid");
  await tree.index();
  tree.read((store) => {
    const postings = openPostings(store);
    const ids = postings.chunksMatching('"orchid"');
    expect(ids).toHaveLength(8);
    for (let most = 1; most <= 10; most++) {
      const expected = most <= 8 ? { count: most, last: ids[most - 1] ?? null } : { count: 8, last: null };
      expect(postings.countSome('"orchid"', most)).toEqual(expected);
    }
    expect(postings.countSome('"rose"', 3)).toEqual({ count: 0, last: null });
  });
});
