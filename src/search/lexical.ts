/**
 * The lexical lane: results in three stages, each asked for only when the ones before gave too few.
 *
 * 1. *chunk*: chunks that hold every wanted thing. A chunk may hold a plain word by its file's path or its symbol; one
 *    that holds all of them only so stands for its file, so of those only a file's first chunk is given.
 * 2. *document*: files without a result yet that hold every wanted thing somewhere, across chunk borders too; one
 *    result each. The files of stages 1 and 2 are the **strict hits**: exactly those that pass the filters, of whose
 *    text (plain words: or path) every wanted thing is true by `MatchText`, and of whose text nothing unwanted is.
 *    Only a word that a chunk border cuts may be missed: it takes a line longer than a chunk without a sign to cut at,
 *    and an overlap shorter than the word.
 * 3. *partial*: files that hold most of the words (coverage.ts), and everything that was marked by quotes or a star;
 *    one result each. Only where there are fewer strict hits than `limit`.
 *
 * Of a question (more than KEYWORDS wanted things) stage 1 is left out: files with all of them are found by stage 2, and
 * ranked together with those of stage 3 where there are too few.
 *
 * Within a stage the best by the index are ranked by `rank/` a block at a time (ranked-blocks.ts). All of it is a function of
 * the store and the query: whoever asks for more sees the same beginning.
 */

import type { ScoreParts, SearchHit } from "../request/search.ts";
import type { FoundFile } from "../store/found.ts";
import { tokenExpressions } from "../text/fts.ts";
import type { MatchText } from "../text/matcher.ts";
import type { Candidate, Candidates } from "./candidates.ts";
import { Coverage } from "./coverage.ts";
import type { SearchPlan, Wanted } from "./plan.ts";
import { type Ranked, RankedBlocks, type Read } from "./ranked-blocks.ts";
import { asksForSymbol, symbolExpression } from "./symbols.ts";
import { Verifier } from "./verify.ts";

export interface LexicalResult extends Candidate {
  readonly match: SearchHit["match"];
  /** Raw total of rank/; falls within one ranked block, not between blocks. */
  readonly total: number;
  readonly parts: ScoreParts;
  /** The analysed text of the chunk, where all matches lie in it; null where they may reach beyond. */
  matchText(): MatchText | null;
}

/**
 * Up to so many wanted things are keywords: a file that holds them all comes before any that does not. More are a question,
 * and large files hold all of its words by chance: where fewer of those are found than are asked for, all are ranked
 * together, each file once (NDCG of the code set 0.790 when files with all words always come first, 0.824 when a chunk
 * with all of them does and such a file counts 1.3 times its score, 0.850 so).
 */
const KEYWORDS = 2;

/** Chunks that are looked at for partial hits. */
const MOST_PARTIAL = 800;

export class LexicalLane {
  readonly #plan: SearchPlan;
  readonly #candidates: Candidates;
  readonly #verifier: Verifier;
  readonly #blocks: RankedBlocks;
  /** Files with a strict hit. */
  readonly #strict = new Set<number>();
  #withAll: readonly number[] | undefined;

  constructor(plan: SearchPlan, candidates: Candidates) {
    this.#plan = plan;
    this.#candidates = candidates;
    this.#verifier = new Verifier(candidates);
    this.#blocks = new RankedBlocks(plan, candidates, this.#verifier);
  }

