/**
 * Draws the call sites whose meaning was judged by hand: 20 from each of thirteen projects, uniformly among all calls of a named
 * function or method in files that are no tests. Of each language the largest project that was fetched is taken. The grammars alone
 * find the calls: nothing that resolves is asked.
 *
 *   bun bench/quality/call-sites.ts [LANGUAGE…]       prints the places as JSON lines, in the order of the files
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Language, type Node, Parser } from "web-tree-sitter";
import { randomSource } from "../lib/corpora.ts";

const SEED = 20_260_707;
const SITES = 20;
const WORK = join(import.meta.dir, "..", ".work");
const GRAMMARS = join(import.meta.dir, "..", "..", "build", "grammars");

const PROJECTS = [
  { language: "python", folder: "code/aiohttp", ending: /\.py$/, tests: /(^|\/)tests?\// },
  { language: "typescript", folder: "code/zod", ending: /\.ts$/, tests: /(^|\/)tests?\/|\.test\.ts$/ },
  { language: "go", folder: "code/gin", ending: /\.go$/, tests: /_test\.go$/ },
  { language: "javascript", folder: "code/axios", ending: /\.js$/, tests: /(^|\/)tests?\// },
  { language: "java", folder: "code/jackson-databind", ending: /\.java$/, tests: /(^|\/)test\// },
  { language: "kotlin", folder: "code/kotlinx-coroutines", ending: /\.kt$/, tests: /(^|\/)test\// },
  { language: "rust", folder: "code/tokio", ending: /\.rs$/, tests: /(^|\/)tests?(\/|\.rs$)/ },
  { language: "c", folder: "code/curl", ending: /\.[ch]$/, tests: /(^|\/)tests?\// },
  { language: "cpp", folder: "calls/debian/googletest", ending: /\.(cc|h)$/, tests: /(^|\/)(test|samples)\// },
  { language: "csharp", folder: "calls/npm/com.cysharp.unitask-2.2.5", ending: /\.cs$/, tests: /(^|\/)Tests?\// },
  { language: "ruby", folder: "calls/debian/ruby-rack", ending: /\.rb$/, tests: /(^|\/)(test|spec)\// },
  { language: "php", folder: "calls/debian/php-twig", ending: /\.php$/, tests: /(^|\/)Tests?\// },
  { language: "swift", folder: "calls/npm/capacitor-ios-6.2.0", ending: /\.swift$/, tests: /Tests\// },
] as const;

const CALLS = [
  "call",
  "call_expression",
  "new_expression",
  "method_invocation",
  "object_creation_expression",
  "invocation_expression",
  "function_call_expression",
  "member_call_expression",
  "nullsafe_member_call_expression",
  "scoped_call_expression",
];

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
  if (call.type === "method_invocation" || /^(?:nullsafe_)?(?:member|scoped)_call/.test(call.type))
    return nameIn(call.childForFieldName("name"));
  if (call.type === "call" && call.childForFieldName("method") !== null)
    return nameIn(call.childForFieldName("method"));
  const callee =
    call.childForFieldName("function") ??
    call.childForFieldName("constructor") ??
    call.childForFieldName("type") ??
    call.namedChild(0);
  return nameIn(callee);
}

function nameIn(node: Node | null): Node | null {
  if (node === null) return null;
  if (/identifier$|^name$|^constant$/.test(node.type) && node.namedChildCount === 0) return node;
  if (node.type === "navigation_expression" || node.type === "navigation_suffix" || node.type === "qualified_name")
    return nameIn(node.namedChild(node.namedChildCount - 1));
  if (node.type === "conditional_access_expression") return nameIn(node.namedChild(1));
  if (node.type === "generic_function") return nameIn(node.childForFieldName("function"));
  for (const field of ["attribute", "property", "field", "name"]) {
    const inner = node.childForFieldName(field);
    if (inner !== null) return nameIn(inner);
  }
  return /^(?:generic_name|generic_type|user_type|template_function)$/.test(node.type)
    ? nameIn(node.namedChild(0))
    : null;
}

function filesOf(folder: string, ending: RegExp, tests: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file) && !tests.test(file))
    .sort();
}

await Parser.init();
const parser = new Parser();
const wanted = process.argv.slice(2);
for (const { language, folder, ending, tests } of PROJECTS) {
  if (wanted.length > 0 && !wanted.includes(language)) continue;
  parser.setLanguage(await Language.load(Bun.zstdDecompressSync(readFileSync(join(GRAMMARS, `${language}.bin`)))));
  const project = folder.slice(folder.lastIndexOf("/") + 1);
  const sites: Site[] = [];
  for (const file of filesOf(join(WORK, folder), ending, tests)) {
    const tree = parser.parse(readFileSync(join(WORK, folder, file), "utf8").replaceAll("\r\n", "\n"));
    for (const call of tree?.rootNode.descendantsOfType([...CALLS]) ?? []) {
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
