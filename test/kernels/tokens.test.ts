import { expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_UNITS, TokenKernel } from "../../src/kernels/tokens.ts";
import { countByReference, createTermCounter } from "../../src/ranking/term-counter.ts";
import { UNIFORM } from "../../src/text/char-class.ts";
import { stem } from "../../src/text/stem.ts";
import { createTokeniser } from "../../src/text/tokeniser.ts";
import { tokenColumns } from "../../src/text/tokens.ts";
import { rounds } from "../rounds.ts";
import { anyString, texts } from "../text/arbitraries.ts";

const kernel = TokenKernel.load();
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Endings that stems treat by rules of their own, behind random beginnings. */
const inflected = fc
  .array(
    fc.tuple(
      fc.stringMatching(/^[a-z]{0,6}$/),
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
        "ys",
        "ll",
        "tting",
        "ied",
        "sses",
        "ue",
        "embed",
        "",
      ),
      fc.constantFrom(" ", "_", "-", ".", ":", "/", ",", "1", "2.3", "1:2", "__4", "X", "Xy", "Æ", "Œs", ""),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.flat().join(""));

const everything = fc.oneof(texts(40), anyString, inflected, fc.string({ unit: "binary-ascii", maxLength: 80 }));

test("the kernel makes the reference's columns, or leaves the text to it", () => {
  let taken = 0;
  fc.assert(
    fc.property(everything, (text) => {
      const columns = kernel.columns(text);
      if (columns === null) return;
      taken++;
      const { body, ident, tokens } = tokenColumns(text);
      expect(decode(columns.body)).toBe(body);
      expect(decode(columns.ident)).toBe(ident);
      expect(columns.tokens).toBe(tokens);
    }),
    { seed: 21, numRuns: rounds(4000) },
  );
  expect(taken).toBeGreaterThan(rounds(4000) / 2);
});

test("ASCII, Chinese and accented text stay in the kernel", () => {
  for (const text of [
    "plain text",
    "Ærø, ŒUVRE",
    "1,299.00 3/4",
    "深度学习，第一…",
    "Müller fährt über die Straße",
    "Привет",
    "한국어",
    "naïve ﬁle",
  ])
    expect(kernel.columns(text), text).not.toBeNull();
  for (const text of ["e\u0301", "🐘", "Ⅷ", "\ud800"]) expect(kernel.columns(text), text).toBeNull();
});

test("every character of the ranges that are learnt at once", () => {
  for (const { first, last } of UNIFORM) {
    for (let from = first; from <= last; from += 1000) {
      const units = Array.from({ length: Math.min(1000, last - from + 1) }, (_, i) => from + i);
      const text = `a${String.fromCharCode(...units)} Z`;
      // A kernel of its own, which has learnt nothing yet.
      expect(TokenKernel.load().columnTexts(text)).toMatchObject({
        body: tokenColumns(text).body,
        ident: tokenColumns(text).ident,
      });
    }
  }
});

test("words and identifiers at the limit of a token's length", () => {
  for (const length of [62, 63, 64, 65, 66, 130]) {
    for (const text of [
      "x".repeat(length),
      `${"y".repeat(length - 3)}ing`,
      `${"ab_".repeat(length)}z`,
      `${"X".repeat(length)}y`,
    ]) {
      const columns = kernel.columns(text);
      const { body, ident } = tokenColumns(text);
      expect(columns && decode(columns.body)).toBe(body);
      expect(columns && decode(columns.ident)).toBe(ident);
    }
  }
});

test("columns are their own memory, and a text beyond the kernel's size is the reference's", () => {
  const tokeniser = createTokeniser();
  const first = tokeniser.columns("alpha beta", 0, 10);
  tokeniser.columns("gamma delta", 0, 11);
  expect(decode(first.body)).toBe("alpha beta");
  structuredClone(first, { transfer: [first.body.buffer, first.ident.buffer] });
  expect(decode(tokeniser.columns("alpha beta", 6, 10).body)).toBe("beta");
  const long = "word ".repeat(MAX_UNITS / 4);
  expect(tokeniser.columns(long, 0, long.length).tokens).toBe(MAX_UNITS / 4);
});

test("the kernel counts terms as the reference does", () => {
  const term = fc.record({
    token: fc.oneof(
      fc.constantFrom("http", "header", "pars", "pars", "1", "水化", "水", "parsehttpheader", "file", "σασ"),
      fc.stringMatching(/^[a-z]{1,3}$/),
    ),
    prefix: fc.boolean(),
    weight: fc.constant(1),
  });
  const terms = fc.uniqueArray(term, { selector: ({ token, prefix }) => `${token}${prefix}`, maxLength: 8 });
  fc.assert(
    fc.property(terms, everything, (wanted, text) => {
      const counter = createTermCounter(wanted);
      for (const areNames of [false, true]) {
        const texts = [text, "", text.slice(0, 5), "12 1234 ab"];
        const { counts, lengths, width } = areNames ? counter.names(texts) : counter.texts(texts);
        for (const [row, each] of texts.entries()) {
          const expected = new Float64Array(width);
          expect(lengths[row]).toBe(countByReference(each, wanted, areNames, expected));
          expect([...counts.subarray(row * width, row * width + width)]).toEqual([...expected]);
        }
      }
    }),
    { seed: 22, numRuns: rounds(2000) },
  );
});

test("texts that are left out of a sparse count hold none of the terms", () => {
  const words = [
    "tries",
    "try",
    "Trying",
    "g_et",
    "GetUrl",
    "get-url",
    "caching",
    "used",
    "ſet",
    "\u212aelvin",
    "kelvin",
  ];
  const written = fc.constantFrom(...words);
  const text = fc.array(fc.oneof(written, fc.stringMatching(/^[a-zA-Z_.-]{1,8}$/)), { maxLength: 8 });
  const wanted = fc.array(fc.oneof(written, fc.stringMatching(/^[a-z]{3,8}$/)), { minLength: 1, maxLength: 4 });
  let leftOut = 0;
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), wanted, fc.boolean(), (lists, tokens, prefix) => {
      const texts = lists.map((list) => list.join(" "));
      const terms = tokens.map((word) => ({
        token: tokenColumns(word).ident.trim() || stem(word.toLowerCase()),
        prefix,
      }));
      const counter = createTermCounter(terms);
      const sparse = counter.sparsely(texts);
      const full = counter.texts(texts);
      expect([...sparse.counts]).toEqual([...full.counts]);
      for (const [row, length] of sparse.lengths.entries()) {
        if (Number.isNaN(length)) leftOut++;
        else expect(length).toBe(full.lengths[row] ?? -1);
      }
    }),
    { seed: 23, numRuns: rounds(2000) },
  );
  expect(leftOut).toBeGreaterThan(0);
});
