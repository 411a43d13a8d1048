/**
 * Scores candidates: BM25 over their own text and path with the collection's frequencies, then the signals of signals.ts. A
 * function of data: indexed and live search supply the frequencies; the same input gives the same result for any order of the
 * candidates.
 * Columns and loops, no calls for each candidate: a one-shot search ranks once, in the interpreter, and a function that is
 * called a hundred times is compiled first, which costs more than its work (200 candidates: 25 ms of CPU, 10 with loops).
 */
import type { FileType } from "../request/places.ts";
import { foldAll } from "../text/fold.ts";
import type { ParsedQuery } from "../text/query.ts";
import { CHARACTER_UNIT } from "../text/units.ts";
import { inverseDocumentFrequency, scoreRows } from "./bm25.ts";
import {
  type RankCandidate,
  type RankContext,
  type RankedCandidate,
  type RankWeights,
  type SignalColumns,
  WEIGHTS,
} from "./candidate.ts";
import { definitionStrength, type WantedSymbol } from "./definitions.ts";
import { NameMatcher } from "./name-match.ts";
import { type PathColumns, pathColumns } from "./path-columns.ts";
import { Ranked } from "./ranked.ts";
import { type ScoringTerm, scoringTerms, termKey } from "./scoring-terms.ts";
import { pathPenalty, unusualPaths } from "./signals.ts";
import { createTermCounter, type TermCounter, type TermCounts } from "./term-counter.ts";

export type { RankCandidate, RankContext, RankedCandidate, RankWeights, TermCounts };

/** Share of the best file's text score (best chunk and file total) that a file needs for the bonus of its name. */
const WHOLE_NAME_GATE = 0.5;

/** Factor of a whole-name match for prose, data and configuration. */
const PROSE_NAME = 0.75;

/** Factor of a C header beside the source file of its name: the header only declares the source's content. */
const HEADER_TWIN = 0.9;

/** Average tokens in the names that a chunk of code defines; a constant, so the lane needs no statistics. */
const NAMES_LENGTH = 6;

/**
 * Candidates in rank order, best first; ties by path (bytes), then line, then chunk. `context` may come from the candidates'
 * counts of the scoring terms: live search has no index to ask. `known` holds these counts: texts are then read only for
 * definitions of `wantedSymbols(query)`.
 */
export function rankCandidates<C extends RankCandidate>(
  query: ParsedQuery,
  candidates: readonly C[],
  context: RankContext | ((counts: TermCounts) => RankContext),
  weights: RankWeights = WEIGHTS,
  known: TermCounts | null = null,
): RankedCandidate<C>[] {
  const terms = scoringTerms(query);
  const width = terms.length;
  const counter = createTermCounter(terms);
  const rels: string[] = [];
  for (const { rel } of candidates) rels.push(rel);
  const own = known ?? counter.texts(textsOf(candidates));
  const facts = typeof context === "function" ? context(own) : context;
  const termWeights = weightsOf(terms, facts);
  const paths = pathColumns(rels, counter, nameMatcherOf(query), { width, ...weights });
  const counts = sums(own.counts, paths.counts);
  const lengths = sums(own.lengths, paths.lengths);
  const columns: SignalColumns = {
    width,
    frequencies: own.counts,
    bm25: scoreRows({ width, counts, lengths }, termWeights, facts.averageLength),
    names: nameScores(candidates, counter, termWeights),
    pathMatch: paths.matches,
    definition: new Float64Array(candidates.length),
    fileTotal: new Float64Array(candidates.length),
    penalty: new Float64Array(candidates.length),
  };
  weigh(query, candidates, columns, paths, unusualPaths(rels), weights);
  return inOrder(candidates, columns, !UNORDERED.test(rels.join("\n")));
}

/** The matcher of a query's words with names of files. */
export function nameMatcherOf(query: ParsedQuery): NameMatcher {
  const { symbols, alone } = symbolsOf(query);
  return new NameMatcher(queryTokens(query), alone && symbols.length > 0);
}

function textsOf(candidates: readonly RankCandidate[]): string[] {
  const texts: string[] = [];
  for (const { text } of candidates) texts.push(text);
  return texts;
}

/** Symbols that a query asks for, folded and without separators: texts that define one rank higher. */
export function wantedSymbols(query: ParsedQuery): readonly string[] {
  return symbolsOf(query).symbols.map(({ whole }) => whole);
}

function weightsOf(terms: readonly ScoringTerm[], { size, documentFrequency }: RankContext): Float64Array {
  const weights = new Float64Array(terms.length);
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at];
    if (term === undefined) break;
    weights[at] = term.weight * inverseDocumentFrequency(size, documentFrequency.get(termKey(term)) ?? 1);
  }
  return weights;
}

