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

/** The last three folders count; further up every file of a project shares them. */
export function pathWords(rel: string): PathWords {
  const parts = rel.split("/");
  const name = parts.pop() ?? "";
  const dot = name.lastIndexOf(".");
  return {
    stem: wordsOf(dot > 0 ? name.slice(0, dot) : name),
    parent: parts.length > 0 ? wordsOf(parts[parts.length - 1] ?? "") : [],
    folders: wordsOf(parts.slice(-3).join("/")),
  };
}

/** A short number in a name is a chapter, a part, a version: no topic. */
const SHORT_NUMBER = /^\d{1,3}$/;

function wordsOf(name: string): string[] {
  return nameTokens(name).filter((token) => !SHORT_NUMBER.test(token));
}

/** Share of the query's tokens that equal, or are the beginning of, a token of the file's name or its parent folder. */
export function pathMatch(tokens: readonly string[], { stem, parent }: PathWords): number {
  if (tokens.length === 0) return 0;
  const isMet = (token: string) => stem.some((name) => meets(token, name)) || parent.some((name) => meets(token, name));
  return tokens.filter(isMet).length / tokens.length;
}

function meets(token: string, name: string): boolean {
  return token === name || (token.length >= 3 && name.startsWith(token));
}

/** Factors for paths that are rarely the answer. */
const PENALTIES = { test: 0.4, example: 0.6, legacy: 0.6, reexport: 0.7, declaration: 0.7 } as const;

const EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?|tutorials?|benchmarks?|benches|bench)\//i;
const LEGACY = /(?:^|\/)(?:_?legacy|deprecated|_?compat|old|attic|obsolete)(?:\/|\.[a-z]+$)/i;
const REEXPORTS = /(?:^|\/)(?:__init__\.py|package-info\.java|index\.d\.ts)$/;
const DECLARATIONS = /\.d\.[cm]?ts$/;

/** A package's file that defines so many things does more than hand them on. */
const DEFINES = 8;

/**
 * Factor, up to 1, for the path of a candidate, of whose `definitions` so many are known. Tests are known by the file's category (corpus/categories.ts), whose
 * habits are told apart by language: a plain `test_*` once hid a shell script that many queries wanted.
 */
export function pathPenalty(rel: string, category: FileType, definitions = 0): number {
  let factor = 1;
  if (category === "test") factor *= PENALTIES.test;
  if (EXAMPLES.test(rel)) factor *= PENALTIES.example;
  if (LEGACY.test(rel)) factor *= PENALTIES.legacy;
  if (REEXPORTS.test(rel)) factor *= definitions < DEFINES ? PENALTIES.reexport : 1;
  else if (DECLARATIONS.test(rel)) factor *= PENALTIES.declaration;
  return factor;
}
