/** How many results are asked for cuts the list and never chooses another one: limits and pages of any size add up. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { SearchHit } from "../../src/request/search-request.ts";
import { fixedRandom } from "../faults/random.ts";
import { indexed } from "./indexed.ts";

const WORDS =
  "json exception error types reader writer stream buffer parse token value array object number string cache index query file path of the and in".split(
    " ",
  );
const random = fixedRandom(16);
const pick = () => WORDS[Math.floor(random() ** 2 * WORDS.length)] ?? "";

/** A few short files for each long one, which is several parts of the index. */
function text(at: number): string {
  const length = at % 10 === 0 ? 7000 : 10 + Math.floor(random() * 120);
  return Array.from({ length }, (_, word) => `${pick()}${word % 12 === 11 ? ".\n" : " "}`).join("");
}

const files = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`${pick()}/${pick()}-${at}.${at % 3 === 0 ? "py" : "md"}`, text(at)]),
);

const word = fc.constantFrom(...WORDS);
const query = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(" ")),
  fc.tuple(word, word).map(([a, b]) => `"${a} ${b}"`),
  fc.tuple(word, word, word).map(([a, b, c]) => `${a} "${b} ${c}"`),
  fc.tuple(word, word).map(([a, b]) => `${a} -${b}`),
  fc.tuple(word, word).map(([a, b]) => `${a.slice(0, 3)}* ${b}`),
);

test("limits of 5, 10 and 50, and pages of 7, show one list", async () => {
  const it = await indexed(files);
  const list = (hits: readonly SearchHit[]) =>
    hits.map(({ path, chunk, bm25, match }) => ({ path, chunk, bm25, match }));
  fc.assert(
    fc.property(query, (asked) => {
      const whole = list(it.answer(asked, { limit: 50 }).hits);
      expect(new Set(whole.map(({ path }) => path)).size).toBe(whole.length);
      for (const limit of [5, 10]) expect(list(it.answer(asked, { limit }).hits)).toEqual(whole.slice(0, limit));
      const pages = Array.from({ length: 7 }, (_, page) => list(it.answer(asked, { limit: 7, offset: page * 7 }).hits));
      expect(pages.flat()).toEqual(whole.slice(0, 49));
    }),
    { numRuns: 5, seed: 16 },
  );
}, 60_000);

test("a store that has grown answers as one made anew, in order and scores", async () => {
  const names = Object.keys(files);
  const half = Object.fromEntries(names.filter((_, at) => at % 2 === 1).map((name) => [name, files[name] ?? ""]));
  const grown = await indexed({ ...half, "gone.md": "json exception and error types", "edited.md": "json" });
  grown.world.remove("gone.md").write({ ...files, "edited.md": "exception types" });
  await grown.index();
  const fresh = await indexed({ ...files, "edited.md": "exception types" });
  const answers = (it: typeof fresh, asked: string) =>
    it.answer(asked, { limit: 30 }).hits.map(({ path, score, bm25, match, line_start, passages }) => ({
      ...{ score, bm25, match, line_start, passages },
      path: path.slice(it.world.dir.length),
    }));
  for (const asked of fc.sample(query, { numRuns: 5, seed: 5 })) {
    expect(answers(grown, asked)).toEqual(answers(fresh, asked));
  }
}, 60_000);
