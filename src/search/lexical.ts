/**
 * The lexical lane: results in three stages, each asked for only when the ones before gave too few.
 *
 * 1. *chunk*: chunks that hold every wanted thing. A chunk may hold a plain word by its file's path or its symbol; one
 *    that holds all of them only so stands for its file, and so only a file's first chunk is given for that.
 * 2. *document*: files without a result yet that hold every wanted thing somewhere, across chunk borders too; one result each.
 *    Stages 1 and 2 together are the **strict hits**: exactly the files that pass the filters, hold nothing unwanted
 *    in their text, and of whose text (plain words: or path) every wanted thing is true by `MatchText`.
 * 3. *partial*: files that hold at least half of the words, and everything that was marked by quotes or a star; one
 *    result each.
 *
 * Within a stage the best 100 by the index are ranked by `rank/`, then the next 100, and so on. All of it is a function of
 * the store and the query: whoever asks for more sees the same beginning.
 */
import { type RankContext, type RankedCandidate, rankCandidates } from "../rank/rank.ts";
import { scoringTerms, termKey } from "../rank/scoring-terms.ts";
import type { ScoreParts, SearchHit } from "../request/search.ts";
import { ordinalOfChunk } from "../store/chunks.ts";
import { countersOf } from "../store/counters.ts";
import type { FileRow } from "../store/files.ts";
import { tokensExpression } from "../text/fts.ts";
import { MatchText } from "../text/matcher.ts";
import type { Candidate, Candidates } from "./candidates.ts";
import { coverageByIndex, coverageOf, type Words, wordsOf } from "./coverage.ts";
import type { SearchPlan, Wanted } from "./plan.ts";
import { asksForSymbol, passesSymbols, symbolExpression } from "./symbols.ts";
import { Verifier } from "./verify.ts";

export interface LexicalResult extends Candidate {
  readonly match: SearchHit["match"];
  /** Raw total of rank/; falls within one ranked block, not between blocks. */
  readonly total: number;
  readonly parts: ScoreParts;
  /** Share of the wanted words that the file holds: 1 for strict hits. */
  readonly coverage: number;
}

const BLOCK = 100;

export class LexicalLane {
  readonly #plan: SearchPlan;
  readonly #candidates: Candidates;
  readonly #verifier: Verifier;
  readonly #strict = new Set<number>();
  #rankContext: RankContext | undefined;

  constructor(plan: SearchPlan, candidates: Candidates) {
    this.#plan = plan;
    this.#candidates = candidates;
    this.#verifier = new Verifier(candidates);
  }

  /** Best first; lazily. */
  *results(): Generator<LexicalResult> {
    if (this.#plan.wanted.length === 0) return;
    yield* this.#chunkStage();
    yield* this.#documentStage();
    yield* this.#partialStage();
  }

  *#chunkStage(): Generator<LexicalResult> {
    const { wanted, files } = this.#plan;
    const match = this.#withSymbol(wanted.map((each) => each.match).join(" AND "));
    const holding = this.#filtered(this.#candidates.blocks(match, files), (candidate) => this.#holdsAll(candidate));
    for (const ranked of this.#ranked(holding)) {
      this.#strict.add(ranked.candidate.fileId);
      yield resultOf(ranked, "chunk", 1);
    }
  }

  *#documentStage(): Generator<LexicalResult> {
    const { query, wanted } = this.#plan;
    // One word is in a file only where it is in a chunk; and what a symbol holds is in the symbol's chunks.
    if ((wanted.length === 1 && wanted[0]?.border === null) || asksForSymbol(query.filters)) return;
    let files = this.#plan.files;
    for (const each of wanted) {
      files = this.#verifier.filesThatMay(each, files);
      if (files.length === 0) return;
    }
    const open = new Set((files ?? []).filter((id) => !this.#strict.has(id)));
    const match = wanted.map((each) => `(${each.match})`).join(" OR ");
    const chunks = this.#firstOfEach(this.#ranked(this.#filtered(this.#candidates.blocks(match, [...open]))), open);
    for (const ranked of chunks) {
      if (this.#isStrict(ranked.candidate.source.file)) yield resultOf(ranked, "document", 1);
    }
    // What is left holds its words only across borders, where no chunk matches.
    for (const ranked of this.#ranked(this.#filtered(this.#across([...open])))) {
      this.#strict.add(ranked.candidate.fileId);
      yield resultOf(ranked, "document", 1);
    }
  }

  *#partialStage(): Generator<LexicalResult> {
    const { query, wanted, files } = this.#plan;
    const words = wordsOf(wanted);
    if (words.count < 2) return;
    const marked = wanted.filter((each) => each.marked).map((each) => `(${each.match})`);
    const tokens = tokensExpression(scoringTerms(query));
    const match = marked.length > 0 ? marked.join(" AND ") : tokens;
    if (match === null) return;
    const needed = wanted.filter((each) => each.marked);
    const fresh = (candidate: Candidate) =>
      !this.#strict.has(candidate.file.id) && (needed.length === 0 || this.#holdsAll(candidate, needed));
    const seen = new Set<number>();
    for (const block of this.#rankedBlocks(
      this.#filtered(this.#candidates.blocks(this.#withSymbol(match), files), fresh),
    )) {
      const coverage = this.#coverage(block, words);
      for (const ranked of block) {
        const { fileId } = ranked.candidate;
        if (seen.has(fileId)) continue;
        seen.add(fileId);
        const share = coverage(ranked);
        if (share >= words.enough) yield resultOf(ranked, "partial", share);
      }
    }
  }

