/** Rules for reading source by lines, by the language names of corpus/languages.ts. */
import { LINES } from "./all-lines.ts";
import { C_LIKE } from "./base-lines.ts";
import { languageOf } from "./names.ts";
import { OTHER_LINES } from "./other-lines.ts";
import type { DefinitionRule, LineRules, Syntax } from "./types.ts";

const BY_LANGUAGE: ReadonlyMap<string, LineRules> = new Map([
  ...OTHER_LINES.flatMap(([names, rules]) => named(names, rules)),
  ...[...LINES].flatMap(([grammar, rules]) => named(`${languageOf(grammar)} ${rules.alike ?? ""}`, rules)),
]);

function named(names: string, rules: LineRules): (readonly [string, LineRules])[] {
  return names.split(" ").map((name) => [name, rules]);
}

const NONE: LineRules = {};

/** Empty for an unknown language. */
export function lineRules(language: string | null): LineRules {
  return (language === null ? undefined : BY_LANGUAGE.get(language)) ?? NONE;
}

export function definitionRule(language: string | null): DefinitionRule | undefined {
  return lineRules(language).definitions;
}

export function syntaxOf(language: string | null): Syntax {
  return lineRules(language).syntax ?? C_LIKE;
}
