/** Blocks of candidates: filtered, verified where they must be, and ranked together. What all stages of a search share. */
import { namingPath } from "../corpus/roots.ts";
import { type RankCandidate, WEIGHTS } from "../rank/candidate.ts";
import { looksAtTexts, type RankContext, type RankedCandidate, rankCandidates, type TermCounts } from "../rank/rank.ts";
import { type ScoringTerm, scoringTerms, termKey } from "../rank/scoring-terms.ts";
import { countersOf } from "../store/counters.ts";
import { tokensExpression } from "../text/fts.ts";
import { MatchText } from "../text/matcher.ts";
import type { Candidate, Candidates, KnownIds } from "./candidates.ts";
import type { SearchPlan, Wanted } from "./plan.ts";
import { passesSymbols } from "./symbols.ts";
import type { Verifier } from "./verify.ts";

/**
 * Chunks that are ranked together: the best by the index so far. A question needs many, as the index knows nothing of the
 * signals (code: 100 0.834, 200 0.840); of one or two words it sees nearly the same as rank/, and each chunk costs 0.02 ms.
 */
const BLOCK = { word: 70, twoWords: 25, more: 250 } as const;

/** A candidate with its analysed text, where it had to be read to decide. */
export interface Read extends Candidate {
  readonly matchText?: MatchText;
}

export type Ranked = RankedCandidate<Item>;
type Item = RankCandidate & { readonly source: Read };

/** An item whose text is read when it is asked for. */
class UnreadItem implements Item {
  constructor(
    private readonly candidates: Candidates,
    readonly source: Read,
    readonly defined: readonly string[],
  ) {}

  get chunkId(): number {
    return this.source.chunk.id;
  }
  get fileId(): number {
    return this.source.file.id;
  }
  get rel(): string {
    return namingPath(this.source.file.path, this.source.file.rel);
  }
  get category(): Item["category"] {
    return this.source.file.category;
  }
  get language(): string | null {
    return this.source.file.language;
  }
  get line(): number {
    return this.source.chunk.lineStart;
  }
  get text(): string {
    return this.candidates.chunkText(this.source);
  }
}

export class RankedBlocks {
  readonly terms: readonly ScoringTerm[];
  /** Chunks that are ranked together. */
  readonly size: number;
  #rankContext: RankContext | undefined;

  constructor(
    private readonly plan: SearchPlan,
    private readonly candidates: Candidates,
    private readonly verifier: Verifier,
    size?: number,
  ) {
    this.terms = scoringTerms(plan.query);
    this.size = size ?? blockSize(plan, this.terms);
  }

  /** Candidates that pass the symbol filters and the exclusions, hold `open` and are not `known`; blocks filled up again. */
  *holding(blocks: Iterable<Candidate[]>, open: readonly Wanted[], known: KnownIds = {}): Generator<Read[]> {
    const { unwanted, query } = this.plan;
    const { symbol, not } = query.filters;
    const hasSymbols = symbol.length > 0 || not.symbol.length > 0;
    const { files, chunks } = known;
    let full: Read[] = [];
    for (const block of blocks) {
      if (open.length > 0) this.candidates.prefetch(block);
      const allowed = unwanted.length === 0 ? null : this.#allowed(block);
      for (const candidate of block) {
        if (allowed !== null && !allowed.has(candidate.file.id)) continue;
        if (hasSymbols && !passesSymbols(candidate.chunk, query.filters)) continue;
        if (files?.has(candidate.file.id) === true || chunks?.has(candidate.chunk.id) === true) continue;
        const read = open.length === 0 ? candidate : this.#reading(candidate, open);
        if (read === null) continue;
        full.push(read);
        if (full.length < this.size) continue;
        yield full;
        full = [];
      }
    }
    if (full.length > 0) yield full;
  }

