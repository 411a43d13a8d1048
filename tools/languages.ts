/**
 * `bun tools/languages.ts` writes src/languages/all-*.ts: one list for each kind of file that the folders there hold, so that a
 * language is added by its folder alone. The build does it too.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface List {
  /** The file in a folder, without its ending, and the name that it exports. */
  readonly file: string;
  readonly type: string;
  /** The module that has the type. */
  readonly from: string;
  readonly says: string;
  /** Every folder has such a file. */
  readonly always?: boolean;
}

const LISTS: readonly List[] = [
  {
    file: "lines",
    type: "LineRules",
    from: "./types.ts",
    says: "How lines are read: for cutting texts and for outlines without syntax trees.",
  },
  {
    file: "grammar",
    type: "LanguageGrammar",
    from: "./types.ts",
    says: "Grammars, queries and masks: for syntax trees.",
    always: true,
  },
  {
    file: "calls",
    type: "LanguageCalls",
    from: "./types.ts",
    says: "How names are looked up: for the resolution of calls.",
  },
  {
    file: "modules",
    type: "ModuleRules",
    from: "../call-graph/module-rules.ts",
    says: "Where modules lie: for the resolution of imports.",
  },
];

const MADE = "Made by tools/languages.ts of the folders here.";

/** Names of the languages that have a folder, sorted. */
export function languageFolders(root: string): string[] {
  return readdirSync(join(root, "src", "languages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** `grammar.json` of a folder: where a grammar comes from. */
export interface GrammarSource {
  /** Its file in node_modules. */
  readonly wasm: string;
  /** The project that it is compiled from, and its licence. */
  readonly project: string;
  readonly license: string;
  readonly copyright: string;
}

export function grammarOf(root: string, language: string): GrammarSource {
  return JSON.parse(readFileSync(join(root, "src", "languages", language, "grammar.json"), "utf8"));
}

/** Texts of the lists, by path from `root`. */
export function languageLists(root: string): ReadonlyMap<string, string> {
  const folders = languageFolders(root);
  const texts = new Map([["src/languages/all-names.ts", namesText(folders)]]);
  for (const list of LISTS) {
    const having = folders.filter((name) => existsSync(join(root, "src", "languages", name, `${list.file}.ts`)));
    texts.set(`src/languages/all-${list.file}.ts`, listText(list, having));
  }
  return texts;
}

/** Writes those that are others than on disk. */
export function writeLanguageLists(root: string): void {
  for (const [path, text] of languageLists(root)) {
    const file = join(root, path);
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  }
}

/** Its keys are the type SymbolLanguage. */
function namesText(folders: readonly string[]): string {
  return `/** Names and endings: for every command that looks at file names. ${MADE} */
${imports("names", folders, [["LanguageNames", "./types.ts"]])}
export const NAMES = {
${folders.map((name) => `  ${name},\n`).join("")}} satisfies Readonly<Record<string, LanguageNames>>;

/** A language that has a grammar, by its folder. */
export type SymbolLanguage = keyof typeof NAMES;
`;
}

function listText({ file, type, from, says, always }: List, folders: readonly string[]): string {
  const list =
    always === true
      ? `Readonly<Record<SymbolLanguage, ${type}>> = {\n${folders.map((name) => `  ${name},\n`).join("")}};\n`
      : `ReadonlyMap<SymbolLanguage, ${type}> = new Map<SymbolLanguage, ${type}>([\n${folders
          .map((name) => `  ["${name}", ${name}],\n`)
          .join("")}]);\n`;
  return `/** ${says} ${MADE} */
${imports(file, folders, [
  ["SymbolLanguage", "./all-names.ts"],
  [type, from],
])}
export const ${file.toUpperCase()}: ${list}`;
}

/** Lines that import `file` of each folder, and the types, in the formatter's order. */
function imports(
  file: string,
  folders: readonly string[],
  types: readonly (readonly [name: string, from: string])[],
): string {
  const lines = [
    ...folders.map((name) => ({ what: `{ ${file} as ${name} }`, from: `./${name}/${file}.ts` })),
    ...types.map(([name, from]) => ({ what: `type { ${name} }`, from })),
  ];
  lines.sort((a, b) => (a.from < b.from ? -1 : 1));
  return lines.map(({ what, from }) => `import ${what} from "${from}";\n`).join("");
}

if (import.meta.main) writeLanguageLists(join(import.meta.dir, ".."));
