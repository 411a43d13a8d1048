/** `match_mode: regex`: RE2's syntax, the same matches as re2js finds in whole texts. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { FoldedText } from "../../src/text/folded-text.ts";
import { RegexPattern } from "../../src/text/regex-pattern.ts";
import { rounds } from "../rounds.ts";
import { world } from "../world.ts";
import { context, focus, paths } from "./tools.ts";

const FILES = {
  "a.ts": "export class Alpha {\n  retry() { return 1; }\n}\n",
  "b.ts": "const beta = 1;\r\nconst betas = 2;\r\n",
  "c.md": "alone: all, always\nclass of 2026\n",
  "d.py": "def retries_left(self):\n    return Größe\n",
};

describe("context and focus", () => {
  const found = async (keyword: string) =>
    paths(await context(world(FILES), { keywords: [keyword], match_mode: "regex" })).sort();

  test.each([
    ["alpha|beta", ["a.ts", "b.ts"]],
    ["al.*a", ["a.ts", "c.md"]],
    ["^class", ["c.md"]],
    ["retr(y|ies)_?", ["a.ts", "d.py"]],
    ["\\bbeta\\b = \\d;$", ["b.ts"]],
    ["(?-i)class", ["a.ts", "c.md"]],
    ["(?-i)CLASS", []],
    ["1;\\n\\}", []],
    ["1; \\}\\n\\}", ["a.ts"]],
    ["gr.ße", ["d.py"]],
    ["[öü]", ["d.py"]],
  ])("%s", async (keyword, expected) => {
    expect(await found(keyword)).toEqual(expected);
  });

  test("shows what matched, and whole definitions", async () => {
    const w = world(FILES);
    const { ranked_files, snippets, query } = await context(w, {
      keywords: ["retr(y|ies)"],
      match_mode: "regex",
      output_mode: "full",
      lines_before: 0,
      lines_after: 0,
    });
    expect(query.resolved_keywords).toEqual(["retr(y|ies)"]);
    expect(ranked_files.map(({ keyword_hits }) => keyword_hits)).toEqual([1, 1]);
    expect(snippets.map(({ snippet }) => snippet.trim()).sort()).toEqual([
      "def retries_left(self):",
      "retry() { return 1; }",
    ]);
    const { blocks } = await focus(w, { keywords: ["retries_\\w+"], match_mode: "regex" });
    expect(blocks).toMatchObject([{ path: "d.py", line_start: 1, line_end: 2, match_lines: [1] }]);
  });

  test.each(["(", "a(?=b)", "\\1", "a{2000}", "[z-a]", "*"])(
    "%s is no expression: a usage error that says so",
    async (keyword) => {
      expect(found(keyword)).rejects.toMatchObject({
        code: "usage",
        message: expect.stringContaining("no regular expression"),
      });
    },
  );

  test("an expression that explodes elsewhere ends in linear time", async () => {
    const w = world({ "a.txt": `${"a".repeat(400_000)}b` });
    const { ranked_files } = await context(w, { keywords: ["(a+)+$", "(a|aa)+c", "(.*a){20}$"], match_mode: "regex" });
    expect(ranked_files).toEqual([]);
  }, 60_000);
});

test("matches are those of re2js in the whole text", () => {
  const atom = fc.constantFrom(
    "a",
    "b",
    "foo",
    "Ba",
    ".",
    "\\w",
    "\\s",
    "[^a]",
    "\\d",
    "\\b",
    "^",
    "$",
    "é",
    "k",
    "(?-i)F",
    "[\\t-\\r]",
    "\\A",
  );
  const expression = fc.letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      atom,
      fc.tuple(tie("any"), tie("any")).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie("any"), tie("any")).map(([a, b]) => `(?:${a}|${b})`),
      fc.tuple(tie("any"), fc.constantFrom("*", "+", "?", "{1,3}", "*?")).map(([a, b]) => `(?:${a})${b}`),
    ),
  })).any;
  const text = fc
    .array(fc.constantFrom("a", "b", "foo", "FOO", "Ba", "\n", " ", "1", "é", "\u212a", "x"), { maxLength: 30 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(expression, text, (source, whole) => {
      const expected = [...RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE).matchAll(whole)]
        .map((match) => ({ start: match.index ?? 0, end: (match.index ?? 0) + match[0].length }))
        .filter(({ start, end }) => end > start);
      const found = new RegexPattern(source).find(new FoldedText(whole)).map(({ start, end }) => ({ start, end }));
      expect({ source, found }).toEqual({ source, found: expected });
    }),
    { seed: 31, numRuns: rounds(300) },
  );
});