function sums(a: Float64Array, b: Float64Array): Float64Array {
  const sum = new Float64Array(a.length);
  for (let at = 0; at < sum.length; at++) sum[at] = (a[at] ?? 0) + (b[at] ?? 0);
  return sum;
}

/** BM25 of the names that each candidate defines. */
function nameScores(candidates: readonly RankCandidate[], counter: TermCounter, weights: Float64Array): Float64Array {
  const scores = new Float64Array(candidates.length);
  const texts: string[] = [];
  const rows: number[] = [];
  for (let at = 0; at < candidates.length; at++) {
    const defined = candidates[at]?.defined;
    if (defined === undefined || defined.length === 0) continue;
    texts.push(defined.length === 1 ? (defined[0] ?? "") : defined.join("\n"));
    rows.push(at);
  }
  const found = scoreRows(counter.texts(texts), weights, NAMES_LENGTH);
  for (let at = 0; at < rows.length; at++) scores[rows[at] ?? 0] = found[at] ?? 0;
  return scores;
}

/** Turns the columns into shares of a score, relative to the best. */
function weigh(
  query: ParsedQuery,
  candidates: readonly RankCandidate[],
  { bm25, names, pathMatch, definition, fileTotal, penalty }: SignalColumns,
  { subjects, wholes }: PathColumns,
  unusual: ReadonlySet<string>,
  weights: RankWeights,
): void {
  let top = 0;
  let topNames = 0;
  for (let at = 0; at < candidates.length; at++) {
    top = Math.max(top, bm25[at] ?? 0);
    topNames = Math.max(topNames, names[at] ?? 0);
  }
  const sources = new Set(
    candidates.flatMap(({ rel }) => (rel.endsWith(".c") ? [rel.slice(rel.lastIndexOf("/") + 1, -2)] : [])),
  );
  const { symbols, alone } = symbolsOf(query);
  const defining = top * (alone ? weights.definition : weights.namedSymbol);
  const definitions = new Map<number, number>();
  for (const { fileId, defined } of candidates) {
    definitions.set(fileId, (definitions.get(fileId) ?? 0) + (defined?.length ?? 0));
  }
  for (let at = 0; at < candidates.length; at++) {
    const candidate = candidates[at];
    if (candidate === undefined) break;
    const { rel, category, fileId } = candidate;
    names[at] = topNames > 0 ? (weights.symbolNames * top * (names[at] ?? 0)) / topNames : 0;
    // In prose the position of a word in the question tells nothing.
    const share = (isCode(category) ? subjects[at] : pathMatch[at]) ?? 0;
    pathMatch[at] = weights.pathMatch * top * share;
    if (symbols.length > 0) definition[at] = definitionShare(candidate, symbols, defining, weights.sameName);
    const isUsual = category !== "test" && !unusual.has(rel);
    const factor = isUsual ? 1 : pathPenalty(rel, category, definitions.get(fileId));
    const twin = rel.endsWith(".h") && sources.has(rel.slice(rel.lastIndexOf("/") + 1, -2)) ? HEADER_TWIN : 1;
    penalty[at] = twin * (weights.notCode === 1 || isCode(category) ? factor : factor * weights.notCode);
  }
  const own = (at: number) => (bm25[at] ?? 0) + (names[at] ?? 0);
  for (const rows of definitions.size === candidates.length ? [] : rowsByFile(candidates)) {
    const chunk = (at: number) => candidates[at]?.chunkId ?? 0;
    rows.sort((a, b) => own(b) + (definition[b] ?? 0) - own(a) - (definition[a] ?? 0) || chunk(a) - chunk(b));
    const [best = 0, ...rest] = rows;
    // With the weight of code: cranfield 0.356 instead of 0.367, and docs crowd out source, code 0.829 for 0.838.
    const share = isCode(candidates[best]?.category) ? weights.fileTotal : weights.proseTotal;
    // The best chunk of a file gains from the file's next best ones.
    fileTotal[best] = share * rest.slice(0, weights.fileChunks).reduce((sum, at) => sum + own(at), 0);
  }
  addWholeNames(candidates, (at) => own(at) + (fileTotal[at] ?? 0), pathMatch, wholes, weights.wholeName * top);
}

/**
 * A file whose whole name matches the query gains a share of the best score, if its text is not much worse than the best
 * file's: in a large tree many names match by chance.
 */