  /** Candidates that pass the symbol filters, the exclusions and `holds`; in blocks, filled up to 100 again. */
  *#filtered(
    blocks: Iterable<Candidate[]>,
    holds: (candidate: Candidate) => boolean = () => true,
  ): Generator<Candidate[]> {
    const { unwanted, query } = this.#plan;
    let full: Candidate[] = [];
    for (const block of blocks) {
      const files = new Map(block.map(({ file }) => [file.id, file]));
      const allowed = unwanted.length === 0 ? files : this.#verifier.withoutUnwanted(files, unwanted);
      for (const candidate of block) {
        if (!allowed.has(candidate.file.id) || !passesSymbols(candidate.chunk, query.filters) || !holds(candidate))
          continue;
        full.push(candidate);
        if (full.length < BLOCK) continue;
        yield full;
        full = [];
      }
    }
    if (full.length > 0) yield full;
  }

  #withSymbol(match: string): string {
    const symbol = symbolExpression(this.#plan.query.filters);
    return symbol === null ? match : `(${match}) AND (${symbol})`;
  }

  #holdsAll(candidate: Candidate, wanted: readonly Wanted[] = this.#plan.wanted): boolean {
    const text = new MatchText(this.#candidates.chunkText(candidate));
    let inText = false;
    for (const each of wanted) {
      const holding = this.#verifier.chunkHolds(candidate, text, each);
      if (holding === null) return false;
      inText ||= holding === "text";
    }
    return inText || ordinalOfChunk(candidate.chunk.id) === 0;
  }

  #isStrict(file: FileRow): boolean {
    if (!this.#verifier.documentHolds(file, this.#plan.wanted)) return false;
    this.#strict.add(file.id);
    return true;
  }

  *#firstOfEach(ranked: Iterable<Ranked>, open: Set<number>): Generator<Ranked> {
    for (const each of ranked) {
      if (open.delete(each.candidate.fileId)) yield each;
      if (open.size === 0) return;
    }
  }

  /** Files by the chunk in which the first match of their first wanted thing begins, where all of them hold. */
  *#across(ids: readonly number[]): Generator<Candidate[]> {
    for (const file of [...this.#verifier.filesOf(ids).values()].sort((a, b) => a.id - b.id)) {
      if (!this.#verifier.documentHolds(file, this.#plan.wanted)) continue;
      const document = this.#verifier.document(file);
      const terms = this.#plan.wanted.flatMap(({ alternative }) => alternative.terms);
      const first = terms.flatMap((term) => document.find(term).slice(0, 1)).sort((a, b) => a.start - b.start)[0];
      const chunk = this.#candidates.chunkAt(file, first?.start ?? 0);
      if (chunk !== null) yield [{ file, chunk, bm25: 0 }];
    }
  }

  *#ranked(blocks: Iterable<Candidate[]>): Generator<Ranked> {
    for (const block of this.#rankedBlocks(blocks)) yield* block;
  }

  *#rankedBlocks(blocks: Iterable<Candidate[]>): Generator<Ranked[]> {
    for (const block of blocks) {
      const items = block.map((source) => ({
        source,
        chunkId: source.chunk.id,
        fileId: source.file.id,
        rel: source.file.rel,
        category: source.file.category,
        language: source.file.language,
        text: this.#candidates.chunkText(source),
        line: source.chunk.lineStart,
      }));
      yield rankCandidates(this.#plan.query, items, this.#context());
    }
  }

  #context(): RankContext {
    this.#rankContext ??= this.#frequencies();
    return this.#rankContext;
  }

  #frequencies(): RankContext {
    const { chunks, tokens } = countersOf(this.#candidates.store);
    const documentFrequency = new Map<string, number>();
    for (const term of scoringTerms(this.#plan.query)) {
      const match = tokensExpression([term]);
      documentFrequency.set(termKey(term), match === null ? 0 : this.#candidates.postings.count(match));
    }
    return { size: chunks, averageLength: tokens / Math.max(chunks, 1), documentFrequency };
  }

  /** Share of the words that a ranked chunk's file holds. The index is asked for other chunks only where this one holds too few. */
  #coverage(block: readonly Ranked[], words: Words): (ranked: Ranked) => number {
    const own = new Map<number, number>();
    for (const ranked of block) {
      const { fileId } = ranked.candidate;
      own.set(fileId, Math.max(own.get(fileId) ?? 0, coverageOf(words, ranked.matchText, this.#isNamedIn(ranked))));
    }
    let whole: Map<number, number> | undefined;
    return (ranked) => {
      const { fileId } = ranked.candidate;
      const share = own.get(fileId) ?? 0;
      if (share >= words.enough) return share;
      whole ??= coverageByIndex(
        words,
        this.#candidates.postings,
        [...own.keys()].filter((id) => (own.get(id) ?? 0) < words.enough),
      );
      return Math.max(share, whole.get(fileId) ?? 0);
    };
  }

  #isNamedIn({ candidate: { source } }: Ranked) {
    return (wanted: Wanted) => wanted.alternative.terms.some((term) => this.#candidates.isNamed(source.file, term));
  }
}

type Ranked = RankedCandidate<
  { readonly source: Candidate; readonly chunkId: number; readonly fileId: number } & Parameters<
    typeof rankCandidates
  >[1][number]
>;

function resultOf(ranked: Ranked, match: LexicalResult["match"], coverage: number): LexicalResult {
  return { ...ranked.candidate.source, match, total: ranked.score, parts: ranked.parts, coverage };
}
