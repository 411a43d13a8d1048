/** BM25 of candidates: of their text with their path, and of the names they define. */
import { inverseDocumentFrequency, saturation } from "./bm25.ts";
import type { RankCandidate, RankContext, RankWeights } from "./candidate.ts";
import { definitionStrength, type WantedSymbol } from "./definitions.ts";
import { type ScoringTerm, termKey } from "./scoring-terms.ts";
import { type PathWords, pathWords } from "./signals.ts";
import { createTermCounter, type TermCounter } from "./term-counter.ts";

export interface Scored<C extends RankCandidate> {
  readonly candidate: C;
  readonly frequencies: Float64Array;
  readonly path: PathWords;
  readonly bm25: number;
  /** The symbol asked for that it defines, and how surely. */
  readonly defines: { readonly symbol: WantedSymbol; readonly strength: number } | null;
  names: number;
  pathMatch: number;
  fileTotal: number;
  definition: number;
  penalty: number;
}

/** A candidate with the counts of the scoring terms. */
export interface Counted<C extends RankCandidate> {
  readonly candidate: C;
  /** In its text alone. */
  readonly frequencies: Float64Array;
  /** Tokens of its text. */
  readonly tokens: number;
}

export class Scorer {
  readonly #terms: readonly ScoringTerm[];
  readonly #rankWeights: RankWeights;
  readonly #counter: TermCounter;
  #averageLength = 1;
  #weights: readonly number[] = [];
  readonly #paths = new Map<
    string,
    { readonly words: PathWords; readonly counts: Float64Array; readonly length: number }
  >();

  constructor(terms: readonly ScoringTerm[], rankWeights: RankWeights) {
    this.#terms = terms;
    this.#rankWeights = rankWeights;
    this.#counter = createTermCounter(terms);
  }

  count<C extends RankCandidate>(candidate: C): Counted<C> {
    const frequencies = new Float64Array(this.#terms.length);
    return { candidate, frequencies, tokens: this.#counter.count(candidate.text, frequencies) };
  }

  /** What later scores go by. */
  setContext({ size, averageLength, documentFrequency }: RankContext): void {
    this.#averageLength = averageLength;
    this.#weights = this.#terms.map(
      (term) => term.weight * inverseDocumentFrequency(size, documentFrequency.get(termKey(term)) ?? 1),
    );
  }

  score<C extends RankCandidate>(
    { candidate, frequencies, tokens }: Counted<C>,
    symbols: readonly WantedSymbol[],
  ): Scored<C> {
    const path = this.#path(candidate.rel);
    const counts = frequencies.map((frequency, index) => frequency + (path.counts[index] ?? 0));
    const defined = candidate.defined ?? [];
    return {
      candidate,
      frequencies,
      path: path.words,
      bm25: this.#sum(counts, tokens + path.length, this.#averageLength),
      names: defined.length === 0 ? 0 : this.#nameScore(defined),
      defines: definitionIn(candidate, symbols),
      pathMatch: 0,
      fileTotal: 0,
      definition: 0,
      penalty: 1,
    };
  }

  /** The path's words as if they stood in the text. */
  #path(rel: string) {
    const known = this.#paths.get(rel);
    if (known) return known;
    const words = pathWords(rel);
    const counts = new Float64Array(this.#terms.length);
    for (const name of words.stem) this.#counter.countToken(name, counts, this.#rankWeights.fileName);
    for (const name of words.folders) this.#counter.countToken(name, counts, this.#rankWeights.folder);
    const path = { words, counts, length: words.stem.length + words.folders.length };
    this.#paths.set(rel, path);
    return path;
  }

  #nameScore(names: readonly string[]): number {
    const counts = new Float64Array(this.#terms.length);
    const length = this.#counter.count(names.join("\n"), counts);
    return this.#sum(counts, length, NAMES_LENGTH);
  }

  #sum(counts: Float64Array, length: number, averageLength: number): number {
    let total = 0;
    for (const [index, weight] of this.#weights.entries()) {
      total += weight * saturation(counts[index] ?? 0, length, averageLength);
    }
    return total;
  }
}

/** Tokens of the names that a chunk of code defines, on average; a constant, so that the lane needs no statistics of its own. */
const NAMES_LENGTH = 6;

/** The symbol that the candidate most surely defines, the first such. */
function definitionIn(
  { text, defined = [] }: RankCandidate,
  symbols: readonly WantedSymbol[],
): Scored<RankCandidate>["defines"] {
  let best: Scored<RankCandidate>["defines"] = null;
  for (const symbol of symbols) {
    const strength = definitionStrength(text, defined, symbol);
    if (strength > (best?.strength ?? 0)) best = { symbol, strength };
  }
  return best;
}
