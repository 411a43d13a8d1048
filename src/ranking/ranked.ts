/** A candidate with its rank. Details are computed at the first use. */
import type { ScoreParts } from "../request/search-request.ts";
import { MatchText } from "../text/matcher.ts";
import type { RankCandidate, RankedCandidate, SignalColumns } from "./candidate.ts";

export class Ranked<C extends RankCandidate> implements RankedCandidate<C> {
  // Only declared: class field initialisers would cost one more function call for each candidate.
  declare readonly candidate: C;
  declare readonly columns: SignalColumns;
  declare readonly row: number;
  declare readonly score: number;
  declare private analysed: MatchText | undefined;

  constructor(candidate: C, columns: SignalColumns, row: number, score: number) {
    this.candidate = candidate;
    this.columns = columns;
    this.row = row;
    this.score = score;
  }

  get frequencies(): Float64Array {
    const { frequencies, width } = this.columns;
    return frequencies.subarray(this.row * width, this.row * width + width);
  }

  get parts(): ScoreParts {
    const { columns } = this;
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
    const { bm25, fileTotal, names, definition } = this.columns;
    return { words: this.#sum(bm25, fileTotal), symbols: this.#sum(names, definition) };
  }

  get matchText(): MatchText {
    this.analysed ??= this.candidate.matchText ?? new MatchText(this.candidate.text);
    return this.analysed;
  }

  /** Rounded to 1e-6. */
  #sum(a: Float64Array, b?: Float64Array): number {
    return Math.round(((a[this.row] ?? 0) + (b?.[this.row] ?? 0)) * 1e6) / 1e6;
  }
}
