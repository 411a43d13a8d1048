/** What the scan counts is what a naive reader counts on the decoded text, whatever is in the file. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodeText } from "../../src/corpus/decode.ts";
import { FileError } from "../../src/errors.ts";
import { Scanner } from "../../src/kernels/scan.ts";
import { KeywordScan, OTHER_FORM } from "../../src/live-search/keyword-scan.ts";
import { foldAll } from "../../src/text/fold.ts";
import { FoldedText } from "../../src/text/folded-text.ts";
import { type KeywordMode, KeywordPattern, type TermPattern } from "../../src/text/keyword-pattern.ts";
import { RegexPattern } from "../../src/text/regex-pattern.ts";
import { rounds } from "../rounds.ts";

const scanner = Scanner.load();
const MODES: readonly KeywordMode[] = ["substring", "word", "identifier"];

/** Letters whose case, width or neighbours are not what bytes suggest. */
const PIECES = [
  ..."aAkKsS_-1 \n.é",
  ..."ÉſKßẞσςΣİıдДжÅÅΩΩ",
  "ab",
  "HTTP",
  "snow",
  "Model",
  "中",
  "文",
  "かな",
  "한",
  "😀",
  "𐐀",
  "𐐨",
  "e\u0301",
  "\r\n",
  "\r",
];
const texts = (maxLength: number) => fc.array(fc.constantFrom(...PIECES), { maxLength }).map((parts) => parts.join(""));
const keywords = fc.array(
  fc
    .array(fc.constantFrom(...PIECES.filter((piece) => !/[\r\n]/.test(piece))), { minLength: 1, maxLength: 7 })
    .map((parts) => parts.join("")),
  { minLength: 1, maxLength: 6 },
);

/** A text in which one of the keywords often stands. */
const textAndKeywords = keywords.chain((words) =>
  fc.tuple(
    fc.tuple(texts(20), fc.constantFrom("", ...words), texts(20)).map((parts) => parts.join("")),
    fc.constant(words),
  ),
);

type Encoding = "utf-8" | "utf-8 with mark" | "utf-16le" | "utf-16be" | "windows-1252";

function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === "utf-8") return Buffer.from(text);
  if (encoding === "utf-8 with mark") return Buffer.from(`\ufeff${text}`);
  if (encoding === "windows-1252") return Buffer.from(text, "latin1");
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

function scanOf(words: readonly string[], mode: KeywordMode, encodings: readonly string[] = []): KeywordScan {
  return new KeywordScan(scanner, { terms: words.map((word) => [word]), mode, encodings });
}

function patternOf(word: string, mode: KeywordMode): TermPattern {
  return mode === "regex" ? new RegexPattern(word) : new KeywordPattern([word], mode);
}

/** null: no text in any allowed encoding. */
function naive(
  bytes: Buffer,
  words: readonly string[],
  mode: KeywordMode,
  encodings: readonly string[],
): number[] | null {
  let text: string;
  try {
    text = decodeText(bytes, encodings);
  } catch {
    return null;
  }
  return words.map((word) => patternOf(word, mode).find(new FoldedText(text)).length);
}

function fill(scan: KeywordScan, bytes: Buffer): Uint8Array {
  const room = scan.buffer.reserve(bytes.length);
  room.set(bytes);
  return room.subarray(0, bytes.length);
}

test("counts equal those of a naive reader: any text, keywords, mode and encoding", () => {
  fc.assert(
    fc.property(
      textAndKeywords,
      fc.constantFrom(...MODES),
      fc.constantFrom<Encoding>("utf-8", "utf-8 with mark", "utf-16le", "utf-16be", "windows-1252"),
      ([text, words], mode, encoding) => {
        const bytes = encode(text, encoding);
        const encodings = encoding === "windows-1252" ? ["windows-1252"] : [];
        const scan = scanOf(words, mode, encodings);
        const expected = naive(bytes, words, mode, encodings);
        if (expected === null) {
          expect(() => scan.count(fill(scan, bytes))).toThrow(FileError);
          return;
        }
        const counts = scan.count(fill(scan, bytes)) ?? words.map(() => 0);
        expect(Array.from(counts, (count) => count & ~OTHER_FORM)).toEqual(expected);
        const found = scan.matches(fill(scan, bytes));
        expect([...found.counts]).toEqual(expected);
        expect(words.map((_, id) => found.matches.filter((match) => match.id === id).length)).toEqual(expected);
        for (const [id, count] of counts.entries()) expect(found.typed.has(id)).toBe(count > 0 && count < OTHER_FORM);
      },
    ),
    { seed: 11, numRuns: rounds(1500) },
  );
}, 60_000);

test("matches stand where the text says so", () => {
  fc.assert(
    fc.property(texts(40), keywords, fc.constantFrom(...MODES), (text, words, mode) => {
      const scan = scanOf(words, mode);
      const found = scan.matches(fill(scan, Buffer.from(text)));
      expect(found.text).toBe(text.replace(/\r\n?/g, "\n"));
      for (const { id, start, end } of found.matches) {
        expect(foldAll(found.text.slice(start, end))).toContain(foldAll(words[id] ?? ""));
      }
    }),
    { seed: 12, numRuns: rounds(500) },
  );
});

