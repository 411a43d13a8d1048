/** What is ranked, what is known about the collection, and what the signals weigh. */
import type { FileType } from "../request/places.ts";
import type { ScoreParts } from "../request/search-request.ts";
import type { MatchText } from "../text/matcher.ts";
import type { Collection } from "./bm25.ts";
import { PATH_MATCH } from "./signals.ts";

/** A chunk that may be an answer. */
export interface RankCandidate {
  readonly chunkId: number;
  readonly fileId: number;
  /** Path beneath its root, "/" between components. */
  readonly rel: string;
  readonly category: FileType;
  readonly language: string | null;
  /** The chunk's own text. */
  readonly text: string;
  /** First line, to break ties. */
  readonly line: number;
  /** Headings or definitions that start in it, from the syntax tree or the extractor's patterns. */
  readonly defined?: readonly string[];
  /** The text analysed already, where verification came first. */
  readonly matchText?: MatchText;
}

export interface RankContext extends Collection {
  /** Number of chunks with a token, by termKey of the scoring term. A term that is missing counts as in one chunk. */
  readonly documentFrequency: ReadonlyMap<string, number>;
}

/** What is known of all candidates of a ranking: one entry each, `frequencies` a row of `width` each. */
export interface SignalColumns {
  /** Scoring terms. */
  readonly width: number;
  /** How often each is a token of the text. */
  readonly frequencies: Float64Array;
  readonly bm25: Float64Array;
  readonly names: Float64Array;
  readonly pathMatch: Float64Array;
  readonly definition: Float64Array;
  readonly fileTotal: Float64Array;
  readonly penalty: Float64Array;
}

export interface RankedCandidate<C extends RankCandidate = RankCandidate> {
  readonly candidate: C;
  /** Rounded to 1e-6. */
  readonly score: number;
  /** Where what it was ranked by stands. */
  readonly columns: SignalColumns;
  readonly row: number;
  readonly parts: ScoreParts;
  /** How often each scoring term (scoringTerms(query), same order) is a token of the text, the path not counted. */
  readonly frequencies: Float64Array;
  /** What its words, and those of its file, are worth; what the names that it defines are. Not penalised for the path. */
  readonly lanes: { readonly words: number; readonly symbols: number };
  /** The text analysed, when first asked for: for verification and highlights. */
  readonly matchText: MatchText;
}

/** Weights of the signals. The default is what was measured; the parameter serves the bench. */
export interface RankWeights {
  /** Times each word of the file's name counts as if it stood in the text. */
  readonly fileName: number;
  /** The same for a folder's name. */
  readonly folder: number;
  readonly pathMatch: number;
  /** Multiples of the top score for a file whose whole name the query meets. */
  readonly wholeName: number;
  /** Share of a file's next best chunks that its best one gains, and how many. */
  readonly fileTotal: number;
  /** The same for prose, of which the sum says more about its length than about its topic. */
  readonly proseTotal: number;
  readonly fileChunks: number;
  /** Multiples of the top score for the file that defines the symbol asked for, and the factor where it has its name. */
  readonly definition: number;
  readonly sameName: number;
  /** The same multiple for an identifier that is named in a longer query (`how does HTTPAdapter retry`). */
  readonly namedSymbol: number;
  /** Share of the symbol-name lane. */
  readonly symbolNames: number;
  /** Factor for prose, data and configuration beside source code and tests; 1 where all files are searched alike. */
  readonly notCode: number;
}

export const WEIGHTS: RankWeights = {
  fileName: 6,
  folder: 1,
  pathMatch: PATH_MATCH,
  wholeName: 0.9,
  fileTotal: 0.3,
  proseTotal: 0.03,
  fileChunks: 4,
  definition: 3,
  sameName: 1.5,
  namedSymbol: 0.6,
  symbolNames: 0.25,
  notCode: 1,
};
