/** Words are found in texts by what their stem says they begin with. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { stem } from "../../src/text/stem.ts";
import { beginningsOf } from "../../src/text/word-forms.ts";
import { rounds } from "../rounds.ts";

function isFound(word: string): boolean {
  return beginningsOf(stem(word)).some((beginning) => word.startsWith(beginning));
}

test("words whose stem is not their beginning", () => {
  const words =
    "timing making rating saving using closing sharing naming caching parsing try fly sky query tries queries flying aged icing tidy ties";
  for (const word of words.split(" ")) expect([word, isFound(word)]).toEqual([word, true]);
});

test("every word begins as one of the beginnings of its stem", () => {
  const syllables = fc.constantFrom(..."t im r un s fl qu er y ie ll bb e ed ing s es ies ss us o a".split(" "));
  const words = fc.array(syllables, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(words, fc.stringMatching(/^[a-z]{1,12}$/)), (word) => {
      expect([word, isFound(word)]).toEqual([word, true]);
    }),
    { seed: 4, numRuns: rounds(3000) },
  );
});
