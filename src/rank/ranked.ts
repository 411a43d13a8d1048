/** A candidate with its rank. What only some are asked for is worked out when it is. */
import type { ScoreParts } from "../request/search.ts";
import { MatchText } from "../text/matcher.ts";
import type { RankCandidate, RankedCandidate } from "./candidate.ts";

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

export class Ranked<C extends RankCandidate> implements RankedCandidate<C> {
  #analysed: MatchText | undefined;
  readonly #columns: SignalColumns;
  readonly #row: number;

  constructor(
    readonly candidate: C,
    columns: SignalColumns,
    row: number,
    readonly score: number,
  ) {
    this.#columns = columns;
    this.#row = row;
  }

  get frequencies(): Float64Array {
    const { frequencies, width } = this.#columns;
    return frequencies.subarray(this.#row * width, this.#row * width + width);
  }

  get parts(): ScoreParts {
    const columns = this.#columns;
    return {
      bm25: this.#sum(columns.bm25, columns.names),
      path_match: this.#sum(columns.pathMatch),
      file_total: this.#sum(columns.fileTotal),
      definition: this.#sum(columns.definition),
      path_penalty: this.#sum(columns.penalty),
      total: this.score,
    };
  }

  get lanes(): { words: number; symbols: number } {
    const { bm25, fileTotal, names, definition } = this.#columns;
    return { words: this.#sum(bm25, fileTotal), symbols: this.#sum(names, definition) };
  }

  get matchText(): MatchText {
    this.#analysed ??= this.candidate.matchText ?? new MatchText(this.candidate.text);
    return this.#analysed;
  }

  /** Rounded to 1e-6. */
  #sum(a: Float64Array, b?: Float64Array): number {
    return Math.round(((a[this.#row] ?? 0) + (b?.[this.#row] ?? 0)) * 1e6) / 1e6;
  }
}
