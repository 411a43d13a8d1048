import { expect, test } from "bun:test";
import { MatchText, mergeSpans } from "../../src/text/matcher.ts";
import { parseQuery, type Term } from "../../src/text/query.ts";
import { termsIn } from "../../src/text/query-tree.ts";
import { makeSnippet } from "../../src/text/snippet.ts";

const findTerm = (text: string, term: Term) => new MatchText(text).find(term);

function termOf(input: string): Term {
  const { tree } = parseQuery(input, { timezone: "UTC", now: 0 });
  const [term] = tree === null ? [] : termsIn(tree);
  if (!term) throw new Error(`no term in ${input}`);
  return term;
}
const found = (text: string, input: string) =>
  findTerm(text, termOf(input)).map(({ start, end }) => text.slice(start, end));

/** Section C of the reports: ordinary punctuation, and text without spaces. */
test("punctuation is literal (datasette#651, sqldelight#3566, ccrecall#29, tinyfts#2)", () => {
  expect(found("I don't and dont", "don't")).toEqual(["don't"]);
  expect(found("to the park, parks", "park.")).toEqual(["park", "parks"]);
  expect(found("in C++ code, not C or C#", "C++")).toEqual(["C++"]);
  expect(found("in C++ code, not C or C#", '"C# "')).toEqual(["C#"]);
  expect(found("in C++ code, not C or C#", "c")).toEqual(["C", "C", "C"]);
  expect(found("foo:bar foo, bar foobar", "foo:bar")).toEqual(["foo:bar", "foo, bar"]);
  expect(found("use grammar::fa;", "grammar::fa")).toEqual(["grammar::fa"]);
  expect(found("near (x)", "NEAR(")).toEqual(["near"]);
  expect(found("and so", "AND")).toEqual(["and"]);
});

test("CJK is found without spaces, beside Latin too (obelisk#9, pi-hermes-memory#174)", () => {
  const text = "步骤2 重跑gen-itgc后50条记录清零";
  for (const word of ["记录", "重跑", "gen", "itgc", "条", "50条", "重跑gen-itgc后", "gen-itgc"])
    expect(found(text, word)).toEqual([word]);
  expect(found(text, "录记")).toEqual([]);
});

test("of a Chinese run that stands nowhere as a whole its pairs are marked", () => {
  const marked = (query: string, text: string) =>
    new MatchText(text).findMarks(termOf(query)).map(({ start, end }) => text.slice(start, end));
  expect(marked("冷却塔预算", "冷却塔的预算已经批准。")).toEqual(["冷却塔", "预算"]);
  expect(marked("冷却塔预算", "冷却塔预算，冷却")).toEqual(["冷却塔预算"]);
  expect(marked("冷却", "冷")).toEqual([]);
  expect(marked('"冷却塔预算"', "冷却塔的预算")).toEqual([]);
});

test("Chinese inside a line, traditional text and Japanese (obsidian-omnisearch#233, #432)", () => {
  expect(found("- [ ] 请搜索我 bug", "搜索")).toEqual(["搜索"]);
  expect(found("這是繁體中文測試", "繁體")).toEqual(["繁體"]);
  expect(found("そうだよ", "そうだよ")).toEqual(["そうだよ"]);
});

test("both Unicode forms of a name (qmd#82, #801)", () => {
  expect(new MatchText("docs/cafe\u0301.md").has(termOf("café"))).toBe(true);
  expect(new MatchText("docs/café.md").has(termOf("cafe\u0301"))).toBe(true);
  expect(new MatchText("🐘.md").has(termOf("🐘"))).toBe(true);
});

test("identifiers are found by parts, as a whole, and in another style", () => {
  const text = "parseHTTPHeader parse_http_header parsehttpheader";
  for (const query of [
    "parseHTTPHeader",
    "parse_http_header",
    "parse-http-header",
    "parsehttpheader",
    '"parsehttpheader"',
  ])
    expect(found(text, query), query).toHaveLength(3);
  expect(found(text, "http")).toEqual(["HTTP", "http"]);
  expect(found(text, '"http header"')).toEqual(["HTTPHeader", "http_header"]);
  expect(found("ABC-123, abc 123, ABC123", "ABC-123")).toEqual(["ABC-123", "abc 123", "ABC123"]);
  expect(found("release v1.0.21 and 1.0.21, not 1.0.210", "1.0.21")).toEqual(["v1.0.21", "1.0.21"]);
  expect(found("the JavaScript engine", '"javascript engine"')).toEqual(["JavaScript engine"]);
  expect(found("the javascript engine", '"JavaScript engine"')).toEqual(["javascript engine"]);
});

