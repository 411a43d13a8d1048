/** A question's best chunks, found among those with its rarer words, are the best of all that match. */
import { expect, test } from "bun:test";
import { Candidates } from "../../src/search/candidates.ts";
import { bestByRareWords, commonWords } from "../../src/search/rare-words.ts";
import { openPostings } from "../../src/store/postings.ts";
import type { Store } from "../../src/store/store.ts";
import { Tree } from "../indexing/tree.ts";

/** Words of which the first stands in most of the files, and each next one in two thirds as many. */
const WORDS = Array.from({ length: 16 }, (_, i) => `word${String.fromCharCode(97 + i)}`);
const FILES = 1200;

/** Deterministic numbers in [0, 1). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

test("the same chunks in the same order, or no answer", async () => {
  using tree = new Tree();
  const random = numbers(5);
  for (let file = 0; file < FILES; file++) {
    const words = WORDS.flatMap((word, rank) =>
      random() < 0.8 * (2 / 3) ** rank ? Array.from({ length: 1 + Math.floor(random() * 3) }, () => word) : [],
    );
    const filler = Array.from({ length: Math.floor(random() * 60) }, () => "filler");
    tree.write(`d${file % 7}/f${file}.txt`, [...words, ...filler].sort(() => random() - 0.5).join(" "));
  }
  await tree.index();
  tree.read((store: Store) => {
    const postings = openPostings(store);
    let answered = 0;
    for (let round = 0; round < 200; round++) {
      const some = WORDS.filter(() => random() < 0.4);
      const words = some.map((word) => ({ match: `"${word}"`, chunks: postings.count(`"${word}"`) }));
      const query = { limit: [5, 10, 20][round % 3] ?? 5, weights: [1, 1, 3, 4] as const };
      const best = bestByRareWords(postings, words, FILES, query, 100);
      if (best === null) continue;
      answered++;
      const all = postings.candidates({ ...query, match: some.map((word) => `"${word}"`).join(" OR "), files: null });
      expect(best.map(({ chunkId }) => chunkId)).toEqual(all.map(({ chunkId }) => chunkId));
      for (const [at, { bm25 }] of best.entries()) expect(bm25).toBeCloseTo(all[at]?.bm25 ?? 0, 9);
    }
    expect(answered).toBeGreaterThan(20);
  });
});

test("rare words bring no more chunks than are asked for", async () => {
  using tree = new Tree();
  for (let file = 0; file < 150; file++) tree.write(`f${file}.txt`, `kingfisher heron ${file}`);
  await tree.index();
  tree.read((store: Store) => {
    const candidates = new Candidates(store, openPostings(store), [1, 1, 1, 1]);
    const sizes = (most?: number) =>
      [...candidates.blocks(['"kingfisher"', '"heron"'], null, 100, most === undefined ? {} : { most })].map(
        (block) => block.length,
      );
    expect(sizes(100)).toEqual([100]);
    expect(sizes()).toEqual([100, 50]);
  });
});

test("only words in many chunks are left out, and only where the rest are enough", () => {
  const words = (...chunks: number[]) => chunks.map((count, at) => ({ match: `"${at}"`, chunks: count }));
  const left = (...chunks: number[]) => commonWords(words(...chunks), 100_000, 100).map(({ chunks: count }) => count);
  expect(left(400, 30_000, 20_000)).toEqual([30_000, 20_000]);
  expect(left(3_000, 2_000, 500)).toEqual([]);
  expect(left(30_000, 20, 10)).toEqual([]);
  expect(left(30_000)).toEqual([]);
  expect(left()).toEqual([]);
});