  /** The strict hits alone: chunks, then documents. */
  *strict(): Generator<LexicalResult> {
    if (this.#plan.wanted.length === 0) return;
    yield* this.#chunkStage();
    yield* this.#documentStage(this.#documentIds());
  }

  /** Best first; lazily. `limit` decides whether the strict hits are enough. */
  *results(limit: number): Generator<LexicalResult> {
    if (this.#plan.wanted.length === 0) return;
    let shown = 0;
    const isQuestion = this.#plan.wanted.length > KEYWORDS;
    if (!isQuestion) {
      for (const result of this.#chunkStage()) {
        shown++;
        yield result;
      }
    }
    const documents = this.#documentIds();
    if (shown + documents.size >= limit) {
      yield* this.#documentStage(documents);
      documents.clear();
    }
    yield* this.#partialStage(documents);
  }

  *#chunkStage(): Generator<LexicalResult> {
    const { wanted, files } = this.#plan;
    if (this.#isNowhereTogether()) return;
    const seen = new Set<number>();
    const known = { chunks: seen };
    // Phrases by position first: that is a fiftieth of the work of looking for every style their words may be written in.
    const matches = [wanted.map((each) => each.narrow ?? each.match), wanted.map((each) => each.match)];
    const expressions = new Set(matches.map((each) => this.#withSymbol(each.join(" AND "))));
    // A phrase is rarer than its words: those that only look like it must not take the place of others in the ranking.
    const open = wanted.filter((each) => !each.decided);
    for (const match of expressions) {
      for (const ranked of this.#blocks.ranked(
        this.#blocks.holding(this.#candidates.blocks(match, files, this.#blocks.size, { known }), open, known),
      )) {
        const { chunkId, fileId } = ranked.candidate;
        if (expressions.size > 1) seen.add(chunkId);
        // What the index says of a chunk is decided on its text.
        const { candidate, matchText } = ranked;
        if (!this.#verifier.chunkHoldsAll(candidate.source, matchText, this.#plan.wanted)) continue;
        this.#strict.add(fileId);
        yield resultOf(ranked, "chunk");
      }
    }
  }

  /** True where the lists of chunks show that none has all words: what each costs is needed for their weights anyway. */
  #isNowhereTogether(): boolean {
    const words = this.#plan.wanted.filter((each) => each.decided);
    if (words.length < 2) return false;
    const lists = words.map(({ match }) => this.#candidates.listed(match)).filter(({ isWhole }) => isWhole);
    let shared: readonly number[] | undefined;
    for (const { ids } of lists.sort((a, b) => a.ids.length - b.ids.length)) shared = sharedIds(shared, ids);
    return shared?.length === 0;
  }

  /** Files without a result yet that hold every wanted thing, as far as the index knows. */
  #documentIds(): Set<number> {
    const { query, wanted } = this.#plan;
    // One word is in a file only where it is in a chunk; and what a symbol holds is in the symbol's chunks.
    if ((wanted.length === 1 && wanted[0]?.border === null) || asksForSymbol(query.filters)) return new Set();
    return new Set(this.filesWithAll().filter((id) => !this.#strict.has(id)));
  }

  /** Files that hold every wanted thing, as far as the index knows. The rarest is looked up first, the others within. */
  filesWithAll(): readonly number[] {
    if (this.#withAll !== undefined) return this.#withAll;
    const counted = this.#plan.wanted.map((each) => ({ each, chunks: this.#candidates.frequency(each.match) }));
    let files = this.#plan.files;
    for (const { each } of counted.sort((a, b) => a.chunks - b.chunks)) {
      files = this.#verifier.filesThatMay(each, files);
      if (files.length === 0) break;
    }
    this.#withAll = files ?? [];
    return this.#withAll;
  }

  *#documentStage(ids: ReadonlySet<number>): Generator<LexicalResult> {
    const seen = new Set<number>();
    for (const ranked of this.#blocks.ranked(this.#documentChunks(ids))) {
      const { file } = ranked.candidate.source;
      if (seen.has(file.id)) continue;
      seen.add(file.id);
      if (this.#isStrict(file)) yield resultOf(ranked, "document");
    }
  }

  /** Chunks of these files with any of the wanted things; at last those of files whose words stand across borders alone. */
  *#documentChunks(ids: ReadonlySet<number>): Generator<Read[]> {
    const open = new Set(ids);
    const any = this.#plan.wanted.map((each) => each.match);
    for (const block of this.#blocks.holding(this.#candidates.blocks(any, [...ids], this.#blocks.size), [])) {
      for (const { file } of block) open.delete(file.id);
      yield block;
      if (open.size === 0) return;
    }
    yield* this.#blocks.holding(this.#across([...open]), []);
  }

  /**
   * What was marked is kept while anything holds it. Marks in a sentence (with words such as "the") are emphasis, and an
   * answer must not come back empty for them: then all words count alike. `documents` are strict hits not shown yet.
   */
  *#partialStage(documents: ReadonlySet<number>): Generator<LexicalResult> {
    const { query, wanted } = this.#plan;
    const marked = wanted.filter((each) => each.marked);
    if (this.#blocks.terms.length < 2 || (wanted.length === 1 && marked.length === 1)) {
      yield* this.#documentStage(documents);
      return;
    }
    const seen = new Set(this.#strict);
    let open = documents;
    if (marked.length > 0 && marked.length < wanted.length) {
      yield* this.#partial([marked.map((each) => `(${each.match})`).join(" AND ")], marked, seen, open);
      open = new Set();
    }
    const isSentence = query.required.some((alternative) => alternative.optional);
    const all =
      marked.length === 0 || isSentence || (seen.size === 0 && open.size === 0)
        ? tokenExpressions(this.#blocks.terms)
        : [];
    yield* this.#partial(all, [], seen, open);
  }

  /**
   * Files that are not `seen`, each by its best chunk, if they hold most of the words; and among them the `documents`. Their
   * chunks match any of the expressions.
   */
  *#partial(
    any: readonly string[],
    marked: readonly Wanted[],
    seen: Set<number>,
    documents: ReadonlySet<number>,
  ): Generator<LexicalResult> {
    const coverage = new Coverage(this.#blocks.terms, this.#candidates.postings);
    const wanted = asksForSymbol(this.#plan.query.filters) ? this.#withSymbol(any.join(" OR ")) : any;
    const known = { files: seen };
    const options = { most: MOST_PARTIAL, known };
    const blocks = this.#candidates.blocks(wanted, this.#plan.files, this.#blocks.size, options);
    const fresh = this.#blocks.holding(blocks, marked, known);
    for (const block of this.#blocks.rankedBlocks(this.#together(fresh, documents))) {
      coverage.note(block);
      const leading: Ranked[] = [];
      const others: Ranked[] = [];
      const strict = new Set<Ranked>();
      for (const ranked of block) {
        const { file } = ranked.candidate.source;
        if (seen.has(file.id)) continue;
        seen.add(file.id);
        const isDocument = documents.size > 0 && documents.has(file.id) && this.#isStrict(file);
        if (isDocument) strict.add(ranked);
        // Of keywords those that hold all come first; a block is in the order of its scores.
        (isDocument && this.#plan.wanted.length <= KEYWORDS ? leading : others).push(ranked);
      }
      // The index is asked once about those of which too little is known, when the first is met.
      let isComplete = false;
      for (const ranked of leading.concat(others)) {
        const isDocument = strict.has(ranked);
        const { id } = ranked.candidate.source.file;
        if (!isDocument && !coverage.isEnough(id)) {
          if (!isComplete) coverage.complete();
          isComplete = true;
          if (!coverage.isEnough(id)) continue;
        }
        yield resultOf(ranked, isDocument ? "document" : "partial");
      }
    }
  }

  /** The chunks of `documents` together with the first block. */
  *#together(blocks: Iterable<Read[]>, documents: ReadonlySet<number>): Generator<Read[]> {
    const own = documents.size === 0 ? [] : [...this.#documentChunks(documents)].flat();
    let first: readonly Read[] = own;
    for (const block of blocks) {
      const known = new Set(first.map(({ chunk }) => chunk.id));
      yield known.size === 0 ? block : [...first, ...block.filter(({ chunk }) => !known.has(chunk.id))];
      first = [];
    }
    if (first.length > 0) yield [...first];
  }

  #withSymbol(match: string): string {
    const symbol = symbolExpression(this.#plan.query.filters);
    return symbol === null ? match : `(${match}) AND (${symbol})`;
  }

  #isStrict(file: FoundFile): boolean {
    if (!this.#verifier.documentHolds(file, this.#plan.wanted)) return false;
    this.#strict.add(file.id);
    return true;
  }

  /** Files by the chunk in which the first match of a wanted thing begins, where all of them hold. */
  *#across(ids: readonly number[]): Generator<Candidate[]> {
    const terms = this.#plan.wanted.flatMap(({ alternative }) => alternative.terms);
    for (const file of [...this.#verifier.filesOf(ids).values()].sort((a, b) => a.id - b.id)) {
      if (!this.#verifier.documentHolds(file, this.#plan.wanted)) continue;
      const document = this.#verifier.document(file);
      const starts = terms.flatMap((term) => document.find(term).slice(0, 1)).map(({ start }) => start);
      const chunk = this.#candidates.chunkAt(file, Math.min(...starts));
      if (chunk !== null) yield [{ file, chunk, bm25: 0 }];
    }
  }
}

/** What both lists hold, of ascending ids; without a first list the second. */
function sharedIds(some: readonly number[] | undefined, others: readonly number[]): readonly number[] {
  if (some === undefined) return others;
  const shared: number[] = [];
  let at = 0;
  for (const id of some) {
    while (at < others.length && (others[at] ?? 0) < id) at++;
    if (others[at] === id) shared.push(id);
  }
  return shared;
}

export function resultOf(ranked: Ranked, match: LexicalResult["match"]): LexicalResult {
  const { chunk, file, bm25 } = ranked.candidate.source;
  const matchText = () => (match === "document" ? null : ranked.matchText);
  return {
    chunk,
    file,
    bm25,
    match,
    total: ranked.score,
    get parts() {
      return ranked.parts;
    },
    matchText,
  };
}