test("a PDF file without NUL bytes is no text, a text that speaks of PDF files is", () => {
  const scan = scanOf(["needle"], "substring");
  for (const text of ["%PDF-1.4\n1 0 obj\n(needle) Tj", "%PDF-1.7\nneedle é"]) {
    expect(() => scan.count(fill(scan, Buffer.from(text)))).toThrow(FileError);
    expect(() => scan.matches(fill(scan, Buffer.from(text)))).toThrow(FileError);
  }
  for (const text of ["a %PDF-1.4 needle", "%PDF needle", "%PD needle", " %PDF-1.4 needle"])
    expect([...(scan.count(fill(scan, Buffer.from(text))) ?? [])]).toEqual([1]);
});

test("searches of one thread that take turns do not disturb one another", () => {
  const a = scanOf(["alpha"], "substring");
  const b = scanOf(["beta", "gamma"], "word");
  const bytes = Buffer.from("alpha beta gamma betas");
  for (let turn = 0; turn < 3; turn++) {
    expect([...(a.count(fill(a, bytes)) ?? [])]).toEqual([1]);
    expect([...(b.count(fill(b, bytes)) ?? [])]).toEqual([1, 1]);
  }
  // A larger file of one search moves the memory under the other.
  const large = Buffer.alloc(9 << 20, "alpha ");
  expect(a.count(fill(a, large))?.[0]).toBeGreaterThan(1e6);
  expect([...(b.count(fill(b, bytes)) ?? [])]).toEqual([1, 1]);
});

test("a NUL byte anywhere makes a file binary (ripgrep#1227, #1129)", () => {
  const scan = scanOf(["beta"], "substring");
  expect(() => scan.count(fill(scan, Buffer.from("alpha\n\0\nbeta\n")))).toThrow(FileError);
});

test("bytes in no allowed encoding are an error of their file; with one that fits they are searched as they are shown", () => {
  const bytes = Buffer.concat([Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), Buffer.from(" snow")]);
  expect(() => scanOf(["snow"], "substring").count(fill(scanOf(["snow"], "substring"), bytes))).toThrow(
    "Not valid UTF-8",
  );
  const scan = scanOf(["snow", "中文"], "substring", ["gb18030"]);
  const found = scan.matches(fill(scan, bytes));
  expect(found.text).toBe("中文 snow");
  expect([...found.counts]).toEqual([1, 1]);
});

test.each([
  ["# -*- coding: latin-1 -*-\nname = 'Gr\xf6\xdfe'\n", "Größe"],
  ["#!/usr/bin/python\n# vim: set fileencoding=iso-8859-2 :\nx = '\xb3\xf3d\xbc'\n", "łódź"],
  ["<?xml version='1.0' encoding='ISO-8859-1'?><a>caf\xe9</a>", "café"],
  ["<html><head><meta charset=shift_jis></head>\x83e\x83X\x83g</html>", "テスト"],
])("a text says its encoding itself: %p", (source, word) => {
  const bytes = Buffer.from(source, "latin1");
  const scan = scanOf([word], "word");
  expect([...scan.matches(fill(scan, bytes)).counts]).toEqual([1]);
});

test.each([
  ["Größe", ["class Größe {}", "class GRÖSSE {}", "groesse", "Gro\u0308ße", "GROSSE"], [1, 1, 0, 1, 1]],
  ["cafe", ["Café", "cafe\u0301s", "ＣＡＦＥ", "caf", "ca\u00adfe"], [1, 1, 1, 0, 1]],
  ["большой", ["БОЛЬШОЙ", "больши\u0306й", "большои", "больший"], [1, 0, 1, 0]],
  ["Ελλάδα", ["ΕΛΛΆΔΑ", "Ελλαδα", "Ελλάς"], [1, 1, 0]],
  ["ΟΔΟΣ", ["οδός", "οδοσ"], [1, 1]],
  ["file", ["ﬁle", "pro\ufb01les", "𝐟𝐢𝐥𝐞"], [1, 1, 1]],
  ["한글", ["한글", "\u1112\u1161\u11ab\u1100\u1173\u11af"], [1, 1]],
  ["ガス", ["ｶﾞｽ", "カ\u3099ス", "カス"], [1, 1, 0]],
  ["İstanbul", ["istanbul", "ISTANBUL"], [1, 1]],
])("%p is found as the index folds it", (word, sources, expected) => {
  const scan = scanOf([word], "substring");
  expect(sources.map((source) => scan.matches(fill(scan, Buffer.from(source))).counts[0])).toEqual(expected);
  expect(sources.map((source) => (scan.count(fill(scan, Buffer.from(source)))?.[0] ?? 0) & ~OTHER_FORM)).toEqual(
    expected,
  );
});
