/**
 * Scores candidates: BM25 over their own text and path with the collection's frequencies, then the signals of
 * signals.ts. A function of data: indexed and live search give the frequencies, the result is the same for the
 * same input, whatever the order of the candidates.
 */
import type { FileType } from "../request/places.ts";
import type { ScoreParts } from "../request/search.ts";
import { foldAll } from "../text/fold.ts";
import { MatchText } from "../text/matcher.ts";
import type { ParsedQuery } from "../text/query.ts";
import { CHARACTER_UNIT } from "../text/units.ts";
import { type RankCandidate, type RankContext, type RankedCandidate, type RankWeights, WEIGHTS } from "./candidate.ts";
import type { WantedSymbol } from "./definitions.ts";
import { type Counted, type Scored, Scorer } from "./scorer.ts";
import { scoringTerms } from "./scoring-terms.ts";
import { pathMatch, pathPenalty } from "./signals.ts";

export type { Counted, RankCandidate, RankContext, RankedCandidate, RankWeights };

const round = (value: number) => Math.round(value * 1e6) / 1e6;

/**
 * Candidates in rank order, best first; ties by path (bytes), then line, then chunk. `context` may be made of their counts:
 * live search has no index to ask.
 */
export function rankCandidates<C extends RankCandidate>(
  query: ParsedQuery,
  candidates: readonly C[],
  context: RankContext | ((counted: readonly Counted<C>[]) => RankContext),
  weights: RankWeights = WEIGHTS,
): RankedCandidate<C>[] {
  const scorer = new Scorer(scoringTerms(query), weights);
  // Loops and no callbacks: most of it runs once a process, in the interpreter, where a call costs as much as its work.
  const counted: Counted<C>[] = [];
  for (const candidate of candidates) counted.push(scorer.count(candidate));
  scorer.setContext(typeof context === "function" ? context(counted) : context);
  const { symbols, alone } = symbolsOf(query);
  const tokens = queryTokens(query);
  const scored: Scored<C>[] = [];
  let top = 0;
  let topNames = 0;
  for (const each of counted) {
    const item = scorer.score(each, symbols);
    scored.push(item);
    if (item.bm25 > top) top = item.bm25;
    if (item.names > topNames) topNames = item.names;
  }
  const definition = top * (alone ? weights.definition : weights.namedSymbol);
  const definitions = new Map<number, number>();
  for (const { fileId, defined } of candidates) {
    definitions.set(fileId, (definitions.get(fileId) ?? 0) + (defined?.length ?? 0));
  }
  for (const item of scored) {
    item.names = topNames > 0 ? (weights.symbolNames * top * item.names) / topNames : 0;
    item.pathMatch = weights.pathMatch * top * pathMatch(tokens, item.path);
    if (item.defines !== null) {
      const { symbol, strength } = item.defines;
      item.definition = definition * strength * (isNamed(item.candidate.rel, symbol) ? weights.sameName : 1);
    }
    const { rel, category, fileId } = item.candidate;
    item.penalty = pathPenalty(rel, category, definitions.get(fileId)) * (isCode(category) ? 1 : weights.notCode);
  }
  if (definitions.size < scored.length) addFileTotals(scored, weights);
  const ranked: Ranked<C>[] = [];
  for (const item of scored) ranked.push(new Ranked(item));
  return ranked.sort(compare);
}

class Ranked<C extends RankCandidate> implements RankedCandidate<C> {
  readonly score: number;
  readonly #item: Scored<C>;
  #analysed: MatchText | undefined;

  constructor(item: Scored<C>) {
    this.#item = item;
    this.score = round(total(item));
  }

  get candidate(): C {
    return this.#item.candidate;
  }

  get frequencies(): Float64Array {
    return this.#item.frequencies;
  }

  get parts(): ScoreParts {
    const item = this.#item;
    return {
      bm25: round(item.bm25 + item.names),
      path_match: round(item.pathMatch),
      file_total: round(item.fileTotal),
      definition: round(item.definition),
      path_penalty: round(item.penalty),
      total: this.score,
    };
  }

  get lanes(): { words: number; symbols: number } {
    const { bm25, fileTotal, names, definition } = this.#item;
    return { words: round(bm25 + fileTotal), symbols: round(names + definition) };
  }

  get matchText(): MatchText {
    this.#analysed ??= this.candidate.matchText ?? new MatchText(this.candidate.text);
    return this.#analysed;
  }
}

function total({ bm25, names, pathMatch: path, fileTotal, definition, penalty }: Scored<RankCandidate>): number {
  return (bm25 + names + path + fileTotal + definition) * penalty;
}

/** The best chunk of a file gains from the file's next best ones. */
function addFileTotals(scored: readonly Scored<RankCandidate>[], weights: RankWeights): void {
  const byFile = Map.groupBy(scored, (item) => item.candidate.fileId);
  for (const chunks of byFile.values()) {
    if (chunks.length === 1) continue;
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

/** From here on the order of code units is not that of the UTF-8 bytes, which is that of the code points. */
const UNORDERED = /[\ud800-\uffff]/;

/** Order of the UTF-8 bytes: surrogates come after all other code units. */
function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (!UNORDERED.test(a) || !UNORDERED.test(b)) return a < b ? -1 : 1;
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
 * Symbols a query asks for: the one word of a query of one word (`alone`), or the identifiers of several parts in a longer
 * one, which are hardly written by chance.
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

/** True where the file's name up to its first dot is the symbol, not only a part of it: Flow.kt for Flow, not ChannelFlow.kt. */
function isNamed(rel: string, { whole }: WantedSymbol): boolean {
  const [name = ""] = rel.slice(rel.lastIndexOf("/") + 1).split(".");
  return foldAll(name).replace(/[^\p{L}\p{N}]/gu, "") === whole;
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
