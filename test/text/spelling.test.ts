import { expect, test } from "bun:test";
import fc from "fast-check";
import { boundedDistance, WordList } from "../../src/text/spelling.ts";

/** Optimal string alignment, without any bound. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...new Array<number>(b.length).fill(0)]);
  rows[0] = Array.from({ length: b.length + 1 }, (_, j) => j);
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : 99;
      const value = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped,
      );
      rows[i]?.splice(j, 1, value);
    }
  }
  return at(a.length, b.length);
}

test("bounded distances are those without a bound, up to the bound", () => {
  const word = fc.stringMatching(/^[abc]{1,8}$/);
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
      expect(boundedDistance(a, b, most)).toBe(Math.min(most + 1, distance(a, b)));
    }),
    { seed: 3, numRuns: 2000 },
  );
});

const list = new WordList(
  Object.entries({
    receive: 40,
    recipe: 90,
    vibration: 12,
    relation: 70,
    getelementsbytagname: 3,
    strasse: 5,
    marz: 4,
    cat: 9,
    car: 80,
    x86: 99,
  }).map(([word, rows]) => ({ word, rows })),
);

test("the nearest words, by edits, then by how many rows hold them", () => {
  const near = (word: string) => list.near(word, 3).map((each) => each.word);
  expect(near("recieve")[0]).toBe("receive");
  expect(near("vibraton")).toEqual(["vibration"]);
  expect(near("getelementbytagname")).toEqual(["getelementsbytagname"]);
  expect(near("strase")).toEqual(["strasse"]);
  expect(near("maerz")).toEqual(["marz"]);
  expect(near("cas")).toEqual(["car", "cat"]);
  expect(near("bar")).toEqual(["car"]);
  expect(near("xyz")).toEqual([]);
  expect(near("cat")).toEqual(["car"]);
});
