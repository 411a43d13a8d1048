/**
 * Order in which the parts found by the index are read and ranked: the weights of its columns, and facts known before a part's
 * text is read. Constants were measured on the evaluation sets as a whole (bench/quality).
 */
import type { FileType } from "../request/places.ts";
import type { ParsedQuery } from "../text/query.ts";
import type { NameMatcher } from "./name-match.ts";
import { nameMatcherOf } from "./rank.ts";
import { folderNames, pathPenalty, stemOf, unusualPaths } from "./signals.ts";

/** Weights of body, ident, symbols and path in SQLite's bm25(). */
export type ColumnWeights = readonly [body: number, ident: number, symbols: number, path: number];

const SEVERAL_WORDS: ColumnWeights = [1, 1, 5, 5];
/** One word may be a symbol that one file defines and hundreds use: the defining file must be among the candidates. */
const ONE_WORD: ColumnWeights = [1, 1, 10, 10];

/** Multiples of the best part's score for the share of query words in the path, and for a name matched whole. */
const NAMED = 2;
const WHOLE_NAME = 0.9;

export interface LikelyPart {
  /** SQLite's bm25(): lower is better. */
  readonly bm25: number;
  /** Path beneath its root, "/" between components. */
  readonly rel: string;
  readonly category: FileType;
}

export class CandidateOrder {
  readonly weights: ColumnWeights;
  readonly #names: NameMatcher;
  readonly #wantsGenerated: boolean;
  #top: number | undefined;

  constructor(query: ParsedQuery) {
    this.weights =
      query.required.filter((alternative) => !alternative.optional).length === 1 ? ONE_WORD : SEVERAL_WORDS;
    this.#names = nameMatcherOf(query);
    this.#wantsGenerated = query.filters.type.includes("generated");
  }

  /**
   * Parts found by the index (best score first) in reading order: by score and by the path signals of rank.ts. By score alone,
   * equally good answers need four times as much reading. Generated files come last, as in the results.
   */
  sorted<P extends LikelyPart>(parts: readonly P[]): P[] {
    const top = this.#top ?? Math.abs(parts[0]?.bm25 ?? 0);
    this.#top = top;
    const unusual = unusualPaths(parts.map(({ rel }) => rel));
    const likely = parts.map((part) => {
      const { rel, category } = part;
      const slash = rel.lastIndexOf("/");
      const parent = slash === -1 ? "" : folderNames(rel.slice(0, slash)).parent;
      const { share, subject, whole } = this.#names.match(stemOf(rel.slice(slash + 1)), parent);
      const met = category === "source" || category === "test" ? subject : share;
      const isUsual = category !== "test" && !unusual.has(rel);
      const factor = isUsual ? 1 : pathPenalty(rel, category, Number.POSITIVE_INFINITY);
      const isLast = category === "generated" && !this.#wantsGenerated;
      return { part, isLast, worth: factor * (top * (NAMED * met + WHOLE_NAME * whole) - part.bm25) };
    });
    likely.sort((a, b) => Number(a.isLast) - Number(b.isLast) || b.worth - a.worth);
    return likely.map(({ part }) => part);
  }
}
