/**
 * Scores of files for keyword search: BM25 over passages with the frequencies from the scan, then the signals of signals.ts.
 * Functions of data; full mode shows every part as a number.
 */
import type { ContextScoreParts } from "../request/context-request.ts";
import type { FileType } from "../request/places.ts";
import { wordToken } from "../text/tokens.ts";
import { inverseDocumentFrequency, saturation } from "./bm25.ts";
import { NameMatcher } from "./name-match.ts";
import { folderNames, type PathWords, pathPenalty, pathWords, stemOf } from "./signals.ts";

export interface ScoringFile {
  readonly rel: string;
  readonly category: FileType;
  /** By passage: weighted matches of each term. */
  readonly passages: readonly Float64Array[];
  /** Defined names that hold a term. */
  readonly definitions: readonly { readonly name: string; readonly ids: readonly number[] }[];
  readonly standing: Standing;
  readonly flaw: "generated" | "minified" | null;
}

/** Best term of a file: a keyword as typed (2), only keywords in other forms (1), only expansions (0). */
export type Standing = 0 | 1 | 2;

export interface ScoringTermFacts {
  readonly text: string;
  /** Folded: lower case. */
  readonly folded: string;
  /** Tokens of the term, made like the tokens of a path. */
  readonly tokens: readonly string[];
  readonly original: boolean;
  /** Rarity times the weight of its kind. */
  readonly weight: number;
}

export interface ScoredFile<F extends ScoringFile> {
  readonly file: F;
  /** 0 to 1, rounded to 1e-6; falls with rank. */
  readonly score: number;
  readonly parts: ContextScoreParts;
}

export interface FileWeights {
  readonly pathMatch: number;
  readonly wholeName: number;
  readonly nextPassages: number;
  readonly passages: number;
  readonly fileName: number;
  readonly folder: number;
  readonly definition: number;
  readonly exactDefinition: number;
  readonly sameName: number;
}

const FILE_WEIGHTS: FileWeights = {
  pathMatch: 2,
  wholeName: 0.9,
  nextPassages: 0.3,
  passages: 4,
  fileName: 4,
  folder: 1,
  definition: 0.3,
  exactDefinition: 1,
  sameName: 1.5,
};

/** Weight of a term by its origin, where `files` of `size` files hold the term. */
export function termWeight(kind: "keyword" | "word" | "pair" | "stem", files: number, size: number): number {
  return KIND_WEIGHTS[kind] * inverseDocumentFrequency(size, files);
}

/** Weight of a match, by the term's origin. */
export const KIND_WEIGHTS = { keyword: 1, word: 0.6, pair: 0.5, stem: 0.35 } as const;

/** Factors where source files are preferred. */
const SOURCE_FACTORS: Readonly<Record<FileType, number>> = {
  source: 1,
  test: 1,
  doc: 0.6,
  document: 0.6,
  config: 0.6,
  data: 0.5,
  generated: 0.3,
};
const FLAW_FACTOR = 0.3;
/** As in rank.ts: share of the best file's text score. */
const WHOLE_NAME_GATE = 0.5;
/** Factor by which files of lower standing rank below the lowest of a higher standing. */
const BENEATH = 0.5;

const round = (value: number) => Math.round(value * 1e6) / 1e6;

interface Scored<F extends ScoringFile> {
  readonly file: F;
  readonly path: PathWords;
  readonly bm25: number;
  pathMatch: number;
  definition: number;
  total: number;
}

/** Files in rank order: by standing, then by score, then by path. `words` are the tokens of the keywords' words. */
export function rankFiles<F extends ScoringFile>(
  files: readonly F[],
  terms: readonly ScoringTermFacts[],
  words: readonly string[],
  preferSource: boolean,
  compare: (a: string, b: string) => number,
  weights: FileWeights = FILE_WEIGHTS,
): ScoredFile<F>[] {
  const scored = files.map((file): Scored<F> => {
    const path = pathWords(file.rel);
    return { file, path, bm25: passageScore(file, path, terms, weights), pathMatch: 0, definition: 0, total: 0 };
  });
  const matcher = new NameMatcher(words);
  const top = Math.max(0, ...scored.map(({ bm25 }) => bm25));
  for (const item of scored) {
    const { share, whole } = matchPath(item.file.rel, matcher);
    const bonus = item.bm25 >= WHOLE_NAME_GATE * top ? weights.wholeName * whole : 0;
    item.pathMatch = top * (weights.pathMatch * share + bonus);
    item.definition = top * definitionScore(item.file, item.path, terms, weights);
    const { path_factor, source_factor } = factors(item.file, preferSource);
    item.total = (item.bm25 + item.pathMatch + item.definition) * path_factor * source_factor;
  }
  return finish(scored, preferSource, compare);
}

