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
import { CHARACTER_UNIT, type Units, WORD_UNIT } from "../text/units.ts";
import { type Collection, inverseDocumentFrequency, saturation } from "./bm25.ts";
import { definedNames } from "./definitions.ts";
import { type ScoringTerm, scoringTerms, termKey } from "./scoring-terms.ts";
import { PATH_MATCH, pathMatch, pathPenalty, pathWords } from "./signals.ts";

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
  /** Headings or definitions that start in it, from the syntax tree or the chunker; patterns find more. */
  readonly defined?: readonly string[];
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
  /** The analysed text, for verification and highlights without a second analysis. */
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
  readonly fileChunks: number;
  /** Multiples of the top score for the file that defines the symbol asked for, and the factor where it has its name. */
  readonly definition: number;
  readonly sameName: number;
  /** Share of the symbol-name lane. */
  readonly symbolNames: number;
}

export const WEIGHTS: RankWeights = {
  fileName: 4,
  folder: 1,
  pathMatch: PATH_MATCH,
  fileTotal: 0.3,
  fileChunks: 4,
  definition: 3,
  sameName: 1.5,
  symbolNames: 0.15,
};

const round = (value: number) => Math.round(value * 1e6) / 1e6;

interface Scored<C extends RankCandidate> {
  readonly candidate: C;
  readonly matchText: MatchText;
  readonly bm25: number;
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
  const terms = scoringTerms(query);
  const scorer = new Scorer(terms, context, weights);
  const symbol = symbolOf(query);
  const words = queryWords(query);
  const scored = candidates.map((candidate) => scorer.score(candidate, symbol));
  const top = Math.max(0, ...scored.map((item) => item.bm25));
  const topNames = Math.max(0, ...scored.map((item) => item.names));
  for (const item of scored) {
    const path = pathWords(item.candidate.rel);
    item.names = topNames > 0 ? (weights.symbolNames * top * item.names) / topNames : 0;
    item.pathMatch = weights.pathMatch * top * pathMatch(words, path);
    if (item.definition > 0) {
      const named = symbol !== null && path.stem.includes(symbol.whole);
      item.definition = weights.definition * top * item.definition * (named ? weights.sameName : 1);
    }
    item.penalty = pathPenalty(item.candidate.rel, item.candidate.category);
  }
  addFileTotals(scored, weights);
  return scored.map(finish).sort(compare);
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
  return { candidate: item.candidate, matchText: item.matchText, score: parts.total, parts };
}

/** The best chunk of a file gains from the file's next best ones. */
function addFileTotals(scored: readonly Scored<RankCandidate>[], weights: RankWeights): void {
  const byFile = Map.groupBy(scored, (item) => item.candidate.fileId);
  for (const chunks of byFile.values()) {
    const own = (item: Scored<RankCandidate>) => item.bm25 + item.names;
    chunks.sort((a, b) => own(b) + b.definition - own(a) - a.definition || a.candidate.chunkId - b.candidate.chunkId);
    const [best, ...rest] = chunks;
    if (!best) continue;
    if (process.env.NOFT && best.candidate.category!=="source" && best.candidate.category!=="test") continue;
    const next = rest.slice(0, weights.fileChunks).reduce((sum, item) => sum + own(item), 0);
    best.fileTotal = weights.fileTotal * next;
  }
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

/** The symbol a query asks for: one word and nothing else. */
function symbolOf(query: ParsedQuery): { whole: string } | null {
  const [only, ...others] = query.required.filter((alternative) => !alternative.optional);
  const term = only?.terms[0];
  if (!term || others.length > 0 || only.terms.length > 1 || term.words.length !== 1) return null;
  const whole = term.words[0]?.whole ?? null;
  return whole === null ? null : { whole };
}

/** Words for the path match: each part of each word, folded. */
function queryWords(query: ParsedQuery): string[] {
  const words = new Set<string>();
  for (const { terms, optional } of query.required) {
    if (optional) continue;
    for (const word of terms.flatMap((term) => term.words)) {
      for (const unit of word.units) if (unit.kind === WORD_UNIT) words.add(unit.exact);
    }
  }
  return [...words];
}

/** Counts the scoring terms of one query in texts. */
class Scorer {
  private readonly exact = new Map<string, number>();
  private readonly prefixes: { readonly token: string; readonly index: number }[] = [];
  private readonly weights: number[];

  constructor(
    private readonly terms: readonly ScoringTerm[],
    private readonly context: RankContext,
    private readonly rankWeights: RankWeights,
  ) {
    this.weights = terms.map(
      (term) => term.weight * inverseDocumentFrequency(context.size, context.documentFrequency.get(termKey(term)) ?? 1),
    );
    for (const [index, { token, prefix }] of terms.entries()) {
      if (prefix) this.prefixes.push({ token, index });
      else this.exact.set(token, index);
    }
  }

  score<C extends RankCandidate>(candidate: C, symbol: { whole: string } | null): Scored<C> {
    const matchText = new MatchText(candidate.text);
    const counts = new Float64Array(this.terms.length);
    let length = this.countUnits(matchText.units, counts, 1);
    const { stem, folders } = pathWords(candidate.rel);
    for (const name of stem) this.count(wordToken(name), counts, this.rankWeights.fileName);
    for (const name of folders) this.count(wordToken(name), counts, this.rankWeights.folder);
    length += stem.length + folders.length;
    const names = [...new Set([...(candidate.defined ?? []), ...(process.env.NOMINE?[]:definedNames(candidate.text, candidate.language))])];
    return {
      candidate,
      matchText,
      bm25: this.sum(counts, length, this.context.averageLength),
      names: this.nameScore(names),
      pathMatch: 0,
      fileTotal: 0,
      definition: symbol !== null && names.some((name) => isNamed(name, symbol.whole)) ? 1 : 0,
      penalty: 1,
    };
  }

  private nameScore(names: readonly string[]): number {
    if (names.length === 0) return 0;
    const counts = new Float64Array(this.terms.length);
    const matched = new MatchText(names.join("\n"));
    const length = this.countUnits(matched.units, counts, 1);
    return this.sum(counts, length, 6);
  }

  private sum(counts: Float64Array, length: number, averageLength: number): number {
    let total = 0;
    for (const [index, weight] of this.weights.entries()) {
      total += weight * saturation(counts[index] ?? 0, length, averageLength);
    }
    return total;
  }

  /** Adds the units' tokens to the counts and returns how many tokens there are. */
  private countUnits(units: Units, counts: Float64Array, by: number): number {
    for (let at = 0; at < units.count; at++) {
      const exact = units.exact[at] ?? "";
      const kind = units.kinds[at];
      if (kind === WORD_UNIT) this.count(wordToken(exact), counts, by);
      else if (kind === CHARACTER_UNIT && units.glued[at + 1])
        this.count(exact + (units.exact[at + 1] ?? ""), counts, by);
      else this.count(exact, counts, by);
    }
    for (const { whole } of units.identifiers) this.count(wordToken(whole), counts, by);
    return units.count + units.identifiers.length;
  }

  private count(token: string, counts: Float64Array, by: number): void {
    const index = this.exact.get(token);
    if (index !== undefined) counts[index] = (counts[index] ?? 0) + by;
    for (const prefix of this.prefixes) {
      if (token.startsWith(prefix.token)) counts[prefix.index] = (counts[prefix.index] ?? 0) + by;
    }
  }
}

function isNamed(name: string, whole: string): boolean {
  const folded = name.toLowerCase();
  return folded === whole || folded.replace(/[_$-]/g, "") === whole;
}
