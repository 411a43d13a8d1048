/** What the scan counts is what a naive reader counts on the decoded text, whatever is in the file. */
import { expect, test } from "bun:test";
import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { FileError } from "../../src/errors.ts";
import { Scanner } from "../../src/kernels/scan.ts";
import { KeywordScan } from "../../src/search/live/keyword-scan.ts";
import { caseVariants } from "../../src/text/case-variants.ts";
import { type KeywordMode, KeywordPattern } from "../../src/text/keyword-pattern.ts";

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

/** One character a byte where the bytes are no UTF-8; only ASCII keywords are looked for there. */
function naive(bytes: Buffer, words: readonly string[], mode: KeywordMode): number[] {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  const unicode = utf16 !== null || isUtf8(bytes);
  const text = new TextDecoder((utf16 ?? (unicode ? "utf-8" : "windows-1252")) as "utf-8").decode(bytes);
  return words.map((word) =>
    unicode || /^[\0-\x7f]*$/.test(word) ? new KeywordPattern(word, mode).find(text).length : 0,
  );
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
        const scan = new KeywordScan(scanner, words, mode);
        const expected = naive(bytes, words, mode);
        if (bytes.includes(0) && !encoding.startsWith("utf-16")) return;
        expect([...(scan.count(fill(scan, bytes)) ?? words.map(() => 0))]).toEqual(expected);
        const { matches, counts } = scan.matches(fill(scan, bytes));
        expect([...counts]).toEqual(expected);
        expect(words.map((_, id) => matches.filter((match) => match.id === id).length)).toEqual(expected);
      },
    ),
    { seed: 11, numRuns: 1500 },
  );
}, 60_000);

test("matches stand where the text says so", () => {
  fc.assert(
    fc.property(texts(40), keywords, fc.constantFrom(...MODES), (text, words, mode) => {
      const scan = new KeywordScan(scanner, words, mode);
      const found = scan.matches(fill(scan, Buffer.from(text)));
      expect(found.text).toBe(text.replace(/\r\n?/g, "\n"));
      for (const { id, start, end } of found.matches) {
        const pattern = new RegExp(`^${(words[id] ?? "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, "iu");
        expect(found.text.slice(start, end)).toMatch(pattern);
      }
    }),
    { seed: 12, numRuns: 500 },
  );
});

test("searches of one thread that take turns do not disturb one another", () => {
  const a = new KeywordScan(scanner, ["alpha"], "substring");
  const b = new KeywordScan(scanner, ["beta", "gamma"], "word");
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
  const scan = new KeywordScan(scanner, ["beta"], "substring");
  expect(() => scan.count(fill(scan, Buffer.from("alpha\n\0\nbeta\n")))).toThrow(FileError);
});

test("GBK bytes are no UTF-8: ASCII keywords are found, nothing becomes a replacement character", () => {
  const scan = new KeywordScan(scanner, ["snow", "中文"], "substring");
  const bytes = Buffer.concat([Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), Buffer.from(" snow")]);
  const found = scan.matches(fill(scan, bytes));
  expect([...found.counts]).toEqual([1, 0]);
  expect(found.text).not.toContain("\ufffd");
});

test("spellings are those that regular expressions take for equal", () => {
  const sample = [..."azAZkKsSéÉßẞσςΣſKÅÅΩΩωθϑϴΘµμΜβϐεϵκϰπϖρϱφϕιΙͅṡẛṠǆǅǄвᲀꙋᲈΐΐΰΰﬅﬆдДİıⅷⅧⓐⒶꭰᎠ𐐀𐐨𞤀𞤢"];
  for (const character of sample) {
    const equal = new RegExp(`^${character}$`, "iu");
    const variants = new Set(caseVariants(character.codePointAt(0) ?? 0).map((point) => String.fromCodePoint(point)));
    for (const other of sample)
      expect([character, other, variants.has(other)]).toEqual([character, other, equal.test(other)]);
  }
});
