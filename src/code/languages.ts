/** The languages that have a grammar, and which of them a file is written in. */

export const SYMBOL_LANGUAGES = [
  "bash",
  "c",
  "cpp",
  "csharp",
  "dart",
  "go",
  "java",
  "javascript",
  "kotlin",
  "php",
  "python",
  "ruby",
  "rust",
  "swift",
  "tsx",
  "typescript",
] as const;
export type SymbolLanguage = (typeof SYMBOL_LANGUAGES)[number];

const KNOWN: ReadonlySet<string> = new Set(SYMBOL_LANGUAGES);

/** Names of corpus/languages.ts whose grammar bears another name. */
const OTHER_NAMES: ReadonlyMap<string, SymbolLanguage> = new Map([
  ["shell", "bash"],
  ["arduino", "cpp"],
  ["cuda", "cpp"],
]);

export function isSymbolLanguage(name: string): name is SymbolLanguage {
  return KNOWN.has(name);
}

/** The grammar of a file: by its language (as corpus/categories.ts names it) and its name. */
export function symbolLanguage(path: string, language: string | null): SymbolLanguage | null {
  if (language === null) return null;
  if (language === "typescript" && path.toLowerCase().endsWith(".tsx")) return "tsx";
  return isSymbolLanguage(language) ? language : (OTHER_NAMES.get(language) ?? null);
}
