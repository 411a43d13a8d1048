import { expect, test } from "bun:test";
import { QsearchError } from "../../src/errors.ts";
import { type ParsedQuery, parseQuery, type Term } from "../../src/text/query.ts";

const parse = (input: string) => parseQuery(input, { timezone: "UTC", now: 0 });
const term = ({ kind, text }: Term) => (kind === "word" ? text : kind === "phrase" ? `"${text}"` : `${text}*`);
/** "a|b c? -d": alternatives joined by |, optional ones with a question mark. */
function shape({ required, excluded }: ParsedQuery): string {
  const needed = required.map(({ terms, optional }) => terms.map(term).join("|") + (optional ? "?" : ""));
  return [...needed, ...excluded.map((each) => `-${term(each)}`)].join(" ");
}

test("terms, phrases, prefixes, alternatives and exclusions", () => {
  for (const [input, expected] of [
    ["alpha beta", "alpha beta"],
    ['"golden bearing" inspect*', '"golden bearing" inspect*'],
    ["alpha OR beta gamma", "alpha|beta gamma"],
    ['a1 OR b1 OR "c d"', 'a1|b1|"c d"'],
    ["alpha -beta", 'alpha -"beta"'],
    ['alpha -"beta gamma" -del*', 'alpha -"beta gamma" -del*'],
    ["“smart quotes” 「引用」", '"smart quotes" "引用"'],
    ['unclosed "phrase here', 'unclosed "phrase here"'],
    ['word"glued phrase"', 'word "glued phrase"'],
    ["how do I parse headers", "how? do? I? parse headers"],
    ["the who", "the who"],
    ['"the" who', '"the" who?'],
    ["the OR of", "the|of"],
    ["parse OR of", "parse|of"],
  ] as const) {
    expect(shape(parse(input)), input).toBe(expected);
  }
});

test("what is no operator is literal", () => {
  for (const [input, expected] of [
    ["foo:bar", "foo:bar"],
    ["grammar::fa", "grammar::fa"],
    ["NEAR(", "NEAR("],
    ["^a1", "^a1"],
    ["--flag", "--flag"],
    ["a->b", "a->b"],
    ["x - y", "x y"],
    ["path:", "path:"],
    ["AND", "AND"],
    ["OR", "OR"],
    ["alpha OR", "alpha"],
    ["OR alpha", "alpha"],
    ["alpha OR -beta", 'alpha -"beta"'],
    ["a/b.ts", "a/b.ts"],
    ["foo/*", "foo/"],
    ["C++", "C++"],
  ] as const) {
    expect(shape(parse(input)), input).toBe(expected);
  }
});

test("filters, their lists and their negations", () => {
  const { filters, filterOnly, required } = parse(
    'PATH:src/ path:"a b" ext:.PDF,md lang:ts type:docs -ext:txt symbol:Café after:2026-01-01 -after:2026-02-01',
  );
  expect(required).toEqual([]);
  expect(filterOnly).toBe(true);
  expect(filters).toEqual({
    path: ["src/", "a b"],
    ext: ["pdf", "md"],
    lang: ["typescript"],
    type: ["doc"],
    symbol: ["cafe"],
    after: 1767225600000000000n,
    before: 1769904000000000000n,
    not: { path: [], ext: ["txt"], lang: [], type: [], symbol: [] },
  });
});

test("languages go by their common names", () => {
  const { lang } = parse("lang:TS,py,zsh,c++,C#,objective-c,rust").filters;
  expect(lang).toEqual(["typescript", "python", "shell", "cpp", "csharp", "objectivec", "rust"]);
});

test("the narrowest of several times holds", () => {
  const { filters } = parse("after:2026-01-01 after:2026-03-01 before:2026-06-01 before:2026-05-01");
  expect(filters.after).toBe(1772323200000000000n);
  expect(filters.before).toBe(1777593600000000000n);
});

test("a filter keeps wildcards of other languages literal (qmd#717)", () => {
  expect(parse("path:2026_06_16.md").filters.path).toEqual(["2026_06_16.md"]);
  expect(parse("path:100%done.md").filters.path).toEqual(["100%done.md"]);
});

test("an empty query is a usage error, punctuation alone finds nothing", () => {
  for (const input of ["", "  \n\t\u3000"]) expect(() => parse(input)).toThrow(QsearchError);
  for (const input of ['"', "(", "*", "…", '""', "-", "|||"]) {
    expect(parse(input)).toMatchObject({ nothing: true, filterOnly: false, required: [] });
  }
  expect(parse("alpha (").nothing).toBe(false);
  expect(parse("ext:md (").nothing).toBe(true);
  expect(parse("ext:md *").filterOnly).toBe(true);
  expect(parse("-draft").filterOnly).toBe(true);
});

test("a type or time that is none is a usage error", () => {
  for (const input of ["type:string", "after:soon", "before:2026-02-31"]) {
    expect(() => parse(input)).toThrow(QsearchError);
  }
});

test("identifiers are analysed into parts and whole, runs of characters stay together", () => {
  const words = (input: string) =>
    parse(input).required.flatMap(({ terms }) =>
      terms.flatMap((each) =>
        each.words.map((word) => `${word.units.map((unit) => unit.token).join("+")}=${word.whole}`),
      ),
    );
  expect(words("parseHTTPHeader")).toEqual(["pars+http+header=parsehttpheader"]);
  expect(words("ABC-123 1.0.21")).toEqual(["abc+123=abc123", "1+0+21=1021"]);
  expect(words("GPU加速")).toEqual(["gpu=gpu", "加+速=null"]);
  expect(words("🐘")).toEqual(["🐘=null"]);
});

test("a pasted text costs a bounded query", () => {
  const { required, excluded } = parse(`${"word ".repeat(500)}${"-no ".repeat(500)}"${"long ".repeat(5000)}"`);
  expect(required.length).toBe(64);
  expect(excluded.length).toBe(64);
});
