/** How many of a query's words a file holds: what "most of the words" means where a search is relaxed. */
import { namingPath } from "../corpus/roots.ts";
import type { ScoringTerm } from "../rank/scoring-terms.ts";
import type { FoundFile } from "../store/found.ts";
import type { Postings } from "../store/postings.ts";
import { tokensExpression } from "../text/fts.ts";
import { nameTokens } from "../text/tokeniser.ts";

/**
 * A file follows when it holds at least this share of what the best of them holds. Half of the query's words would lose
 * the answers of long questions, few of which hold half (NDCG of cranfield 0.356 → 0.269); of what the best holds, 0.4
 * costs cacm 0.026, and 0.25 nothing anywhere.
 */
export const ENOUGH = 0.25;

/** Shares are of the scoring terms: words, parts of names, pairs of a run of characters. */
export class Coverage {
  /** Which terms are known to be in a file, one flag each. */
  readonly #held = new Map<number, Uint8Array>();
  readonly #names = new Map<number, ReadonlySet<string>>();
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
  note(chunks: readonly { readonly file: FoundFile; readonly frequencies: Float64Array }[]): void {
    if (this.isAlwaysEnough) return;
    for (const { file, frequencies } of chunks) {
      const held = this.#flags(file);
      for (const [at, count] of frequencies.entries()) if (count > 0) held[at] = 1;
    }
    if (this.#best > 0) return;
    for (const { file } of chunks) this.#best = Math.max(this.#best, this.share(file.id));
  }

  /** Share of the terms known to be in the file, 0–1. */
  share(fileId: number): number {
    const held = this.#held.get(fileId);
    return held === undefined ? 0 : held.reduce((sum, flag) => sum + flag, 0) / Math.max(1, this.terms.length);
  }

  isEnough(fileId: number): boolean {
    return this.isAlwaysEnough || this.share(fileId) >= this.#best * ENOUGH;
  }

  /** Asks the index for those files of which too little is known: their words may stand in chunks that were not ranked. */
  complete(): void {
    const open = [...this.#held.keys()].filter((id) => !this.isEnough(id));
    if (open.length === 0) return;
    for (const [at, term] of this.terms.entries()) {
      const match = tokensExpression([term]);
      if (match === null) continue;
      for (const id of this.postings.filesMatching(match, open)) {
        const held = this.#held.get(id);
        if (held !== undefined) held[at] = 1;
      }
    }
  }

  #flags(file: FoundFile): Uint8Array {
    const known = this.#held.get(file.id);
    if (known !== undefined) return known;
    const names = this.#tokensOf(file);
    const flags = Uint8Array.from(this.terms, ({ token, prefix }) => {
      if (!prefix) return names.has(token) ? 1 : 0;
      return [...names].some((name) => name.startsWith(token)) ? 1 : 0;
    });
    this.#held.set(file.id, flags);
    return flags;
  }

  #tokensOf(file: FoundFile): ReadonlySet<string> {
    const known = this.#names.get(file.id) ?? new Set(nameTokens(namingPath(file.path, file.rel)));
    this.#names.set(file.id, known);
    return known;
  }
}
