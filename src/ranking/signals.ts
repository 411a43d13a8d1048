/**
 * Signals of a file beside its words: where its path matches the query, and which paths are rarely the answer. Constants were
 * measured on the evaluation sets as a whole (bench/quality).
 */
import type { FileType } from "../request/places.ts";
import { nameTokens } from "../text/tokeniser.ts";
import { isTopic } from "./name-match.ts";

/** Share of the top score that a full path match adds: 0.845 on code; 1.3 gives 0.840. */
export const PATH_MATCH = 2;

/** Tokens of the file's name without extension, of the parent folder, and of the last three folders. */
export interface PathWords {
  readonly stem: readonly string[];
  readonly parent: readonly string[];
  readonly folders: readonly string[];
}

export function pathWords(rel: string): PathWords {
  const slash = rel.lastIndexOf("/");
  const stem = wordsOf(stemOf(rel.slice(slash + 1)));
  if (slash === -1) return { stem, parent: [], folders: [] };
  const { parent, folders } = folderNames(rel.slice(0, slash));
  return { stem, parent: wordsOf(parent), folders: wordsOf(folders) };
}

/** A file's name without its extension. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The last name and the last three names of a folder path: all files of a project share the folders above. */
export function folderNames(path: string): { readonly parent: string; readonly folders: string } {
  const parts = path.split("/");
  return { parent: parts[parts.length - 1] ?? "", folders: parts.slice(-3).join("/") };
}

function wordsOf(name: string): string[] {
  return nameTokens(name).filter(isTopic);
}

/** Factors for paths that are rarely the answer. */
const PENALTIES = { test: 0.4, example: 0.6, legacy: 0.6, reexport: 0.7, declaration: 0.7 } as const;

const EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?|tutorials?|benchmarks?|benches|bench)\//i;
const LEGACY = /(?:^|\/)(?:_?legacy|deprecated|_?compat|old|attic|obsolete)(?:\/|\.[a-z]+$)/i;
const REEXPORTS = /(?:^|\/)(?:__init__\.py|package-info\.java|index\.d\.ts)$/;
const DECLARATIONS = /\.d\.[cm]?ts$/;

const ANY = [EXAMPLES, LEGACY, REEXPORTS, DECLARATIONS].map(({ source }) => source).join("|");
const UNUSUAL = new RegExp(ANY, "i");
const UNUSUAL_LINE = new RegExp(ANY, "im");

/** Paths that a factor other than the test factor may apply to: most lists have none, as one regex test shows. */
export function unusualPaths(rels: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  if (UNUSUAL_LINE.test(rels.join("\n"))) for (const rel of rels) if (UNUSUAL.test(rel)) found.add(rel);
  return found;
}

/** A package file with so many definitions does more than re-export. */
const DEFINES = 8;

/**
 * Factor, up to 1, for the path of a candidate; `definitions`: number of its known definitions. Tests are detected by category
 * (corpus/categories.ts), with habits by language: a plain `test_*` once hid a shell script that many queries wanted.
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
