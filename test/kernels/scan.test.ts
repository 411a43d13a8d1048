import { expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_MATCHES, Scanner } from "../../src/kernels/scan.ts";
import { type Literal, type MatchMode, scanReference } from "../../src/kernels/scan-reference.ts";
import { rounds } from "../rounds.ts";

const encoder = new TextEncoder();
const scanner = Scanner.load();

function scan(text: Uint8Array, literals: readonly Literal[], mode: MatchMode) {
  scanner.buffer(text.length).set(text);
  scanner.prepare(literals, mode);
  const summary = scanner.scan(text.length);
  return { ...summary, matches: [...scanner.matches(summary.total)] };
}

/** A small alphabet, so that matches, overlaps and borders are frequent. */
const bytes = (maxLength: number, minLength = 0) =>
  fc
    .array(fc.constantFrom(..."aAbBsS_-1 é".split(""), "HT", "\0", "中", "\n"), { maxLength, minLength })
    .map((parts) => encoder.encode(parts.join("")));

test("the kernel finds what the scalar reference finds, in every mode and with every number of literals", () => {
  fc.assert(
    fc.property(
      bytes(120),
      fc.array(bytes(6, 1), { minLength: 1, maxLength: 12 }),
      fc.constantFrom<MatchMode>("substring", "word", "identifier"),
      (text, words, mode) => {
        const literals = words.map((word, k) => ({ bytes: word, id: k % 5 }));
        const expected = scanReference(text, literals, mode, MAX_MATCHES);
        const found = scan(text, literals, mode);
        expect(found.matches).toEqual([...expected.matches]);
        expect([...found.counts]).toEqual([...expected.counts]);
        expect(found.unsure).toBe(expected.unsure);
        expect(found.hasHighBytes).toBe(expected.hasHighBytes);
        expect(found.hasNul).toBe(expected.hasNul);
      },
    ),
    { seed: 7, numRuns: rounds(2000) },
  );
});

test("identifier borders: parts of camel case, snake case and runs of capitals", () => {
  const literal = (word: string) => [{ bytes: encoder.encode(word), id: 0 }];
  const count = (text: string, word: string) => scan(encoder.encode(text), literal(word), "identifier").counts[0];
  expect(count("snow_model snowModel SNOW-model snowman unsnow", "snow")).toBe(3);
  expect(count("parseHTTPHeader", "http")).toBe(1);
  expect(count("parseHTTPSHeader", "http")).toBe(0);
  expect(count("utf8 utf16", "utf")).toBe(2);
});

test("a text larger than the first memory grows it and keeps the prepared literals", () => {
  const text = new Uint8Array(3 << 20).fill(0x61);
  text.set(encoder.encode("needle"), text.length - 6);
  scanner.prepare([{ bytes: encoder.encode("needle"), id: 0 }], "substring");
  scanner.buffer(text.length).set(text);
  expect(scanner.scan(text.length).total).toBe(1);
});

test("more matches than are recorded are still counted", () => {
  const found = scan(new Uint8Array(20000).fill(0x61), [{ bytes: encoder.encode("a"), id: 0 }], "substring");
  expect(found.counts[0]).toBe(20000);
  expect(found.matches.length).toBe(MAX_MATCHES);
});

test("lines are newlines counted", () => {
  scanner.buffer(100).set(encoder.encode("a\nb\n\nc".padEnd(40, "x\n")));
  expect(scanner.countLines(0, 2)).toBe(1);
  expect(scanner.countLines(0, 5)).toBe(3);
});
