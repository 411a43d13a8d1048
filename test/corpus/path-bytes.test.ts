import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  byteString,
  canonicalSpelling,
  comparePaths,
  displayPath,
  pathFromBytes,
  pathToBytes,
  sortPaths,
  systemPath,
} from "../../src/corpus/path-bytes.ts";
import { QsearchError } from "../../src/errors.ts";
import { rounds } from "../rounds.ts";

const bytes = fc.uint8Array({ maxLength: 24 });
/** Bytes that are nearly UTF-8: pieces of characters, overlong forms, surrogates. */
const nearlyUtf8 = fc
  .array(
    fc.constantFrom(
      ...[[0x61], [0x2f], [0xc3, 0xa9], [0xe4, 0xb8, 0xad], [0xf0, 0x9f, 0x90, 0x98], [0xe4, 0xb8], [0xf0, 0x9f]],
      ...[
        [0xed, 0xa0, 0x80],
        [0xed, 0xb2, 0x80],
        [0xc0, 0xaf],
        [0xf4, 0x90, 0x80, 0x80],
        [0x80],
        [0xff],
        [0xef, 0xbf, 0xbd],
      ],
    ),
    { maxLength: 12 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));
const seed = 20261130;

describe("paths keep every byte", () => {
  test("bytes → string → bytes is the identity", () => {
    fc.assert(
      fc.property(fc.oneof(bytes, nearlyUtf8), (path) => {
        expect([...pathToBytes(pathFromBytes(path))]).toEqual([...path]);
      }),
      { seed, numRuns: rounds(2000) },
    );
  });

  test("valid UTF-8 is the string itself, and needs no bytes for node:fs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (path) => {
        expect(pathFromBytes(Buffer.from(path))).toBe(path);
        expect(systemPath(path)).toBe(path);
      }),
      { seed },
    );
  });

  test("the order is that of the bytes", () => {
    fc.assert(
      fc.property(fc.oneof(bytes, nearlyUtf8), fc.oneof(bytes, nearlyUtf8), (a, b) => {
        expect(comparePaths(pathFromBytes(a), pathFromBytes(b))).toBe(Buffer.compare(a, b));
      }),
      { seed, numRuns: rounds(2000) },
    );
    // UTF-16 order puts the elephant (a surrogate pair) before U+FF21.
    expect(sortPaths(["🐘", "\uff21", "b", "a", "\udc80"])).toEqual(["a", "b", "\udc80", "\uff21", "🐘"]);
  });

  test("a caller's string has one spelling", () => {
    expect(canonicalSpelling("\udcc3\udca9")).toBe("é");
    expect(canonicalSpelling("a\udcff")).toBe("a\udcff");
  });

  test("half a character names no file", () => {
    for (const path of ["\ud800", "a\ud83dx", "\udc00", "\udd00b"])
      expect(() => pathToBytes(path)).toThrow(QsearchError);
  });

  test("byte strings have one character a byte", () => {
    expect(byteString("a/b")).toBe("a/b");
    expect(byteString("é\udcff")).toBe("\xc3\xa9\xff");
  });
});

describe("paths on a terminal", () => {
  test.each([
    ["plain/path é 中文 🐘.md", "plain/path é 中文 🐘.md"],
    ["a\\b", "a\\b"],
    // sharkdp/fd changelog 2026-08: these reached the terminal.
    ["x\x1b[31mred", "x\\x1b[31mred"],
    ["\u202etxt.exe", "\\u202etxt.exe"],
    ["two\nlines\r\t", "two\\nlines\\r\\t"],
    ["\x9b31m", "\\u009b31m"],
    ["bad\udcff", "bad\\xff"],
    ["a\\b\n", "a\\\\b\\n"],
    ["\u2066x\u2069\u200f\u061c\u2028", "\\u2066x\\u2069\\u200f\\u061c\\u2028"],
  ])("%j", (path, shown) => {
    expect(displayPath(path)).toBe(shown);
  });

  test("two paths never look alike", () => {
    const characters = fc.constantFrom(..."ab\\nx01bf", "\n", "\x1b", "\udcff", "\u202e", "\x9b");
    const path = fc.string({ unit: characters, maxLength: 8 });
    fc.assert(
      fc.property(path, path, (a, b) => {
        if (a !== b && displayPath(a) === displayPath(b)) {
          // Only a path shown as it is may read like an escaped one: "\n" the two characters.
          expect(displayPath(a) === a || displayPath(b) === b).toBe(true);
        }
        for (const unsafe of "\n\x1b\x9b\u202e\udcff") expect(displayPath(a)).not.toContain(unsafe);
      }),
      { seed, numRuns: rounds(1000) },
    );
  });
});
