/** How many of a query's words a file holds: what "most of the words" means where a search is relaxed. */
import { namingPath } from "../corpus/roots.ts";
import type { RankedCandidate } from "../rank/candidate.ts";
import type { ScoringTerm } from "../rank/scoring-terms.ts";
import { createTermCounter } from "../rank/term-counter.ts";
import type { FoundFile } from "../store/found.ts";
import type { Postings } from "../store/postings.ts";
import { tokensExpression } from "../text/fts.ts";

/**
 * A file follows when it holds at least this share of what the best of them holds. Half of the query's words would lose
 * the answers of long questions, few of which hold half (NDCG of cranfield 0.356 → 0.269); of what the best holds, 0.4
 * costs cacm 0.026, and 0.25 nothing anywhere.
 */
const ENOUGH = 0.25;

/** A chunk with the counts that it was ranked by, which are of the same terms. */
interface NotedChunk extends Pick<RankedCandidate, "columns" | "row"> {
  readonly candidate: { readonly source: { readonly file: FoundFile } };
}

/** Shares are of the scoring terms: words, parts of names, pairs of a run of characters. */
export class Coverage {
  /** Which row of `#flags` is a file's. */
  readonly #rows = new Map<number, number>();
  /** Which terms are known to be in the file: a row a file, a flag a term. */
  #flags = new Uint8Array();
  /** Flags set in each row. */
  #counts = new Uint32Array();
  #best = 0;

  constructor(
    private readonly terms: readonly ScoringTerm[],
    private readonly postings: Postings,
  ) {}

  /** True when a single term is enough, so that nothing need be noted: every candidate holds one. */
  get isAlwaysEnough(): boolean {
    return this.terms.length * ENOUGH <= 1;
  }

  /** Takes note of what chunks hold, by their counts of each term. The best file of the first ones sets the measure. */
  note(chunks: readonly NotedChunk[]): void {
    if (this.isAlwaysEnough) return;
    this.#meet(chunks);
    const width = this.terms.length;
    const flags = this.#flags;
    const counts = this.#counts;
    let best = 0;
    for (const { candidate, columns, row } of chunks) {
      const at = this.#rows.get(candidate.source.file.id) ?? 0;
      for (let term = 0; term < width; term++) {
        if ((columns.frequencies[row * width + term] ?? 0) === 0 || flags[at * width + term] === 1) continue;
        flags[at * width + term] = 1;
        counts[at] = (counts[at] ?? 0) + 1;
      }
      best = Math.max(best, counts[at] ?? 0);
    }
    if (this.#best === 0) this.#best = best / Math.max(1, width);
  }

  /** Makes rows for the files that are new, with what their paths hold. */
  #meet(chunks: readonly NotedChunk[]): void {
    const known = this.#rows.size;
    const paths: string[] = [];
    for (const { candidate } of chunks) {
      const { id, path, rel } = candidate.source.file;
      if (this.#rows.has(id)) continue;
      this.#rows.set(id, known + paths.length);
      paths.push(rel === "" ? namingPath(path, rel) : rel);
    }
    if (paths.length === 0) return;
    const width = this.terms.length;
    const { counts } = createTermCounter(this.terms).texts(paths);
    const flags = new Uint8Array((known + paths.length) * width);
    flags.set(this.#flags);
    const sums = new Uint32Array(known + paths.length);
    sums.set(this.#counts);
    for (let at = 0, row = known; at < counts.length; row++) {
      for (let term = 0; term < width; term++, at++) {
        if ((counts[at] ?? 0) === 0) continue;
        flags[known * width + at] = 1;
        sums[row] = (sums[row] ?? 0) + 1;
      }
    }
    this.#flags = flags;
    this.#counts = sums;
  }

  /** Share of the terms known to be in the file, 0–1. */
  share(fileId: number): number {
    const row = this.#rows.get(fileId);
    return row === undefined ? 0 : (this.#counts[row] ?? 0) / Math.max(1, this.terms.length);
  }

  isEnough(fileId: number): boolean {
    return this.isAlwaysEnough || this.share(fileId) >= this.#best * ENOUGH;
  }

  /** Asks the index for those files of which too little is known: their words may stand in chunks that were not ranked. */
  complete(): void {
    const width = this.terms.length;
    const open: number[] = [];
    for (const [id, row] of this.#rows) {
      if ((this.#counts[row] ?? 0) / Math.max(1, width) < this.#best * ENOUGH) open.push(id);
    }
    if (open.length === 0) return;
    for (let term = 0; term < width; term++) {
      const match = tokensExpression(this.terms.slice(term, term + 1));
      if (match === null) continue;
      for (const id of this.postings.filesMatching(match, open)) {
        const row = this.#rows.get(id);
        if (row === undefined || this.#flags[row * width + term] === 1) continue;
        this.#flags[row * width + term] = 1;
        this.#counts[row] = (this.#counts[row] ?? 0) + 1;
      }
    }
  }
}