test("values keep their separators", () => {
  const text = "1.0.21 1021 v1.0.21 1.0.21.4 10.0.0.11 100.0.1.1 1.0";
  expect(found(text, "1021")).toEqual(["1021"]);
  expect(found(text, '"1.0.21"')).toEqual(["1.0.21", "v1.0.21"]);
  expect(found(text, "-10.0.0.11")).toEqual(["10.0.0.11"]);
  expect(found(text, "100011")).toEqual([]);
  expect(found(text, "1.0")).toEqual(["1.0.21", "v1.0.21", "1.0.21.4", "1.0"]);
  expect(found(text, "1.0.2*")).toEqual(["1.0.21", "v1.0.21", "1.0.21.4"]);
  expect(found("on 2026-01-31 and 20260131, 2026/01/31; log_2026_01_31", "2026-01-31")).toEqual([
    "2026-01-31",
    "log_2026_01_31",
  ]);
  expect(found("at 10:15, 1015, 10.15 and 10:15:30", '"10:15"')).toEqual(["10:15"]);
  expect(found("at 10:15, 1015, 10.15 and 10:15:30", "10:15")).toEqual(["10:15", "10:15:30"]);
  expect(found("3/4 cup, 34 cups, 3 / 4, 3.4", "3/4")).toEqual(["3/4"]);
  expect(found("€1.299,00 or 1,299.00 or 129900", "-1.299,00")).toEqual(["1.299,00"]);
  expect(found("call 030-901820 or 030901820", '"030-901820"')).toEqual(["030-901820"]);
  expect(found("Version 1.0. Then 1. 0 and 1 0", "1.0")).toEqual(["1.0"]);
  expect(found("release 1.0.21 of it, release 1.0.211 of it", '"release 1.0.21 of"')).toEqual(["release 1.0.21 of"]);
  expect(found("x86_64 and x86-64, x8664", "x86-64")).toEqual(["x86_64", "x86-64"]);
});

test("units that are stuck to numbers", () => {
  const text = "25.4mm, M25.4mm, 25.4 mm, 25.4cm, 125.4mm, 254mm";
  expect(found(text, "25.4mm")).toEqual(["25.4mm", "M25.4mm", "25.4 mm"]);
  expect(found(text, "25.4")).toEqual(["25.4mm", "M25.4mm", "25.4", "25.4cm"]);
  expect(found(text, '"25.4mm"')).toEqual(["25.4mm", "M25.4mm"]);
});

test("a part of a word", () => {
  expect(found("i18n, I18N-kit, l10n, 18n", "*18n")).toEqual(["i18n", "I18N", "18n"]);
  expect(found("i18nKit and kit", "*18n*")).toEqual(["i18nKit"]);
  expect(found("vibration of getElementById", "*brat*")).toEqual(["vibration"]);
  expect(found("vibration of getElementById", "*mentby*")).toEqual(["getElementById"]);
  expect(found("func(*args, **kwargs)", "*args")).toEqual(["args", "kwargs"]);
});

test("capitals that fold to two letters stay in their word", () => {
  for (const [text, query] of [
    ["Ærø", "ærø"],
    ["Œuvre", "oeuvre"],
    ["ŒUVRE", "Œuvre"],
    ["Æon", "*eon"],
    ["STRAẞE", "straße"],
  ] as const) {
    expect(found(`the ${text}.`, query), text).toEqual([text]);
    expect(new MatchText(text).units.count, text).toBe(1);
  }
});

test("phrases, prefixes and exclusions match words as written, plain words their stems", () => {
  const text = "Values are returned; return values";
  expect(found(text, "return")).toEqual(["returned", "return"]);
  expect(found(text, '"return"')).toEqual(["return"]);
  expect(found(text, '"return value"')).toEqual([]);
  expect(found(text, '"return values"')).toEqual(["return values"]);
  expect(found(text, "ret*")).toEqual(["returned", "return"]);
  expect(found(text, "returne*")).toEqual(["returned"]);
  expect(found(text, "-value")).toEqual([]);
  expect(found("filing", "fili*")).toEqual(["filing"]);
  expect(found("parseHTTPHeader", "parseHTTPHead*")).toEqual(["parseHTTPHeader"]);
  expect(found("parseHTTPHeader", "parsehttp*")).toEqual(["parseHTTPHeader"]);
});

