/**
 * Tokens are a contract with every store that exists: what changes here must raise TOKENISER_VERSION, which rebuilds the
 * postings. QSEARCH_UPDATE_GOLDEN=1 writes the golden file, but only under a version it does not hold yet.
 */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { classify, UNIFORM } from "../../src/text/char-class.ts";
import { lowerCase } from "../../src/text/fold.ts";
import { TOKENISER_VERSION, tokenColumns, tokenPositions } from "../../src/text/tokens.ts";
import { rounds } from "../rounds.ts";
import { anyString, texts } from "./arbitraries.ts";

interface Golden {
  readonly version: string;
  readonly cases: readonly { readonly text: string; readonly body: string; readonly ident: string }[];
}

const file = join(import.meta.dir, "..", "cases", "tokens", "golden.json");
const golden = JSON.parse(readFileSync(file, "utf8")) as Golden;
const now = golden.cases.map(({ text }) => {
  const { body, ident } = tokenColumns(text);
  return { text, body, ident };
});

test("what is told of whole ranges of characters is what each of them says", () => {
  const told = new Map<number, number>();
  for (const { first, last, kind } of UNIFORM) for (let unit = first; unit <= last; unit++) told.set(unit, kind);
  const others = [...told].filter(([unit, kind]) => classify(unit) !== kind).map(([unit]) => unit.toString(16));
  expect(others).toEqual([]);
  const cased = [...told.keys()].map((unit) => String.fromCharCode(unit)).filter((char) => char !== lowerCase(char));
  expect(cased.join("")).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
});

test("tokens do not change without a new tokeniser version", () => {
  const same = JSON.stringify(now) === JSON.stringify(golden.cases);
  if (process.env.QSEARCH_UPDATE_GOLDEN === "1" && (same || golden.version !== TOKENISER_VERSION)) {
    writeFileSync(file, `${JSON.stringify({ version: TOKENISER_VERSION, cases: now }, null, 1)}\n`);
    return;
  }
  expect(now, "raise TOKENISER_VERSION in src/text/tokens.ts, then QSEARCH_UPDATE_GOLDEN=1").toEqual([...golden.cases]);
  expect(golden.version, "a new tokeniser version: QSEARCH_UPDATE_GOLDEN=1").toBe(TOKENISER_VERSION);
});

const shown = (text: string) => tokenPositions(text).map(({ term, start, end }) => `${term}=${text.slice(start, end)}`);

test("positions name the source, whatever folding made of it", () => {
  expect(shown("The ＨＴＴＰ cafe\u0301s, ﬁles")).toEqual([
    "the=The",
    "http=ＨＴＴＰ",
    "cafe=cafe\u0301s",
    "file=ﬁles",
  ]);
  expect(shown("½㎏")).toEqual(["1=½", "2kg=½㎏"]);
  expect(shown("GPU加速")).toEqual(["gpu=GPU", "加速=加", "速=速"]);
  expect(shown("ｶﾞラス")).toEqual(["ガラ=ｶﾞ", "ラス=ラ", "ス=ス"]);
  expect(shown("\ud800x\udc00")).toEqual(["x=x"]);
});

test("one body token a position, offsets in order and on whole characters", () => {
  fc.assert(
    fc.property(fc.oneof(texts(), anyString), (text) => {
      const { body, ident, tokens } = tokenColumns(text);
      const positions = tokenPositions(text);
      expect(positions.map(({ term }) => term).join(" ")).toBe(body);
      expect(positions.length).toBe(tokens);
      for (const each of [...body.split(" "), ...ident.split(" ")]) expect(each).toMatch(/^[a-z0-9\u0080-\uffff]*$/);
      let before = 0;
      for (const { term, start, end } of positions) {
        expect(term).not.toBe("");
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(/^[\udc00-\udfff]/.test(text.slice(start)) && /[\ud800-\udbff]$/.test(text.slice(0, start))).toBe(false);
        before = start;
      }
    }),
    { seed: 11, numRuns: rounds(1000) },
  );
});

test("a line break inside a Chinese word is layout, in Korean it is a border", () => {
  expect(tokenColumns("深度\n  学习").body).toBe("深度 度学 学习 习");
  expect(tokenColumns("深度\n\n学习").body).toBe("深度 度 学习 习");
  expect(tokenColumns("학교\n에서").body).toBe("학교 교 에서 서");
});

test("a token is bounded, whatever the word", () => {
  const { body, ident } = tokenColumns(`${"x".repeat(5000)} ${"ab_".repeat(2000)}c`);
  expect(Math.max(...`${body} ${ident}`.split(" ").map((token) => token.length))).toBe(64);
});
