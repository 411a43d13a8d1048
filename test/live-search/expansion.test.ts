/** Keyword expansion: the caller's keywords first and never dropped, at most eight further terms. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { cleanKeywords, expandKeywords, MAX_EXPANSIONS } from "../../src/text/expansion.ts";
import { rounds } from "../rounds.ts";

const resolved = (...keywords: string[]) => expandKeywords(cleanKeywords(keywords)).map(({ text }) => text);

test("words of a phrase, then adjacent pairs", () => {
  expect(resolved("snow melt balance")).toEqual([
    "snow melt balance",
    "snow",
    "melt",
    "balance",
    "snow melt",
    "melt balance",
  ]);
  expect(resolved("state of the art")).toEqual(["state of the art", "state", "art"]);
});

test("parts of identifiers, names within phrases", () => {
  expect(resolved("parse_http_header")).toEqual(["parse_http_header", "parse", "http", "header"]);
  expect(resolved("parseHTTPHeader")).toEqual(["parseHTTPHeader", "parse", "http", "header"]);
  expect(resolved("call parseHeader()")).toEqual(["call parseHeader()", "parseHeader", "call", "parse", "header"]);
});

test("light stems of single words", () => {
  expect(resolved("caching")).toEqual(["caching", "cach"]);
  expect(resolved("queries")).toEqual(["queries", "queri"]);
  expect(resolved("use")).toEqual(["use"]);
});

test("scripts without spaces", () => {
  expect(resolved("GPU加速")).toEqual(["GPU加速", "加速", "gpu"]);
  expect(resolved("库存")).toEqual(["库存"]);
});

test("blanks, doubles and case", () => {
  expect(cleanKeywords(["  snow ", "SNOW", "", " \n ", "a\n b"])).toEqual(["snow", "a b"]);
});

test("bounded and ordered, whatever is given", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 30 }), { maxLength: 20 }), (keywords) => {
      const clean = cleanKeywords(keywords);
      const terms = expandKeywords(clean);
      expect(terms.slice(0, clean.length).map(({ text }) => text)).toEqual(clean);
      expect(terms.length).toBeLessThanOrEqual(clean.length + MAX_EXPANSIONS);
      expect(new Set(terms.map(({ text }) => text.toLowerCase())).size).toBe(terms.length);
      for (const { text } of terms) expect(text.trim()).not.toBe("");
    }),
    { seed: 4, numRuns: rounds(500) },
  );
});
