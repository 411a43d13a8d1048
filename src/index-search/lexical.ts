/**
 * The lexical lane: files, each by its best passages. Results depend only on the store and the query: a larger limit gives the
 * same beginning.
 * The index knows parts of files; the parts with the best scores are read a block at a time, and `ranking/` ranks their chunks.
 * - *Strict hits* are files that hold every wanted thing: in one chunk (`chunk`) or anywhere (`document`). They are exactly the
 *   files that pass the filters, and for whose text (plain words: or path) `MatchText` finds every wanted thing and nothing
 *   unwanted.
 * - *Partial hits* hold most of the words, and everything marked by quotes or a star.
 * For keywords (up to KEYWORDS wanted things) all strict hits come first, in each block those with everything in one chunk. For
 * a question files of both kinds are ranked together, after prose that holds the question as a sentence.
 */
import type { ScoreParts, SearchHit } from "../request/search-request.ts";
import { filesNewestFirst } from "../store/files.ts";
import type { FoundFile } from "../store/found.ts";
import { tokensExpression, treeExpression } from "../text/fts.ts";
import type { MatchText, Span } from "../text/matcher.ts";
import type { QueryNode } from "../text/query-tree.ts";
import type { BlockSize, Candidates, IndexPart, ShownPassage } from "./candidates.ts";
import { shortestStretch } from "./nearness.ts";
import { type Counted, type Passage, Passages, type RankedPassage } from "./passages.ts";
import type { SearchPlan, Wanted } from "./plan.ts";
import { asksForSymbol, passesSymbols, symbolExpression } from "./symbols.ts";
import { Verifier } from "./verify.ts";

/** A further passage of a file. */
export interface LexicalPassage extends ShownPassage {
  /** Raw total of ranking/. */
  readonly total: number;
}

/** A file with its best passage. */
export interface LexicalResult extends ShownPassage {
  readonly match: SearchHit["match"];
  /** Raw total of ranking/; falls within one ranked block, not between blocks. */
  readonly total: number;
  readonly parts: ScoreParts;
  /** Its next best passages, best first. */
  readonly passages: readonly LexicalPassage[];
  /** Nothing is near to the query, and this result lacks some of its words. */
  readonly weak?: boolean;
  /** The range of the chunk's text to show; absent or null: the range around its words. */
  window?(): Span | null;
  /** The analysed text of the chunk, if all matches lie in it; null if matches may extend beyond. */
  matchText(): MatchText | null;
}

/**
 * Up to so many wanted things are keywords: a file that holds all of them precedes every other file. More are a question, and
 * large files hold all of its words by chance.
 */
const KEYWORDS = 2;

/**
 * Prose with at least so many wanted things of a question in their order, within so many UTF-16 units each, comes first: it is
 * the very sentence. On code (bench/quality, by words) this changes 0.8698 to 0.8694; in any order, with source files, to
 * 0.8646.
 */
const SENTENCE = { things: 4, unitsEach: 15 } as const;

/** Parts that are read and ranked together. */
export const SCORING_BATCH: BlockSize = { parts: 200, chars: 200_000 };

/** Most parts examined for partial hits. */
const MOST_PARTIAL = 1600;

/** A file follows if it holds at least this share of the words in the best file of the first block. */
export const ENOUGH = 0.25;

/** No limit. */
const ALL = -1;

/** Most further passages of a file. */
const PASSAGES = 10;

/** A file of a ranked block. */
interface RankedFile {
  readonly file: FoundFile;
  /** Its passages in rank order. */
  readonly passages: readonly RankedPassage[];
  /** The best passage that holds everything wanted. */
  readonly holding: RankedPassage | undefined;
  /** Share of the scoring terms in its passages. */
  readonly share: number;
}

export class LexicalLane {
  readonly passages: Passages;
  readonly verifier: Verifier;
  /** Files already returned, or examined and refused. */
  readonly #seen = new Set<number>();
  #given = 0;
  #enough: number | null = null;

