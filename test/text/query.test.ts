import { expect, test } from "bun:test";
import fc from "fast-check";
import { QsearchError } from "../../src/errors.ts";
import { type ParsedQuery, parseQuery } from "../../src/text/query.ts";
import { piecesOf } from "../../src/text/query-pieces.ts";
import type { QueryNode, Term } from "../../src/text/query-tree.ts";
import { rounds } from "../rounds.ts";
import { anyString, groups, queries } from "./arbitraries.ts";
import { printQuery } from "./print-query.ts";

const parse = (input: string) => parseQuery(input, { timezone: "UTC", now: 0 });
const term = ({ kind, text, isOpenEnded }: Term) => {
  if (kind === "word") return text;
  if (kind === "part") return `*${text}${isOpenEnded ? "*" : ""}`;
  return kind === "phrase" ? `"${text}"` : `${text}*`;
};
/** "a|b c? -d -(e f)": alternatives joined by |, optional ones with a question mark. */
function shape({ required, excluded, conditions }: ParsedQuery): string {
  const needed = required.map(({ node, optional }) => drawn(node) + (optional ? "?" : ""));
  return [
    ...needed,
    ...excluded.map((each) => `-${drawn(each)}`),
    ...conditions.map((each) => `if ${drawn(each)}`),
  ].join(" ");
}
function drawn(node: QueryNode, inner = false): string {
  switch (node.op) {
    case "term":
      return term(node.term);
    case "filter":
      return `${node.filter.key}:${"values" in node.filter ? node.filter.values.join(",") : node.filter.time}`;
    case "not":
      return `-${drawn(node.node, true)}`;
    case "or":
    case "and": {
      const all = node.nodes.map((each) => drawn(each, true)).join(node.op === "or" ? "|" : " ");
      return inner || node.op === "and" ? `(${all})` : all;
    }
  }
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
    ["*18n", "*18n"],
    ["*part* **kwargs", "*part* *kwargs"],
    ["conf** -*args", "conf* -*args"],
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
    ["AND", "AND"],
    ["OR", "OR"],
    ["NOT", "NOT"],
    ["alpha OR", "alpha OR?"],
    ["AND alpha NOT", "AND? alpha NOT?"],
    ["alpha (OR) beta", "alpha OR? beta"],
    ["alpha OR … NOT ()", "alpha"],
    ["cat and mat or not", "cat and? mat or? not?"],
    ["a/b.ts", "a/b.ts"],
    ["foo/*", "foo/"],
    ["*.md", "*.md"],
    ["C++", "C++"],
    ["main() f(x) (x)", "main() f(x) x"],
    ["NOTE ORDER ANDROID", "NOTE ORDER ANDROID"],
    ["alpha ( beta :)", "alpha beta"],
    ["x^2 10^6 ^b ~/notes Foo::~Foo /usr/lib/ /etc", "x^2 10^6 ^b ~/notes Foo::~Foo /usr/lib/ /etc"],
  ] as const) {
    expect(shape(parse(input)), input).toBe(expected);
  }
});

test("AND, OR, NOT and parentheses join as everywhere", () => {
  for (const [input, expected] of [
    ["cat NOT mat", 'cat -"mat"'],
    ["cat AND NOT mat", 'cat -"mat"'],
    ["cat -(mat)", 'cat -"mat"'],
    ["cat -(mat OR dog)", 'cat -"mat" -"dog"'],
    ["cat NOT(mat OR dog)", 'cat -"mat" -"dog"'],
    ["cat -(mat dog)", 'cat -("mat" "dog")'],
    ["(cat OR dog) mat", "cat|dog mat"],
    ["cat AND mat", "cat mat"],
    ["cat AND mat OR dog", "(cat mat)|dog"],
    ["cat OR mat AND dog", "cat|(mat dog)"],
    ["cat OR mat dog", "cat|mat dog"],
    ["cat OR (mat dog)", "cat|(mat dog)"],
    ["cat OR (the mat)", "cat|mat"],
    ["((cat)) OR ((mat OR dog))", "cat|mat|dog"],
    ["alpha OR -beta", 'alpha|-"beta"'],
    ["NOT NOT cat", "cat"],
    ["-(-cat)", "cat"],
    ["-(cat -mat)", '-("cat" -mat)'],
    ["(-cat OR -mat)", '-("cat" "mat")'],
    ["-(-cat -mat)", "cat|mat"],
    ["dog (-cat OR ext:md)", 'dog -("cat" -ext:md)'],
    ["（cat OR dog） mat", "cat|dog mat"],
    ["cat ext:md OR ext:txt", "cat"],
    ["cat -(path:old/ OR ext:log)", "cat"],
    ["cat -(path:old/ ext:log)", "cat if -(path:old/ ext:log)"],
    ["cat (ext:md OR path:notes/)", "cat if ext:md|path:notes/"],
    ["cat ext:md AND ext:txt", "cat if ext:txt"],
    ["cat OR ext:md", "cat|ext:md"],
    ["(cat ext:md) OR (dog ext:txt)", "(cat ext:md)|(dog ext:txt)"],
  ] as const) {
    expect(shape(parse(input)), input).toBe(expected);
  }
  expect(parse("ext:md OR ext:txt").filters.ext).toEqual(["md", "txt"]);
  expect(parse("cat -(path:old/ OR ext:log)").filters.not).toMatchObject({ path: ["old/"], ext: ["log"] });
});

