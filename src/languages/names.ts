/** The languages with a grammar, and the grammar for a file. */
import { NAMES, type SymbolLanguage } from "./all-names.ts";
import type { LanguageNames } from "./types.ts";

export type { SymbolLanguage } from "./all-names.ts";

export const SYMBOL_LANGUAGES: readonly SymbolLanguage[] = Object.keys(NAMES).filter(isSymbolLanguage);

/** By the names of corpus/languages.ts. */
let byLanguage: ReadonlyMap<string, readonly SymbolLanguage[]> | undefined;

export function isSymbolLanguage(name: string): name is SymbolLanguage {
  return Object.hasOwn(NAMES, name);
}

/** The names of each folder's language. */
export function languageNames(): readonly LanguageNames[] {
  return Object.values(NAMES);
}

/** The language name that files have. */
export function languageOf(grammar: SymbolLanguage): string {
  return NAMES[grammar].language;
}

/** The grammar of a file: by its language (as corpus/categories.ts names it) and its name. */
export function symbolLanguage(path: string, language: string | null): SymbolLanguage | null {
  if (language === null) return null;
  byLanguage ??= grammarsByLanguage();
  const [first, ...others] = byLanguage.get(language) ?? [];
  if (first === undefined || others.length === 0) return first ?? null;
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return others.find((other) => NAMES[other].files.split(" ").includes(extension)) ?? first;
}

/** Among several grammars of a language the one with the language's name comes first. */
function grammarsByLanguage(): ReadonlyMap<string, readonly SymbolLanguage[]> {
  const found = new Map<string, SymbolLanguage[]>();
  for (const grammar of SYMBOL_LANGUAGES) {
    const { language, reads }: LanguageNames = NAMES[grammar];
    for (const name of [language, ...(reads?.split(" ") ?? [])]) {
      const known = found.get(name) ?? [];
      found.set(name, grammar === language ? [grammar, ...known] : [...known, grammar]);
    }
  }
  return found;
}
