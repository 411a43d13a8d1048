/** Our matcher and tree-sitter's own query cursor find the same: every query, over our samples and what is left when they are cut. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Query } from "web-tree-sitter";
import { GRAMMAR } from "../../src/languages/all-grammar.ts";
import { SYMBOL_LANGUAGES, type SymbolLanguage } from "../../src/languages/names.ts";
import { addressOf, loadGrammar } from "../../src/symbols/grammars.ts";
import { Flattener } from "../../src/symbols/tree/flat-tree.ts";
import { Matcher } from "../../src/symbols/tree/matcher.ts";

// tree-sitter's own engine takes seconds to prepare the query of C++ on a busy machine.
setDefaultTimeout(60_000);

const CASES = resolve(import.meta.dir, "../cases/symbols");

/** One line a match: its pattern, then what it captures and where. */
type Told = ReadonlySet<string>;

/** Compares the two on texts: to prepare the other one's query takes a second. */
async function comparison(language: SymbolLanguage, query: string) {
  const { parser, language: grammar, heap, tables } = await loadGrammar(language);
  const matcher = new Matcher(query, grammar);
  const reference = new Query(grammar, query);
  return (text: string): { ours: Told; theirs: Told } => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error("no tree");
    const flat = new Flattener().flatten(heap, addressOf(tree), tables, matcher.signs);
    const ours = matcher.matches(flat, text).map(({ pattern, captures }) =>
      told(
        pattern,
        captures.map(({ capture, ...span }) => ({ name: capture, ...span })),
      ),
    );
    const theirs = reference.matches(tree.rootNode).map(({ patternIndex, captures }) =>
      told(
        patternIndex,
        captures.map(({ name, node }) => ({ name, start: node.startIndex, end: node.endIndex })),
      ),
    );
    tree.delete();
    return { ours: new Set(ours), theirs: new Set(theirs) };
  };
}

function told(pattern: number, captures: readonly { name: string; start: number; end: number }[]): string {
  return [pattern, ...captures.map(({ name, start, end }) => `${name} ${start}-${end}`).sort()].join(" ");
}

describe("every query", () => {
  for (const language of SYMBOL_LANGUAGES) {
    test(language, async () => {
      const folder = join(CASES, language);
      const sample = readdirSync(folder).find((name) => name.startsWith("sample.")) ?? "";
      const text = readFileSync(join(folder, sample), "utf8");
      const compare = await comparison(language, GRAMMAR[language].symbols.join("\n"));
      for (const part of [
        text,
        text.slice(0, text.length / 2),
        text.slice(text.length / 3),
        text.replaceAll("{", ""),
      ]) {
        const { ours, theirs } = compare(part);
        expect([...theirs].filter((match) => !ours.has(match))).toEqual([]);
        // In a broken tree theirs loses some that are there.
        if (part === text) expect([...ours].filter((match) => !theirs.has(match))).toEqual([]);
      }
    });
  }
});

describe("the query language", () => {
  const text = `
function a(b, c) { return d(b)(c); }
// one
// two
class E extends F.G { static h = 1; i() {} j() {} }
export { k as l, m };
[1, 2, x, 3];
`;
  const QUERIES = [
    "(function_declaration name: (identifier) @n parameters: (formal_parameters (identifier) @p))",
    "(formal_parameters . (identifier) @first)",
    "(formal_parameters (identifier) @last .)",
    "(array (number) @a . (number) @b)",
    "(array (number)? @n . (identifier) @x)",
    "(export_specifier name: (_) @n !alias)",
    "(export_specifier name: (_) @n alias: (_)? @a)",
    "[(method_definition) (field_definition)] @member",
    "(class_body [(method_definition name: (_) @m) (field_definition property: (_) @f)])",
    '(field_definition "static" @s property: (_) @p)',
    "((comment) @one . (comment) @two)",
    "(program (comment)+ @lead . (class_declaration) @c)",
    "(program (comment)* @lead . (class_declaration) @c)",
    '((identifier) @i (#match? @i "^[a-c]$"))',
    '((identifier) @i (#any-of? @i "a" "b"))',
    '((identifier) @i (#not-eq? @i "a"))',
    "(call_expression function: (call_expression function: (identifier) @inner))",
    "(_ (identifier) @i .)",
    "(program (_) @top)",
    "(member_expression object: (_) @o property: (property_identifier) @p) @whole",
  ];
  test.each(QUERIES)("%s", async (query) => {
    const { ours, theirs } = (await comparison("javascript", query))(text);
    expect(theirs.size).toBeGreaterThan(0);
    expect([...ours].sort()).toEqual([...theirs].sort());
  });

  test.each([
    ["(", "it ends too early"],
    ["(nosuch)", "no node nosuch"],
    ["(identifier nosuch: (_))", "no field nosuch"],
    ["(expression)", "supertype"],
    ["((identifier) @i (#nosuch? @i))", "no predicate"],
    ["(identifier))", "unexpected )"],
    ["((comment)+ (identifier))", "cannot begin with a repetition"],
  ])("%s is refused", async (query, why) => {
    const { language } = await loadGrammar("javascript");
    expect(() => new Matcher(query, language)).toThrow(why);
  });
});