test("what is not understood is a usage error that says what can be written", () => {
  for (const input of [
    "cat~2",
    "cat~",
    "~2",
    '"cat mat"~3',
    '"cat mat"^2',
    "cat^2",
    "cat^0.5 mat",
    "^2",
    "/re/",
    "/c[aou]t/i",
    "/a\\/b+/",
    "cat -/re/",
  ]) {
    expect(() => parse(input), input).toThrow(expect.objectContaining({ hint: expect.stringContaining("quote") }));
  }
  for (const path of [
    "clean /tmp/ daily",
    "use /s/ to skip",
    "/usr/lib/",
    "and/or",
    "src/a/b.ts",
    "see /etc/hosts, /etc/fstab",
    "docs/readme/install",
    "/usr/share/doc",
    "TCP/IP",
    "/srv/c++/",
    "open /app/[id]/ page",
    "see /data/c++/m",
    "/home/a(b)/",
  ]) {
    expect(() => parse(path), path).not.toThrow();
  }
  for (const key of ["path", "ext", "lang", "type", "symbol", "after", "before"]) {
    for (const input of [`${key}:`, `cat ${key.toUpperCase()}: mat`, `-${key}:`, `${key}:""`, `(${key}:)`]) {
      expect(() => parse(input), input).toThrow(`${key}: needs a value`);
    }
  }
  for (const input of ["(cat OR dog mat", "cat OR dog) mat", "-(cat", "a AND (b"]) {
    expect(() => parse(input), input).toThrow("a parenthesis is never");
  }
  // A pasted text is read up to its thousandth piece, wherever that stands.
  expect(() => parse(`${"(a OR b) ".repeat(300)}(c OR d`)).not.toThrow();
  expect(() => parse("*a*")).toThrow("no part of a word");
  expect(() => parse(`${"(".repeat(60)}a OR b${")".repeat(60)}`)).toThrow("too deep");
});

test("a query that is printed and parsed again is the same query", () => {
  fc.assert(
    fc.property(fc.oneof(groups, queries, anyString), (input) => {
      let first: ParsedQuery;
      try {
        first = parse(input);
      } catch (error) {
        if (error instanceof QsearchError && error.code === "usage") return;
        throw error;
      }
      // Punctuation beside filters alone finds nothing, and is not in the tree.
      if (first.tree === null || first.nothing) return;
      const printed = printQuery(first.tree);
      // Of a text that is so long nothing beyond its thousandth piece is read.
      if (piecesOf(printed).length >= 1000) return;
      expect({ printed, ...parse(printed) }).toEqual({ printed, ...first });
    }),
    { seed: 17, numRuns: rounds(500) },
  );
});

test("a pasted path is never refused, alone or among words", () => {
  const name = fc.constantFrom(
    "usr",
    "docs",
    "c++",
    "[id]",
    "a(b)",
    "$HOME",
    "v1.0",
    "{a}",
    "x^2",
    "hosts~",
    "*",
    "été",
  );
  const path = fc
    .tuple(
      fc.constantFrom("", "/", "./", "~/"),
      fc.array(name, { minLength: 2, maxLength: 5 }),
      fc.constantFrom("", "/"),
    )
    .map(([start, names, end]) => start + names.join("/") + end);
  // Two names at least, the last longer than flags: `/tmp/` and `/cat/i` alone are read as expressions.
  fc.assert(
    fc.property(path, fc.constantFrom("", "see "), (pasted, before) => {
      expect(() => parse(before + pasted), pasted).not.toThrow();
    }),
    { seed: 17, numRuns: rounds(500) },
  );
});

test("filters, their lists and their negations", () => {
  const { filters, filterOnly, required } = parse(
    'PATH:src/ path:"a b" ext:.PDF,md lang:TS type:docs -ext:txt symbol:Café after:2026-01-01 -after:2026-02-01',
  );
  expect(required).toEqual([]);
  expect(filterOnly).toBe(true);
  expect(filters).toEqual({
    path: ["src/", "a b"],
    ext: ["pdf", "md"],
    lang: ["ts"],
    type: ["doc"],
    symbol: ["cafe"],
    after: 1767225600000000000n,
    before: 1769904000000000000n,
    not: { path: [], ext: ["txt"], lang: [], type: [], symbol: [] },
  });
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
  expect(parse("ext:md …").nothing).toBe(true);
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
  expect(words("ABC-123 1.0.21")).toEqual(["abc+123=abc123", "1+0+21=1\ue0010\ue00121"]);
  expect(words("GPU加速")).toEqual(["gpu=gpu", "加+速=null"]);
  expect(words("🐘")).toEqual(["🐘=null"]);
});

test("a pasted text costs a bounded query", () => {
  const { required, excluded } = parse(`${"word ".repeat(500)}${"-no ".repeat(500)}"${"long ".repeat(5000)}"`);
  expect(required.length).toBe(64);
  expect(excluded.length).toBe(64);
});