test("a phrase crosses from CJK to Latin, lines and layout, but no punctuation inside a run", () => {
  expect(found("用GPU加速计算", '"GPU加速"')).toEqual(["GPU加速"]);
  expect(found("用 GPU 加速计算", '"GPU加速"')).toEqual(["GPU 加速"]);
  expect(found("深度\n学习", "深度学习")).toEqual(["深度\n学习"]);
  expect(found("深度，学习", "深度学习")).toEqual([]);
  expect(found("深度，学习", '"深度 学习"')).toEqual(["深度，学习"]);
  expect(found("深度学习", '"深度 学习"')).toEqual(["深度学习"]);
});

test("a phrase of many words in a text of the same words ends", () => {
  const phrase = `"${"aB ".repeat(200)}c"`;
  expect(found("aB ".repeat(400), phrase)).toEqual([]);
});

test("spans that overlap are joined", () => {
  expect(
    mergeSpans([
      { start: 5, end: 9 },
      { start: 0, end: 3 },
      { start: 7, end: 12 },
      { start: 12, end: 13 },
    ]),
  ).toEqual([
    { start: 0, end: 3 },
    { start: 5, end: 12 },
    { start: 12, end: 13 },
  ]);
});

const snippetOf = (text: string, input: string, options?: { maxChars: number; maxLines: number }) =>
  makeSnippet(text, { start: 0, end: text.length }, [findTerm(text, termOf(input))], options);

test("a snippet shows whole lines around the match", () => {
  const text = "one\ntwo\nthree needle\nfour\nfive\nsix\nseven\n";
  expect(snippetOf(text, "needle", { maxChars: 400, maxLines: 3 }).text).toBe("two\nthree [[needle]]\nfour");
  expect(snippetOf(text, "absent", { maxChars: 400, maxLines: 2 }).text).toBe("one\ntwo");
});

test("the densest matches are shown", () => {
  const text = `needle\n${"filler line\n".repeat(60)}needle and needle\n`;
  expect(snippetOf(text, "needle", { maxChars: 80, maxLines: 1 }).text).toBe("[[needle]] and [[needle]]");
});

test("lines that hold more of the words come before lines that hold one of them more often", () => {
  const rows = Array.from({ length: 20 }, (_, i) => `John Smith${i + 60}\t${i + 60} Head Office`);
  const text = rows.join("\n");
  const matches = ["john", "smith72"].map((word) => findTerm(text, termOf(word)));
  const snippet = makeSnippet(text, { start: 0, end: text.length }, matches, { maxChars: 400, maxLines: 3 });
  expect(snippet.text.split("\n")).toContain("[[John]] [[Smith72]]\t72 Head Office");
  // As many words, but no lines between the first and the last that there is no room for.
  const apart = `alpha\n${"filler\n".repeat(9)}beta\n${"filler\n".repeat(9)}alpha\nbeta\n`;
  const both = ["alpha", "beta"].map((word) => findTerm(apart, termOf(word)));
  expect(makeSnippet(apart, { start: 0, end: apart.length }, both, { maxChars: 400, maxLines: 2 }).text).toBe(
    "[[alpha]]\n[[beta]]",
  );
});

test("a long line is cut around the match, at blanks, never inside a character", () => {
  const text = `${"word ".repeat(200)}needle ${"more ".repeat(200)}`;
  const { text: shown, start, end } = snippetOf(text, "needle", { maxChars: 60, maxLines: 4 });
  expect(shown).toContain("[[needle]]");
  expect(end - start).toBeLessThanOrEqual(60);
  expect(shown.startsWith("word ")).toBe(true);
  const emoji = `${"🐘".repeat(100)}needle${"🐘".repeat(100)}`;
  expect(snippetOf(emoji, "needle", { maxChars: 31, maxLines: 1 }).text.isWellFormed()).toBe(true);
});
