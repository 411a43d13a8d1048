import { expect, test } from "bun:test";
import fc from "fast-check";
import { fold, foldAll } from "../../src/text/fold.ts";
import { FoldedText } from "../../src/text/folded-text.ts";
import { rounds } from "../rounds.ts";
import { anyString, texts } from "./arbitraries.ts";

test("text that needs no folding comes back as it is, without maps", () => {
  for (const text of ["plain ASCII", "深度学习，第一。", "そうだよ", "한국어", "привет", ""]) {
    expect(fold(text)).toEqual({ text, starts: null, ends: null });
  }
});

test("accents, width, ligatures and case make no difference", () => {
  for (const [a, b] of [
    ["café", "CAFE\u0301"],
    ["Straße", "STRASSE"],
    ["ﬁle", "File"],
    ["ＧＰＵ", "gpu"],
    ["ΣΑΣ", "σας"],
    ["İstanbul", "istanbul"],
    ["كِتَاب", "كتاب"],
    ["ｶﾞ", "ガ"],
    ["docu\u00adment", "document"],
  ] as const) {
    expect(foldAll(a)).toBe(foldAll(b));
  }
  expect(foldAll("か")).not.toBe(foldAll("が"));
});

test("offsets of folded text lie in the source, in order, on segments that fold to it", () => {
  fc.assert(
    fc.property(fc.oneof(texts(), anyString), (text) => {
      const folded = fold(text);
      const { starts, ends } = folded;
      if (starts === null || ends === null) {
        expect(folded.text).toBe(text);
        return;
      }
      for (let at = 0; at < folded.text.length; at++) {
        const [start = -1, end = -1] = [starts[at], ends[at]];
        expect(start).toBeGreaterThanOrEqual(at > 0 ? (starts[at - 1] ?? 0) : 0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(fold(text.slice(start, end)).text.includes(folded.text[at] ?? "")).toBe(true);
      }
    }),
    { seed: 2, numRuns: rounds(1000) },
  );
});

test("folding again changes nothing", () => {
  fc.assert(
    fc.property(texts(), (text) => {
      const once = foldAll(text);
      expect(foldAll(once)).toBe(once);
    }),
    { seed: 9, numRuns: rounds(500) },
  );
});

test("a folded text of sparse places is that of full ones, each place too", () => {
  fc.assert(
    fc.property(fc.oneof(texts(), anyString), (text) => {
      const [full, sparse] = [fold(text), new FoldedText(text)];
      expect(sparse.text).toBe(full.text);
      for (let at = 0; at < full.text.length; at++) {
        // The full map sometimes takes both halves of a pair together.
        if (/[\ud800-\udfff]/.test(full.text[at] ?? "")) continue;
        expect(sparse.sourceOf(at, at + 1)).toEqual({ start: full.starts?.[at] ?? at, end: full.ends?.[at] ?? at + 1 });
      }
    }),
    { seed: 3, numRuns: rounds(1000) },
  );
});
