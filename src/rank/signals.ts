/**
 * What is known of a file beside its words: where its path meets the query, and which paths are rarely the answer.
 * Constants were measured on the evaluation sets as a whole (bench/quality).
 */
import type { FileType } from "../request/places.ts";
import { nameTokens } from "../text/tokeniser.ts";

/** How much of the top score a full path match adds. The recipe's 1.3 gives 0.840 on code where this gives 0.845. */
export const PATH_MATCH = 2;

/** Tokens of a path: of the file's name without its extension, of its parent folder, of the last three folders. */
export interface PathWords {
  readonly stem: readonly string[];
  readonly parent: readonly string[];
  readonly folders: readonly string[];
}

/** The last three folders count; further up every file of a project shares them. `wordsIn` may remember what it said. */
export function pathWords(rel: string, wordsIn: (name: string) => readonly string[] = wordsOf): PathWords {
  const slash = rel.lastIndexOf("/");
  const name = rel.slice(slash + 1);
  const dot = name.lastIndexOf(".");
  const stem = wordsIn(dot > 0 ? name.slice(0, dot) : name);
  if (slash === -1) return { stem, parent: [], folders: [] };
  const parts = rel.slice(0, slash).split("/");
  return { stem, parent: wordsIn(parts[parts.length - 1] ?? ""), folders: wordsIn(parts.slice(-3).join("/")) };
}

/** A short number in a name is a chapter, a part, a version: no topic. */
const SHORT_NUMBER = /^\d{1,3}$/;

/** The words of a name, without numbers that say nothing. */
export function wordsOf(name: string): string[] {
  return nameTokens(name).filter((token) => token.length > 3 || !SHORT_NUMBER.test(token));
}

/** Share of the query's tokens that equal, or are the beginning of, a token of the file's name or its parent folder. */
export function pathMatch(tokens: readonly string[], { stem, parent }: PathWords): number {
  if (tokens.length === 0) return 0;
  let met = 0;
  for (const token of tokens) if (meetsAny(token, stem) || meetsAny(token, parent)) met++;
  return met / tokens.length;
}

function meetsAny(token: string, names: readonly string[]): boolean {
  for (const name of names) if (token === name || (token.length >= 3 && name.startsWith(token))) return true;
  return false;
}

/** Factors for paths that are rarely the answer. */
const PENALTIES = { test: 0.4, example: 0.6, legacy: 0.6, reexport: 0.7, declaration: 0.7 } as const;

const EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?|tutorials?|benchmarks?|benches|bench)\//i;
const LEGACY = /(?:^|\/)(?:_?legacy|deprecated|_?compat|old|attic|obsolete)(?:\/|\.[a-z]+$)/i;
const REEXPORTS = /(?:^|\/)(?:__init__\.py|package-info\.java|index\.d\.ts)$/;
const DECLARATIONS = /\.d\.[cm]?ts$/;

/** Any of these, so that most paths are looked at once. */
const UNUSUAL = new RegExp([EXAMPLES, LEGACY, REEXPORTS, DECLARATIONS].map(({ source }) => source).join("|"), "i");

/** A package's file that defines so many things does more than hand them on. */
const DEFINES = 8;

/**
 * Factor, up to 1, for the path of a candidate, of whose `definitions` so many are known. Tests are known by the file's category (corpus/categories.ts), whose
 * habits are told apart by language: a plain `test_*` once hid a shell script that many queries wanted.
 */
export function pathPenalty(rel: string, category: FileType, definitions = 0): number {
  let factor = 1;
  if (category === "test") factor *= PENALTIES.test;
  if (!UNUSUAL.test(rel)) return factor;
  if (EXAMPLES.test(rel)) factor *= PENALTIES.example;
  if (LEGACY.test(rel)) factor *= PENALTIES.legacy;
  if (REEXPORTS.test(rel)) factor *= definitions < DEFINES ? PENALTIES.reexport : 1;
  else if (DECLARATIONS.test(rel)) factor *= PENALTIES.declaration;
  return factor;
}