  constructor(
    private readonly plan: SearchPlan,
    private readonly candidates: Candidates,
  ) {
    this.passages = new Passages(plan, candidates);
    this.verifier = new Verifier(plan, candidates, this.passages);
  }

  /** Best first; lazily. */
  *results(): Generator<LexicalResult> {
    const { wanted } = this.plan;
    if (wanted.length === 0) return;
    if (wanted.length > KEYWORDS && !asksForSymbol(this.plan.query.filters)) {
      yield* this.#together();
      yield* this.strict();
      return;
    }
    yield* this.strict();
    yield* this.#partial();
  }

  /** The strict hits not returned yet. */
  *strict(): Generator<LexicalResult> {
    const { wanted, files } = this.plan;
    if (wanted.length === 0) return;
    const all = wanted.flatMap(({ match }) => (match === null ? [] : `(${match})`));
    if (all.length > 0) yield* this.#strictOf(this.#withSymbol(all.join(" AND ")), files);
    if (asksForSymbol(this.plan.query.filters)) return;
    // Each wanted thing may be in another part of a long file.
    const long = this.#longFiles();
    const any = tokensExpression(this.passages.terms);
    if (any !== null && long.length > 0) yield* this.#strictOf(any, long);
    // A query that can match without any of its words is checked on every file.
    if (all.length === 0) yield* this.#others();
  }

  /** Files of several parts that may hold everything together, though no single part does. */
  #longFiles(): number[] {
    const { wanted, files } = this.plan;
    const isSimple = wanted.length < 2 && wanted.every(({ node }) => node.op === "term" || node.op === "or");
    if (isSimple && wanted.every(({ decided }) => decided)) return [];
    let long: readonly number[] | null = files;
    for (const { node } of wanted) {
      if (node.op === "term" && wanted.length < 2) return [];
      long = this.#longFilesOf(node, long);
      if (long.length === 0) return [];
    }
    return (long ?? []).filter((id) => !this.#seen.has(id));
  }

  /** The files with several parts, of these or of all, for which a tree may be true. */
  #longFilesOf(node: QueryNode, files: readonly number[] | null): readonly number[] {
    const { postings } = this.candidates;
    switch (node.op) {
      case "term": {
        const match = treeExpression(node);
        return match ? postings.longFilesMatching(match, files) : [];
      }
      case "and":
        return node.nodes.reduce((left: readonly number[] | null, each) => this.#longFilesOf(each, left), files) ?? [];
      case "or":
        return [...new Set(node.nodes.flatMap((each) => this.#longFilesOf(each, files)))].sort((a, b) => a - b);
      case "not":
      case "filter":
        return postings.longFiles(files);
    }
  }

  /** Files that hold everything without any of the words, newest first. */
  *#others(): Generator<LexicalResult> {
    for (const id of filesNewestFirst(this.candidates.store, this.plan.files, ALL)) {
      const file = this.#seen.has(id) ? undefined : this.candidates.files([id]).get(id);
      const table = file === undefined ? null : this.candidates.table(file);
      if (file === undefined || table === null) continue;
      const first = this.passages.ofChunks([{ chunk: table.row(0), file, bm25: 0 }]);
      const result = this.#strictResult({ file, passages: this.passages.ranked(first), holding: undefined, share: 0 });
      if (result === null) continue;
      this.#seen.add(id);
      yield result;
    }
  }

  *#strictOf(match: string, files: readonly number[] | null): Generator<LexicalResult> {
    for (const block of this.#blocks(match, files)) {
      const leading = block.filter(({ holding }) => holding !== undefined);
      leading.sort((a, b) => (b.holding?.score ?? 0) - (a.holding?.score ?? 0));
      const others = block.filter(({ holding }) => holding === undefined);
      for (const each of [...leading, ...others]) {
        if (this.#seen.has(each.file.id)) continue;
        const result = this.#strictResult(each);
        // A file refused here may be a partial hit.
        if (result === null) continue;
        this.#seen.add(each.file.id);
        this.#given++;
        yield result;
      }
    }
  }

  /** Null for a file that lacks a wanted thing, or holds an unwanted one. */
  #strictResult(each: RankedFile): LexicalResult | null {
    const { file, passages, holding } = each;
    const { wanted, query } = this.plan;
    if (holding !== undefined && this.#isHeld(holding)) {
      return this.verifier.isExcluded(file) ? null : resultOf(each, holding, "chunk");
    }
    const [best] = passages;
    if (best === undefined || asksForSymbol(query.filters)) return null;
    if (!this.verifier.documentHolds(file, wanted) || this.verifier.isExcluded(file)) return null;
    return resultOf(each, this.#showing(each, best), "document");
  }

  /** Whether a passage's match holds for its file: a word cut at a chunk's border may be only part of a word. */
  #isHeld({ candidate }: RankedPassage): boolean {
    return !this.candidates.isCut(candidate) || this.verifier.documentHolds(candidate.file, this.plan.wanted);
  }

  /** The passage in which a phrase across chunks begins, or an unranked passage with a phrase; else the best one. */
  #showing({ file, passages }: RankedFile, best: RankedPassage): RankedPassage {
    for (const { terms, decided } of this.plan.wanted) {
      if (decided) continue;
      for (const term of terms) {
        const place = this.verifier.placeOf(file, term);
        if (place === null) continue;
        const ordinal = this.candidates.chunkAt(file, place);
        const ranked = passages.find(({ candidate }) => candidate.ordinal === ordinal);
        if (ranked !== undefined) return ranked;
        const [chunk] = this.candidates.load([best.candidate.chunkId - best.candidate.ordinal + ordinal]);
        if (chunk === undefined) return best;
        const { bm25 } = best.candidate;
        return this.passages.ranked(this.passages.ofChunks([{ ...chunk, bm25 }]))[0] ?? best;
      }
    }
    return best;
  }