function matchPath(rel: string, matcher: NameMatcher) {
  const slash = rel.lastIndexOf("/");
  const stem = stemOf(rel.slice(slash + 1));
  return matcher.match(stem, slash === -1 ? "" : folderNames(rel.slice(0, slash)).parent);
}

function finish<F extends ScoringFile>(
  scored: readonly Scored<F>[],
  preferSource: boolean,
  compare: (a: string, b: string) => number,
): ScoredFile<F>[] {
  const scores = beneath(scored.map(({ file, total }) => ({ standing: file.standing, score: total })));
  return scored
    .map(({ file, bm25, pathMatch: path, definition }, at) => ({
      file,
      score: round(scores[at] ?? 0),
      parts: {
        bm25: round(bm25),
        path_match: round(path),
        definition: round(definition),
        ...factors(file, preferSource),
        original_keywords: file.standing > 0,
      },
    }))
    .sort((a, b) => b.file.standing - a.file.standing || b.score - a.score || compare(a.file.rel, b.file.rel));
}

/** Scores as shares of the best score of the highest standing; each lower standing below the lowest score of the one above. */
export function beneath(items: readonly { readonly standing: Standing; readonly score: number }[]): number[] {
  const factors: number[] = [];
  let ceiling = 1;
  for (const standing of [2, 1, 0]) {
    const own = items.filter((item) => item.standing === standing).map(({ score }) => score);
    if (own.length === 0) continue;
    const best = own.reduce((most, score) => Math.max(most, score), Number.MIN_VALUE);
    factors[standing] = ceiling / best;
    ceiling *= (BENEATH * own.reduce((least, score) => Math.min(least, score), best)) / best;
  }
  return items.map(({ standing, score }) => score * (factors[standing] ?? 1));
}

function factors({ rel, category, flaw }: ScoringFile, preferSource: boolean) {
  return {
    path_factor: round(pathPenalty(rel, category) * (flaw === null ? 1 : FLAW_FACTOR)),
    source_factor: preferSource ? SOURCE_FACTORS[category] : 1,
  };
}

function areNamed(tokens: readonly string[], names: readonly string[]): boolean {
  return tokens.length > 0 && tokens.every((token) => names.some((name) => name.startsWith(token)));
}

/** The best passage and a share of the next best; words of the path count in every passage. */
function passageScore(
  file: ScoringFile,
  path: PathWords,
  terms: readonly ScoringTermFacts[],
  weights: FileWeights,
): number {
  const named = terms.map(({ tokens }) => {
    const inStem = areNamed(tokens, path.stem) ? weights.fileName : 0;
    return inStem + (areNamed(tokens, path.folders) ? weights.folder : 0);
  });
  const scores = file.passages.map((counts) => {
    let sum = 0;
    terms.forEach(({ weight }, id) => {
      sum += weight * saturation((counts[id] ?? 0) + (named[id] ?? 0), 1, 1);
    });
    return sum;
  });
  scores.sort((a, b) => b - a);
  const [best = 0, ...rest] = scores;
  return best + weights.nextPassages * rest.slice(0, weights.passages).reduce((sum, score) => sum + score, 0);
}

/** As a share of the top score: the keywords' weight that the names of definitions cover, and exact names. */
function definitionScore(
  file: ScoringFile,
  path: PathWords,
  terms: readonly ScoringTermFacts[],
  weights: FileWeights,
): number {
  const all = terms.reduce((sum, { original, weight }) => sum + (original ? weight : 0), 0);
  if (all === 0 || file.definitions.length === 0) return 0;
  let best = 0;
  const exact = new Set<number>();
  for (const { name, ids } of file.definitions) {
    const plain = withoutSeparators(name.toLowerCase());
    let covered = 0;
    for (const id of ids) {
      const term = terms[id];
      if (term === undefined) continue;
      covered += term.weight;
      if (term.original && withoutSeparators(term.folded) === plain) exact.add(id);
    }
    best = Math.max(best, Math.min(1, covered / all));
  }
  let exactShare = 0;
  for (const id of exact) {
    const { weight = 0, folded = "" } = terms[id] ?? {};
    exactShare += (weight / all) * (path.stem.includes(wordToken(withoutSeparators(folded))) ? weights.sameName : 1);
  }
  return weights.definition * best + weights.exactDefinition * exactShare;
}

function withoutSeparators(name: string): string {
  return name.replace(/[_\-.$#]/g, "");
}
