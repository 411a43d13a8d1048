/**
 * Draws the call sites whose meaning was judged by hand: 20 from each of three projects of the code corpus (bench/quality/README.md
 * says how it is fetched), uniformly among all calls of a named function or method in files that are no tests. The largest project
 * of each of the three languages was taken. The grammars alone find the calls: nothing of src/ is asked.
 *
 *   bun bench/quality/call-sites.ts          prints the places as JSON lines, in the order of the files
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Language, type Node, Parser } from "web-tree-sitter";
import { randomSource } from "../lib/corpora.ts";

const SEED = 20_260_707;
const SITES = 20;
const CORPUS = join(import.meta.dir, "..", ".work", "code");

const PROJECTS = [
  { project: "aiohttp", ending: /\.py$/, grammar: "python", tests: /(^|\/)tests?\//, calls: ["call"] },
  {
    project: "zod",
    ending: /\.ts$/,
    grammar: "typescript",
    tests: /(^|\/)tests?\/|\.test\.ts$/,
    calls: ["call_expression", "new_expression"],
  },
  { project: "gin", ending: /\.go$/, grammar: "go", tests: /_test\.go$/, calls: ["call_expression"] },
] as const;

interface Site {
  readonly project: string;
  readonly file: string;
  /** 1-based; the column in UTF-16 code units, of the called name. */
  readonly line: number;
  readonly column: number;
  readonly name: string;
}

/** The identifier that a call names: `f` of f(), the last member of a.b.c(); null for calls of other expressions. */
function calledName(call: Node): Node | null {
  const callee = call.childForFieldName("function") ?? call.childForFieldName("constructor");
  if (callee === null) return null;
  if (/identifier$/.test(callee.type)) return callee;
  return (
    callee.childForFieldName("attribute") ?? callee.childForFieldName("property") ?? callee.childForFieldName("field")
  );
}

function filesOf(project: string, ending: RegExp, tests: RegExp): string[] {
  return readdirSync(join(CORPUS, project), { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file) && !tests.test(file))
    .sort();
}

const require = createRequire(import.meta.url);
await Parser.init();
const parser = new Parser();
for (const { project, ending, grammar, tests, calls } of PROJECTS) {
  parser.setLanguage(await Language.load(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`)));
  const sites: Site[] = [];
  for (const file of filesOf(project, ending, tests)) {
    const tree = parser.parse(readFileSync(join(CORPUS, project, file), "utf8").replaceAll("\r\n", "\n"));
    for (const call of tree?.rootNode.descendantsOfType([...calls]) ?? []) {
      const name = call === null ? null : calledName(call);
      if (name === null) continue;
      const { row, column } = name.startPosition;
      sites.push({ project, file, line: row + 1, column: column + 1, name: name.text });
    }
    tree?.delete();
  }
  const random = randomSource(SEED);
  const drawn = new Set<number>();
  while (drawn.size < SITES) drawn.add(Math.floor(random() * sites.length));
  process.stderr.write(`${project}: ${SITES} of ${sites.length} calls\n`);
  for (const index of [...drawn].sort((a, b) => a - b)) process.stdout.write(`${JSON.stringify(sites[index])}\n`);
}
