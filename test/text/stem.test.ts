import { expect, test } from "bun:test";
import fc from "fast-check";
import { shorterStems, stem, stemPrefix } from "../../src/text/stem.ts";
import { rounds } from "../rounds.ts";

/** Words that must meet, and words that must not be drawn into a group. */
const FAMILIES = [
  ["file", "files", "filing", "filed"],
  ["fill", "fills", "filling", "filled"],
  ["use", "uses", "used", "using"],
  ["query", "queries"],
  ["cache", "caches", "cached", "caching"],
  ["embed", "embeds", "embedded", "embedding", "embeddings"],
  ["control", "controls", "controlled", "controlling"],
  ["install", "installs", "installed", "installing"],
  ["run", "runs", "running"],
  ["add", "adds", "added", "adding"],
  ["try", "tries", "tried", "trying"],
  ["class", "classes"],
  ["box", "boxes", "boxed", "boxing"],
  ["state", "states", "stated", "stating"],
  ["queue", "queues", "queued", "queuing"],
  ["string", "strings"],
  ["name", "names", "named", "naming"],
  ["status", "statuses"],
];

test("inflections of a word share its stem, other words do not", () => {
  const stems = FAMILIES.map((family) => new Set(family.map(stem)));
  for (const [index, found] of stems.entries()) expect([...found], String(FAMILIES[index])).toHaveLength(1);
  expect(new Set(stems.map((found) => [...found][0])).size).toBe(FAMILIES.length);
});

test("what is no English word stays as it is", () => {
  for (const word of ["", "s", "is", "as", "sha256s", "naïves", "水s", "ed", "ing"]) expect(stem(word)).toBe(word);
});

const letters = fc.oneof(
  fc.stringMatching(/^[a-z]{0,10}$/),
  fc
    .tuple(
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.constantFrom(
        "s",
        "ies",
        "ing",
        "ings",
        "ed",
        "eed",
        "e",
        "es",
        "y",
        "ll",
        "lls",
        "tting",
        "ied",
        "sses",
        "ue",
        "yed",
      ),
    )
    .map(([word, end]) => word + end),
);

test("every word with a prefix has a stem that begins with the prefix's own stem prefix", () => {
  fc.assert(
    fc.property(letters, fc.oneof(letters, fc.constantFrom("", "1", "é")), fc.nat(12), (start, end, cut) => {
      const word = start + end;
      const prefix = word.slice(0, cut);
      const looked = stemPrefix(prefix);
      expect(prefix.startsWith(looked)).toBe(true);
      expect(stem(word).startsWith(looked), `${word}: ${stem(word)} for ${prefix}*: ${looked}`).toBe(true);
    }),
    { seed: 3, numRuns: rounds(20_000) },
  );
});

test("a prefix is cut no shorter than it must be", () => {
  expect(stemPrefix("inspect")).toBe("inspec");
  expect(stemPrefix("conf")).toBe("conf");
  expect(stemPrefix("runn")).toBe("run");
  expect(stemPrefix("quer")).toBe("que");
  expect(stemPrefix("in")).toBe("in");
  expect(stemPrefix("ing")).toBe("in");
});

test("the stem of every word begins with each prefix of the word, or is one of the shorter ones told for it", () => {
  const tails = fc.constantFrom(
    "",
    "s",
    "es",
    "ed",
    "ing",
    "ings",
    "ies",
    "ied",
    "y",
    "ll",
    "lling",
    "ying",
    "gged",
    "tting",
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{2,9}$/), tails, fc.nat(12), (start, tail, at) => {
      const word = start + tail;
      const prefix = word.slice(0, 2 + (at % Math.max(1, word.length - 1)));
      const found = stem(word);
      expect(found.startsWith(prefix) || shorterStems(prefix).includes(found), `${word} ${prefix}`).toBe(true);
    }),
    { seed: 4, numRuns: rounds(2000) },
  );
});
