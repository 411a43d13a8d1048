/**
 * Scores candidates: BM25 over their own text and path with the collection's frequencies, then the signals of
 * recipes/ranking.md. A function of data: indexed and live search give the frequencies, the result is the same for the
 * same input, whatever the order of the candidates.
 */
import type { FileType } from "../request/places.ts";
import type { ScoreParts } from "../request/search.ts";
import { MatchText } from "../text/matcher.ts";
import type { ParsedQuery } from "../text/query.ts";
import { wordToken } from "../text/tokens.ts";
import { CHARACTER_UNIT } from "../text/units.ts";
import { type Collection, inverseDocumentFrequency, saturation } from "./bm25.ts";
import { definesName } from "./definitions.ts";
import { type ScoringTerm, scoringTerms, termKey } from "./scoring-terms.ts";
import { PATH_MATCH, type PathWords, pathMatch, pathPenalty, pathWords } from "./signals.ts";
import { createTermCounter, type TermCounter } from "./term-counter.ts";

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

export interface RankedCandidate<C extends RankCandidate = RankCandidate> {
  readonly candidate: C;
  /** Rounded to 1e-6. */
  readonly score: number;
  readonly parts: ScoreParts;
  /** How often each scoring term (scoringTerms(query), same order) is a token of the text, the path not counted. */
  readonly frequencies: Float64Array;
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
}

export const WEIGHTS: RankWeights = {
  fileName: 4,
  folder: 1,
  pathMatch: PATH_MATCH,
  fileTotal: 0.3,
  proseTotal: 0.03,
  fileChunks: 4,
  definition: 3,
  sameName: 1.5,
  namedSymbol: 0.6,
  symbolNames: 0.15,
};

const round = (value: number) => Math.round(value * 1e6) / 1e6;

interface Scored<C extends RankCandidate> {
  readonly candidate: C;
  readonly frequencies: Float64Array;
  readonly path: PathWords;
  readonly bm25: number;
  /** The symbol asked for that it defines. */
  readonly defines: string | null;
  names: number;
  pathMatch: number;
  fileTotal: number;
  definition: number;
  penalty: number;
}

/** Candidates in rank order, best first; ties by path (bytes), then line, then chunk. */
export function rankCandidates<C extends RankCandidate>(
  query: ParsedQuery,
  candidates: readonly C[],
  context: RankContext,
  weights: RankWeights = WEIGHTS,
): RankedCandidate<C>[] {
  const scorer = new Scorer(scoringTerms(query), context, weights);
  const { symbols, alone } = symbolsOf(query);
  const tokens = queryTokens(query);
  const scored = candidates.map((candidate) => scorer.score(candidate, symbols));
  const top = scored.reduce((most, item) => Math.max(most, item.bm25), 0);
  const topNames = scored.reduce((most, item) => Math.max(most, item.names), 0);
  const definition = top * (alone ? weights.definition : weights.namedSymbol);
  for (const item of scored) {
    item.names = topNames > 0 ? (weights.symbolNames * top * item.names) / topNames : 0;
    item.pathMatch = weights.pathMatch * top * pathMatch(tokens, item.path);
    if (item.defines !== null) {
      item.definition = definition * (item.path.stem.includes(wordToken(item.defines)) ? weights.sameName : 1);
    }
    item.penalty = pathPenalty(item.candidate.rel, item.candidate.category);
  }
  addFileTotals(scored, weights);
  return scored.map((item) => finish(item)).sort(compare);
}

function finish<C extends RankCandidate>(item: Scored<C>): RankedCandidate<C> {
  const sum = item.bm25 + item.names + item.pathMatch + item.fileTotal + item.definition;
  const parts: ScoreParts = {
    bm25: round(item.bm25 + item.names),
    path_match: round(item.pathMatch),
    file_total: round(item.fileTotal),
    definition: round(item.definition),
    path_penalty: round(item.penalty),
    total: round(sum * item.penalty),
  };
  const { candidate, frequencies } = item;
  let analysed = candidate.matchText;
  return {
    candidate,
    score: parts.total,
    parts,
    frequencies,
    get matchText() {
      analysed ??= new MatchText(candidate.text);
      return analysed;
    },
  };
}