function addWholeNames(
  candidates: readonly RankCandidate[],
  textOf: (at: number) => number,
  pathMatch: Float64Array,
  wholes: Float64Array,
  bonus: number,
): void {
  if (bonus === 0) return;
  const texts = new Map<number, number>();
  let best = 0;
  for (let at = 0; at < candidates.length; at++) {
    const file = candidates[at]?.fileId ?? 0;
    const text = textOf(at);
    best = Math.max(best, text);
    if (text > (texts.get(file) ?? 0)) texts.set(file, text);
  }
  for (let at = 0; at < candidates.length; at++) {
    const whole = wholes[at] ?? 0;
    if (whole === 0 || (texts.get(candidates[at]?.fileId ?? 0) ?? 0) < WHOLE_NAME_GATE * best) continue;
    // In prose the position of a word in the question tells nothing.
    pathMatch[at] = (pathMatch[at] ?? 0) + bonus * (isCode(candidates[at]?.category) ? whole : PROSE_NAME);
  }
}

/** Rows of the candidates of each file with several candidates. */
function rowsByFile(candidates: readonly RankCandidate[]): Iterable<number[]> {
  const first = new Map<number, number>();
  const several = new Map<number, number[]>();
  for (let at = 0; at < candidates.length; at++) {
    const file = candidates[at]?.fileId ?? 0;
    const before = first.get(file);
    if (before === undefined) {
      first.set(file, at);
      continue;
    }
    const rows = several.get(file);
    if (rows === undefined) several.set(file, [before, at]);
    else rows.push(at);
  }
  return several.values();
}

function isCode(category: FileType | undefined): boolean {
  return category === "source" || category === "test";
}

/** Bonus for the symbol that the candidate defines most strongly; on a tie the first. */
function definitionShare(
  { text, rel, defined = [] }: RankCandidate,
  symbols: readonly WantedSymbol[],
  most: number,
  sameName: number,
): number {
  let best = 0;
  let share = 0;
  for (const symbol of symbols) {
    const strength = definitionStrength(text, defined, symbol);
    if (strength <= best) continue;
    best = strength;
    share = most * strength * (isNamed(rel, symbol) ? sameName : 1);
  }
  return share;
}

/** Code units from 0xD800 on sort differently from UTF-8 bytes. */
const UNORDERED = /[\ud800-\uffff]/;

/** `isPlain`: code-unit order equals byte order for all paths. */
function inOrder<C extends RankCandidate>(
  candidates: readonly C[],
  columns: SignalColumns,
  isPlain: boolean,
): Ranked<C>[] {
  const { bm25, names, pathMatch, definition, fileTotal, penalty } = columns;
  const ranked: Ranked<C>[] = [];
  for (let at = 0; at < candidates.length; at++) {
    const candidate = candidates[at];
    if (candidate === undefined) break;
    const sum =
      (bm25[at] ?? 0) + (names[at] ?? 0) + (pathMatch[at] ?? 0) + (fileTotal[at] ?? 0) + (definition[at] ?? 0);
    const score = Math.round(sum * (penalty[at] ?? 1) * 1e6) / 1e6;
    ranked.push(new Ranked(candidate, columns, at, score));
  }
  return ranked.sort((a, b) => {
    if (a.score !== b.score) return b.score - a.score;
    const [left, right] = [a.candidate, b.candidate];
    if (left.rel !== right.rel) {
      if (!isPlain) return compareBytes(left.rel, right.rel);
      return left.rel < right.rel ? -1 : 1;
    }
    return left.line - right.line || left.chunkId - right.chunkId;
  });
}

/** Order of the UTF-8 bytes: surrogates come after all other code units. */
function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * Symbols that a query asks for: the word of a one-word query (`alone`), or the identifiers of several parts in a longer query,
 * which rarely occur by chance.
 */
function symbolsOf(query: ParsedQuery): { symbols: WantedSymbol[]; alone: boolean } {
  const needed = query.required.filter((alternative) => !alternative.optional);
  const words = needed.flatMap(({ terms }) => terms).flatMap((term) => term.words);
  const alone = words.length === 1;
  const symbols = words.flatMap(({ written, whole, units }) =>
    whole !== null && (alone || units.length > 1) && !/^\d/.test(whole) ? [{ written, whole }] : [],
  );
  return { symbols, alone };
}

/** True where the file's name up to its first dot is exactly the symbol: Flow.kt for Flow, not ChannelFlow.kt. */
function isNamed(rel: string, { whole }: WantedSymbol): boolean {
  const [name = ""] = rel.slice(rel.lastIndexOf("/") + 1).split(".");
  return foldAll(name).replace(/[^\p{L}\p{N}]/gu, "") === whole;
}

/** Tokens for the path match: of each part of each word; bigrams for scripts without spaces. */
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
