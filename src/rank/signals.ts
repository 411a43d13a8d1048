/**
 * What is known of a file beside its words: where its path meets the query, and which paths are rarely the answer.
 * Constants from recipes/ranking.md, measured on the evaluation sets as a whole.
 */
import type { FileType } from "../request/places.ts";
import { stem } from "../text/stem.ts";
import { unitsOf } from "../text/units.ts";

/** How much of the top score a full path match adds. The recipe's 1.3 gives 0.840 on code where this gives 0.845. */
export const PATH_MATCH = 2;

/** Words of a path, folded: of the file's name without its extension, of its parent folder, of the folders above. */
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
  const parent = parts.length > 0 ? namesOf(parts[parts.length - 1] ?? "") : [];
  return {
    stem: namesOf(dot > 0 ? name.slice(0, dot) : name),
    parent,
    folders: parts.slice(-3).flatMap(namesOf),
  };
}

/** Parts and wholes of a name. */
function namesOf(name: string): string[] {
  const units = unitsOf(name);
  const parts = Array.from({ length: units.count }, (_, at) => units.exact(at));
  return [...parts, ...units.identifiers.map((identifier) => identifier.whole)];
}

/** Share of the query's words that equal, or are the beginning of, a word of the file's name or its parent folder. */
export function pathMatch(words: readonly string[], path: PathWords): number {
  if (words.length === 0) return 0;
  const names = [...path.stem, ...path.parent];
  const met = words.filter((word) => names.some((name) => meets(word, name))).length;
  return met / words.length;
}

function meets(word: string, name: string): boolean {
  if (word === name || stem(word) === stem(name)) return true;
  return word.length >= 3 && name.startsWith(word);
}

/** Factors for paths that are rarely the answer. */
const PENALTIES = { test: 0.4, example: 0.6, legacy: 0.6, reexport: 0.7, declaration: 0.7 } as const;

const EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?|docs?_src|tutorials?|benchmarks?|benches|bench)\//i;
const LEGACY = /(?:^|\/)(?:_?legacy|deprecated|compat|_compat|old|attic|obsolete|v1compat)(?:\/|\.[a-z]+$)/i;
const REEXPORTS = /(?:^|\/)(?:__init__\.py|package-info\.java|index\.d\.ts)$/;
const DECLARATIONS = /\.d\.[cm]?ts$/;

/**
 * Factor, up to 1, for the path of a candidate. Tests are known by the file's category (corpus/categories.ts), whose
 * habits are told apart by language: a plain `test_*` once hid a shell script that many queries wanted.
 */
export function pathPenalty(rel: string, category: FileType): number {
  let factor = 1;
  if (category === "test") factor *= PENALTIES.test;
  if (EXAMPLES.test(rel)) factor *= PENALTIES.example;
  if (LEGACY.test(rel)) factor *= PENALTIES.legacy;
  if (REEXPORTS.test(rel)) factor *= PENALTIES.reexport;
  else if (DECLARATIONS.test(rel)) factor *= PENALTIES.declaration;
  return factor;
}
