/** The best parts do not depend on ids, and what words the index holds is told with how many parts hold them. */
import { expect, test } from "bun:test";
import { fileOfPart, ordinalOfPart } from "../../src/store/parts.ts";
import { Postings } from "../../src/store/postings.ts";
import { vocabularyOf } from "../../src/store/vocabulary.ts";
import { Tree } from "../indexing/tree.ts";

const LINE = "an orchid in a pot\n";

test("a long file is several parts, and a filter acts before the limit", async () => {
  using tree = new Tree({ "long.txt": LINE.repeat(6000), "short.txt": "orchid orchid orchid", "other.txt": "lily" });
  await tree.index();
  tree.read((store) => {
    const postings = new Postings(store);
    const parts = postings.partsMatching('"orchid"');
    const files = postings.filesMatching('"orchid"');
    expect(files).toHaveLength(2);
    expect(parts.length).toBeGreaterThan(4);
    expect(postings.count('"orchid"')).toBe(parts.length);
    const [long = 0] = postings.longFilesMatching('"orchid"');
    expect(postings.longFilesMatching('"orchid"')).toEqual([long]);
    const own = postings.partsOfFileMatching('"orchid"', long);
    expect(own.map(ordinalOfPart)).toEqual(own.map((_, at) => at));
    const [best] = postings.best({ match: '"orchid"', files: [long], weights: [1, 1, 1, 1] }, 1);
    expect(fileOfPart(best?.id ?? 0)).toBe(long);
    expect(postings.partsMatching('"orchid"', [long])).toEqual(own);
  });
});

test("the vocabulary is exact, also after files have changed and gone", async () => {
  using tree = new Tree({ "a.txt": "orchid lily", "b.txt": "orchid", "c.txt": "orchid rose" });
  await tree.index();
  tree.remove("c.txt");
  tree.write("b.txt", "tulip");
  await tree.index();
  tree.read((store) => {
    const { list } = vocabularyOf(store);
    expect(list.near("orchd", 1)).toEqual([{ word: "orchid", rows: 1, distance: 1 }]);
    expect(list.near("rosse", 1)).toEqual([]);
    expect([list.near("lilj", 1)[0]?.word, list.near("tulipp", 1)[0]?.word, list.size]).toEqual(["lili", "tulip", 3]);
  });
});
