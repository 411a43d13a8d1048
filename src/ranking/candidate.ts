/** Types of ranking: the candidates, the collection's statistics, and the weights of the signals. */
import type { FileType } from "../request/places.ts";
import type { ScoreParts } from "../request/search-request.ts";
import type { MatchText } from "../text/matcher.ts";
import type { Collection } from "./bm25.ts";
import { PATH_MATCH } from "./signals.ts";

/** A chunk that may be a result. */
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
  /** Headings or definitions that start in the chunk, from the syntax tree or the extractor's patterns. */
  readonly defined?: readonly string[];
  /** The analysed text, where verification came first. */
  readonly matchText?: MatchText;
}

export interface RankContext extends Collection {
  /** Number of chunks with a token, by termKey of the scoring term. A missing term counts as in one chunk. */
  readonly documentFrequency: ReadonlyMap<string, number>;
}

/** Signals of all candidates of a ranking: one entry a candidate, in `frequencies` a row of `width` a candidate. */
export interface SignalColumns {
  /** Number of scoring terms. */
  readonly width: number;
  /** Number of occurrences of each term as a token of the text. */
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
  /** The columns with this candidate's signals. */
  readonly columns: SignalColumns;
  readonly row: number;
  readonly parts: ScoreParts;
  /** Occurrences of each scoring term (scoringTerms(query), same order) as a token of the text, without the path. */
  readonly frequencies: Float64Array;
  /** Scores without the path penalty: of the words in chunk and file, and of the defined names. */
  readonly lanes: { readonly words: number; readonly symbols: number };
  /** The analysed text, made at the first use: for verification and highlights. */
  readonly matchText: MatchText;
}

/** Weights of the signals. The default was measured; the parameter serves the bench. */
export interface RankWeights {
  /** Times each word of the file's name counts as a word of the text. */
  readonly fileName: number;
  /** As `fileName`, for a folder's name. */
  readonly folder: number;
  readonly pathMatch: number;
  /** Multiples of the top score for a file whose whole name matches the query. */
  readonly wholeName: number;
  /** Share of a file's next best chunks that its best chunk gains, and their number. */
  readonly fileTotal: number;
  /** The share for prose: there the sum depends more on length than on topic. */
  readonly proseTotal: number;
  readonly fileChunks: number;
  /** Multiples of the top score for the file that defines the wanted symbol; factor if the file has its name. */
  readonly definition: number;
  readonly sameName: number;
  /** The multiple for an identifier that is named in a longer query (`how does HTTPAdapter retry`). */
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