/** The best chunk of a file gains from the file's next best ones. */
function addFileTotals(scored: readonly Scored<RankCandidate>[], weights: RankWeights): void {
  const byFile = Map.groupBy(scored, (item) => item.candidate.fileId);
  for (const chunks of byFile.values()) {
    const own = (item: Scored<RankCandidate>) => item.bm25 + item.names;
    chunks.sort((a, b) => own(b) + b.definition - own(a) - a.definition || a.candidate.chunkId - b.candidate.chunkId);
    const [best, ...rest] = chunks;
    if (!best) continue;
    // With the weight of code: cranfield 0.356 instead of 0.367, and documentation crowds out source, code 0.829 for 0.838.
    const share = isCode(best.candidate.category) ? weights.fileTotal : weights.proseTotal;
    const next = rest.slice(0, weights.fileChunks).reduce((sum, item) => sum + own(item), 0);
    best.fileTotal = share * next;
  }
}

function isCode(category: FileType): boolean {
  return category === "source" || category === "test";
}

function compare(a: RankedCandidate, b: RankedCandidate): number {
  return (
    b.score - a.score ||
    compareBytes(a.candidate.rel, b.candidate.rel) ||
    a.candidate.line - b.candidate.line ||
    a.candidate.chunkId - b.candidate.chunkId
  );
}

/** Order of the UTF-8 bytes, which for strings without surrogates is the order of the code units. */
function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * Symbols a query asks for, folded: the one word of a query of one word (`alone`), or the identifiers of several parts in a
 * longer one, which are hardly written by chance.
 */
function symbolsOf(query: ParsedQuery): { symbols: string[]; alone: boolean } {
  const needed = query.required.filter((alternative) => !alternative.optional);
  const words = needed.flatMap(({ terms }) => terms).flatMap((term) => term.words);
  const alone = words.length === 1;
  const names = words.flatMap(({ whole, units }) => (whole !== null && (alone || units.length > 1) ? [whole] : []));
  return { symbols: names.filter((name) => !/^\d/.test(name)), alone };
}

/** Tokens for the path match: of each part of each word, bigrams of scripts without spaces. */
function queryTokens(query: ParsedQuery): string[] {
  const tokens = new Set<string>();
  for (const { terms, optional } of query.required) {
    if (optional) continue;
    for (const { units } of terms.flatMap((term) => term.words)) {
      for (const [at, { kind, token, exact }] of units.entries()) {
        const next = units[at + 1];
        if (kind !== CHARACTER_UNIT) tokens.add(token);
        else if (next?.glued) tokens.add(exact + next.exact);
        else if (units.length === 1) tokens.add(exact);
      }
    }
  }
  return [...tokens];
}

/** BM25 of a candidate's text, and of the names it defines. */
class Scorer {
  readonly #terms: readonly ScoringTerm[];
  readonly #context: RankContext;
  readonly #rankWeights: RankWeights;
  readonly #counter: TermCounter;
  readonly #weights: readonly number[];
  readonly #paths = new Map<
    string,
    { readonly words: PathWords; readonly counts: Float64Array; readonly length: number }
  >();

  constructor(terms: readonly ScoringTerm[], context: RankContext, rankWeights: RankWeights) {
    this.#terms = terms;
    this.#context = context;
    this.#rankWeights = rankWeights;
    this.#counter = createTermCounter(terms);
    this.#weights = terms.map(
      (term) => term.weight * inverseDocumentFrequency(context.size, context.documentFrequency.get(termKey(term)) ?? 1),
    );
  }

  score<C extends RankCandidate>(candidate: C, symbols: readonly string[]): Scored<C> {
    const path = this.#path(candidate.rel);
    const frequencies = new Float64Array(this.#terms.length);
    const length = this.#counter.count(candidate.text, frequencies) + path.length;
    const counts = frequencies.map((frequency, index) => frequency + (path.counts[index] ?? 0));
    const defined = candidate.defined ?? [];
    return {
      candidate,
      frequencies,
      path: path.words,
      bm25: this.#sum(counts, length, this.#context.averageLength),
      names: defined.length === 0 ? 0 : this.#nameScore(defined),
      defines: symbols.find((symbol) => defines(candidate, symbol)) ?? null,
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

function defines({ text, defined = [] }: RankCandidate, symbol: string): boolean {
  return defined.some((name) => isNamed(name, symbol)) || definesName(text, symbol);
}

function isNamed(name: string, whole: string): boolean {
  return name.toLowerCase().replace(/[_$-]/g, "") === whole;
}
