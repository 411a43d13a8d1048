import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePointBorder, graphemeBorder, isPlainBorder } from "../../src/text/graphemes.ts";
import { rounds } from "../rounds.ts";

/** Reference: the segmenter over the whole text. */
function bordersOf(text: string): Set<number> {
  const segments = new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text);
  return new Set([...segments].map(({ index }) => index).concat(text.length));
}

/** Text made of what joins and what does not: marks, joiners, flags, jamo, prepended signs, emoji with skin and hair. */
const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "a",
        " ",
        "\n",
        "é",
        "e\u0301",
        "\u0301",
        "\u200d",
        "\ufe0f",
        "👩",
        "👩🏽",
        "👩‍👩‍👧‍👦",
        "🇩",
        "🇪",
        "🇩🇪",
        "가",
        "각",
      ),
      fc.constantFrom(
        "\u1100",
        "\u1161",
        "\u11a8",
        "\u0600",
        "7",
        "क",
        "\u094d",
        "ष",
        "ि",
        "中",
        "か",
        "\u3099",
        "ﾊ",
        "ﾟ",
        "©",
        "\u00ad",
        "ไ",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("grapheme borders", () => {
  test("a border taken as plain is one of the segmenter's", () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        const borders = bordersOf(text);
        for (let at = 1; at < text.length; at++) if (isPlainBorder(text, at)) expect(borders.has(at)).toBe(true);
      }),
      { seed: 7, numRuns: rounds(1500) },
    );
  });

  test("every plain character parts from members of each plain range", () => {
    for (const probe of ["a", "é", "я", "中", "か", "각", "가", "Ａ", "©"]) {
      let text = probe;
      for (let unit = 1; unit < 0x10000; unit++) {
        if (isPlainBorder(probe + String.fromCharCode(unit), 1)) text += String.fromCharCode(unit) + probe;
      }
      const borders = bordersOf(text);
      for (let at = 1; at < text.length; at++) {
        if (!borders.has(at)) throw new Error(`no border between ${JSON.stringify(text.slice(at - 1, at + 1))}`);
      }
    }
  });

  test("finds the last border at or before", () => {
    fc.assert(
      fc.property(trickyText, fc.nat(), (text, seed) => {
        const borders = bordersOf(text);
        const at = text.length === 0 ? 0 : seed % (text.length + 1);
        let expected = at;
        while (expected > 0 && !borders.has(expected)) expected--;
        expect(graphemeBorder(text, 0, at)).toBe(expected);
      }),
      { seed: 7, numRuns: rounds(1500) },
    );
  });

  test("a pair is never parted", () => {
    expect(codePointBorder("a😀b", 2)).toBe(1);
    expect(codePointBorder("a😀b", 3)).toBe(3);
  });
});