  /** Ids of the candidates' files that hold nothing unwanted. */
  #allowed(block: readonly Candidate[]): ReadonlySet<number> {
    const files = new Map(block.map(({ file }) => [file.id, file]));
    return this.verifier.withoutUnwanted(files, this.plan.unwanted);
  }

  /** The candidate with its text where it holds all of `open`. */
  #reading(candidate: Candidate, open: readonly Wanted[]): Read | null {
    const matchText = new MatchText(this.candidates.chunkText(candidate));
    const holds = open.every((wanted) => this.verifier.chunkHolds(candidate, matchText, wanted) !== null);
    return holds ? { ...candidate, matchText } : null;
  }

  *ranked(blocks: Iterable<Read[]>): Generator<Ranked> {
    for (const block of this.rankedBlocks(blocks)) yield* block;
  }

  *rankedBlocks(blocks: Iterable<Read[]>): Generator<Ranked[]> {
    for (const block of blocks) {
      const known = this.#countsOf(block);
      const isUnread = known !== null && !looksAtTexts(this.plan.query);
      const items = isUnread ? this.#unreadItems(block) : this.#items(block);
      yield rankCandidates(this.plan.query, items, this.#context(), WEIGHTS, known);
    }
  }

  /** How often the texts hold the terms, where the index says so and they are not analysed already; else null. */
  #countsOf(block: readonly Read[]): TermCounts | null {
    const tokens: string[] = [];
    for (const { token, prefix } of this.terms) {
      if (prefix) return null;
      tokens.push(token);
    }
    const ids: number[] = [];
    for (const { chunk, matchText } of block) {
      if (matchText !== undefined) return null;
      ids.push(chunk.id);
    }
    return this.candidates.postings.textCounts(tokens, ids);
  }

  #unreadItems(block: readonly Read[]): Item[] {
    const items: Item[] = [];
    for (const source of block) {
      const { defined } = source.chunk;
      items.push(new UnreadItem(this.candidates, source, defined === "" ? [] : defined.split("\n")));
    }
    return items;
  }

  #items(block: readonly Read[]): Item[] {
    const unread: Read[] = [];
    for (const source of block) if (source.matchText === undefined) unread.push(source);
    const texts = this.candidates.chunkTexts(unread);
    const items: Item[] = [];
    let next = 0;
    for (const source of block) {
      const { chunk, file, matchText } = source;
      items.push({
        source,
        chunkId: chunk.id,
        fileId: file.id,
        rel: namingPath(file.path, file.rel),
        category: file.category,
        language: file.language,
        text: matchText === undefined ? (texts[next++] ?? "") : matchText.text,
        line: chunk.lineStart,
        defined: chunk.defined === "" ? [] : chunk.defined.split("\n"),
        ...(matchText === undefined ? {} : { matchText }),
      });
    }
    return items;
  }

  #context(): RankContext {
    this.#rankContext ??= this.#frequencies();
    return this.#rankContext;
  }

  #frequencies(): RankContext {
    const { store } = this.candidates;
    const { chunks, tokens } = countersOf(store);
    const documentFrequency = new Map<string, number>();
    // Of a single term the frequency changes every score alike.
    for (const term of this.terms.length > 1 ? this.terms : []) {
      const match = tokensExpression([term]);
      if (match === null) continue;
      documentFrequency.set(termKey(term), this.candidates.frequency(match));
    }
    return { size: chunks, averageLength: tokens / Math.max(chunks, 1), documentFrequency };
  }
}

function blockSize({ wanted }: SearchPlan, terms: readonly ScoringTerm[]): number {
  if (terms.length === 1) return BLOCK.word;
  if (terms.length > 2) return BLOCK.more;
  // Three characters of Chinese are one word to the index, and two pairs to rank/.
  if (wanted.length === 1 && wanted[0]?.decided === true && wanted[0].alternative.terms.length === 1) return BLOCK.word;
  return wanted.length === 2 ? BLOCK.twoWords : BLOCK.more;
}
