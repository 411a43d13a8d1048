/** BM25 of candidates: of their text with their path, and of the names they define. */
import { inverseDocumentFrequency, lengthNorm, saturationAt } from "./bm25.ts";
import type { RankCandidate, RankContext, RankWeights } from "./candidate.ts";
import { definitionStrength, type WantedSymbol } from "./definitions.ts";
import { type ScoringTerm, termKey } from "./scoring-terms.ts";
import { type PathWords, pathWords, wordsOf } from "./signals.ts";
import { createTermCounter, type TermCounter } from "./term-counter.ts";

/** The symbol asked for that a candidate defines, and how surely. */
interface Definition {
  readonly symbol: WantedSymbol;
  readonly strength: number;
}

export class Scored<C extends RankCandidate> {
  pathMatch = 0;
  fileTotal = 0;
  definition = 0;
  penalty = 1;

  constructor(
    readonly candidate: C,
    readonly frequencies: Float64Array,
    readonly path: PathWords,
    readonly bm25: number,
    readonly defines: Definition | null,
    public names: number,
  ) {}
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
  readonly #paths = new Map<string, Path>();
  /** Words of names: a folder's are asked for with each of its files. */
  readonly #words = new Map<string, readonly string[]>();

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
    const { words, counts, length } = this.#path(candidate.rel);
    const bm25 = this.#sum(frequencies, counts, tokens + length, this.#averageLength);
    const { defined } = candidate;
    const names = defined === undefined || defined.length === 0 ? 0 : this.#nameScore(defined);
    return new Scored(candidate, frequencies, words, bm25, definitionIn(candidate, symbols), names);
  }

  /** The path's words as if they stood in the text. */
  #path(rel: string): Path {
    const known = this.#paths.get(rel);
    if (known !== undefined) return known;
    const words = pathWords(rel, (name) => this.#wordsOf(name));
    const counts = new Float64Array(this.#terms.length);
    for (const name of words.stem) this.#counter.countToken(name, counts, this.#rankWeights.fileName);
    for (const name of words.folders) this.#counter.countToken(name, counts, this.#rankWeights.folder);
    const path = { words, counts, length: words.stem.length + words.folders.length };
    this.#paths.set(rel, path);
    return path;
  }

  #wordsOf(name: string): readonly string[] {
    const known = this.#words.get(name);
    if (known !== undefined) return known;
    const words = wordsOf(name);
    this.#words.set(name, words);
    return words;
  }

  #nameScore(names: readonly string[]): number {
    const counts = new Float64Array(this.#terms.length);
    const length = this.#counter.count(names.join("\n"), counts);
    return this.#sum(counts, null, length, NAMES_LENGTH);
  }

  #sum(counts: Float64Array, more: Float64Array | null, length: number, averageLength: number): number {
    const weights = this.#weights;
    const norm = lengthNorm(length, averageLength);
    let total = 0;
    for (let index = 0; index < weights.length; index++) {
      const frequency = (counts[index] ?? 0) + (more?.[index] ?? 0);
      if (frequency > 0) total += (weights[index] ?? 0) * saturationAt(frequency, norm);
    }
    return total;
  }
}

interface Path {
  readonly words: PathWords;
  readonly counts: Float64Array;
  readonly length: number;
}

/** Tokens of the names that a chunk of code defines, on average; a constant, so that the lane needs no statistics of its own. */
const NAMES_LENGTH = 6;

/** The symbol that the candidate most surely defines, the first such. */
function definitionIn({ text, defined = [] }: RankCandidate, symbols: readonly WantedSymbol[]): Definition | null {
  let best: Definition | null = null;
  for (const symbol of symbols) {
    const strength = definitionStrength(text, defined, symbol);
    if (strength > (best?.strength ?? 0)) best = { symbol, strength };
  }
  return best;
}