  /** Files for a question, strict or not, in the order of their scores. */
  *#together(): Generator<LexicalResult> {
    const { marked, isKept } = this.#marked();
    if (marked.length > 0) yield* this.#ranked(marked, false);
    if (!isKept()) yield* this.#ranked([], false);
  }

  /** Files that hold most of the words. */
  *#partial(): Generator<LexicalResult> {
    const { wanted } = this.plan;
    const { marked, isKept } = this.#marked();
    if (this.passages.terms.length < 2 || (wanted.length === 1 && wanted[0]?.marked === true)) return;
    if (marked.length > 0) yield* this.#ranked(marked, true);
    if (!isKept()) yield* this.#ranked([], true);
  }

  /**
   * Marked terms are required while any file holds them. Marks in a sentence (with words such as "the") are emphasis, and must
   * not make the result empty: then all words count alike.
   */
  #marked(): { readonly marked: readonly Wanted[]; isKept(): boolean } {
    const { query, wanted } = this.plan;
    const marked = wanted.filter((each) => each.marked && each.match !== null);
    const isSentence = query.required.some((alternative) => alternative.optional);
    return {
      marked: isSentence ? [] : marked,
      isKept: () => marked.length > 0 && !isSentence && this.#given > 0,
    };
  }

  *#ranked(marked: readonly Wanted[], isRest: boolean): Generator<LexicalResult> {
    const { wanted, files } = this.plan;
    const isOfAll = files === null && marked.length === 0;
    const any = isOfAll ? this.passages.proposing(MOST_PARTIAL) : tokensExpression(this.passages.terms);
    if (any === null) return;
    const match =
      marked.length === 0
        ? any
        : `(${any}) AND ${marked
            .flatMap(({ match: each }) => each ?? [])
            .map((each) => `(${each})`)
            .join(" AND ")}`;
    for (const block of this.#blocks(this.#withSymbol(match), files, MOST_PARTIAL)) {
      this.#enough ??= ENOUGH * Math.max(0, ...block.map(({ share }) => share));
      for (const each of isRest ? block : this.#sentencesFirst(block)) {
        const { file, holding, passages, share } = each;
        if (this.#seen.has(file.id)) continue;
        this.#seen.add(file.id);
        if (this.verifier.isExcluded(file)) continue;
        const [best] = passages;
        if (best === undefined) continue;
        if (holding !== undefined && !isRest && this.#isHeld(holding)) {
          this.#given++;
          yield resultOf(each, holding, "chunk");
        } else if (!isRest && this.verifier.documentHolds(file, wanted)) {
          this.#given++;
          yield resultOf(each, this.#showing(each, best), "document");
        } else if (share >= this.#enough && this.verifier.documentHolds(file, marked)) {
          this.#given++;
          yield resultOf(each, best, "partial");
        }
      }
    }
  }

  /** Prose that holds the question as a sentence, then the others, each in rank order. */
  #sentencesFirst(block: readonly RankedFile[]): readonly RankedFile[] {
    const { wanted } = this.plan;
    if (wanted.length < SENTENCE.things) return block;
    const says = ({ file, holding }: RankedFile) =>
      holding !== undefined &&
      (file.category === "doc" || file.category === "document") &&
      shortestStretch(holding.candidate.matchText, wanted) <= SENTENCE.unitsEach * wanted.length;
    const first = block.filter(says);
    return first.length === 0 ? block : [...first, ...block.filter((each) => !first.includes(each))];
  }

  /** The best matching parts, read and ranked a block at a time. */
  *#blocks(match: string, files: readonly number[] | null, most = Number.POSITIVE_INFINITY): Generator<RankedFile[]> {
    const options = { skipped: this.#seen, most };
    for (const parts of this.candidates.blocks(match, files, SCORING_BATCH, options)) yield this.#rankedBlock(parts);
  }

  #rankedBlock(parts: readonly IndexPart[]): RankedFile[] {
    const all = this.#passing(this.passages.ofParts(parts));
    const holding = this.verifier.holdingAll(all, this.plan.wanted);
    const shares = this.passages.shares(all);
    const files = new Map<FoundFile, RankedPassage[]>();
    for (const ranked of this.passages.ranked(this.passages.best(all, holding))) {
      const { file } = ranked.candidate;
      const own = files.get(file);
      if (own === undefined) files.set(file, [ranked]);
      else own.push(ranked);
    }
    return Array.from(files, ([file, passages]) => ({
      file,
      passages,
      holding: passages.find(({ candidate }) => holding.has(candidate)),
      share: shares.get(file) ?? 0,
    }));
  }

  /** The passages with the wanted symbols. */
  #passing(counted: Counted): Counted {
    const { filters } = this.plan.query;
    if (filters.symbol.length === 0 && filters.not.symbol.length === 0) return counted;
    return this.passages.counted(counted.passages.filter(({ chunk }) => passesSymbols(chunk, filters)));
  }

  #withSymbol(match: string): string {
    const symbol = symbolExpression(this.plan.query.filters.symbol);
    return symbol === null ? match : `(${match}) AND (${symbol})`;
  }
}

function resultOf({ passages }: RankedFile, shown: RankedPassage, match: LexicalResult["match"]): LexicalResult {
  const { candidate } = shown;
  const rest = passages.filter((each) => each !== shown && each.candidate.ordinal !== candidate.ordinal);
  return {
    chunk: candidate.chunk,
    file: candidate.file,
    bm25: candidate.bm25,
    match,
    // A file is placed by its best passage, even if another passage is shown.
    total: match === "chunk" ? shown.score : (passages[0]?.score ?? shown.score),
    passages: rest.slice(0, PASSAGES).map(lexicalPassage),
    get parts() {
      return shown.parts;
    },
    matchText: () => (match === "document" ? null : candidate.matchText),
  };
}

export function lexicalPassage({ candidate, score }: RankedPassage): LexicalPassage {
  const { chunk, file, bm25 }: Passage = candidate;
  return { chunk, file, bm25, total: score };
}
