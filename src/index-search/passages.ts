/**
 * Passages: the matching chunks of a block of parts, counted and ranked together. A part's row only tells that its text may
 * match; the texts decide which chunks match, and how well.
 */
import { namingPath } from "../corpus/roots.ts";
import { inverseDocumentFrequency, scoreRows } from "../ranking/bm25.ts";
import { type RankCandidate, WEIGHTS } from "../ranking/candidate.ts";
import {
  type RankContext,
  type RankedCandidate,
  rankCandidates,
  type TermCounts,
  wantedSymbols,
} from "../ranking/rank.ts";
import { type ScoringTerm, scoringTerms, termKey } from "../ranking/scoring-terms.ts";
import { createTermCounter } from "../ranking/term-counter.ts";
import { type ChunkRow, chunkId, type FileChunks } from "../store/chunk-codec.ts";
import { countersOf } from "../store/counters.ts";
import type { FoundFile } from "../store/found.ts";
import { tokensExpression } from "../text/fts.ts";
import { MatchText } from "../text/matcher.ts";
import type { Candidates, IndexPart, ShownPassage } from "./candidates.ts";
import type { SearchPlan } from "./plan.ts";

/** Most ranked chunks of a file: its best ones by words alone. */
const OF_A_FILE = 8;
/** And so many more of the chunks that hold everything. */
const ALSO = 4;

/** Words in more than this share of parts tell little: one is worth 1.1 in FTS5's score, one in a hundredth 4.6. */
const COMMON = 0.25;

export type RankedPassage = RankedCandidate<Passage>;

/** A chunk that may be shown. Its row, names and analysed text are made on request. */
export class Passage implements RankCandidate, ShownPassage {
  declare readonly file: FoundFile;
  declare readonly bm25: number;
  declare readonly ordinal: number;
  declare readonly text: string;
  declare private readonly namesTerm: boolean;
  declare private readonly table: FileChunks;
  declare private row: ChunkRow | undefined;
  declare private analysed: MatchText | undefined;

  /** `namesTerm`: whether the path of the file holds any scoring term. */
  constructor(file: FoundFile, table: FileChunks, ordinal: number, text: string, bm25: number, namesTerm: boolean) {
    this.namesTerm = namesTerm;
    this.file = file;
    this.table = table;
    this.ordinal = ordinal;
    this.text = text;
    this.bm25 = bm25;
  }

  get chunk(): ChunkRow {
    this.row ??= this.table.row(this.ordinal);
    return this.row;
  }
  get chunkId(): number {
    return chunkId(this.file.id, this.ordinal);
  }
  get fileId(): number {
    return this.file.id;
  }
  get rel(): string {
    return namingPath(this.file.path, this.file.rel);
  }
  get category(): RankCandidate["category"] {
    return this.file.category;
  }
  get language(): string | null {
    return this.file.language;
  }
  get line(): number {
    return this.table.lineStart(this.ordinal);
  }
  get symbol(): string {
    return this.table.symbol(this.ordinal);
  }
  /** Whether its path, or an enclosing symbol from elsewhere, holds any scoring term: else names add nothing. */
  get isNamedBeyondText(): boolean {
    return this.namesTerm || this.table.isWithinOther(this.ordinal);
  }
  get definedNames(): string {
    return this.table.defined(this.ordinal);
  }
  get defined(): readonly string[] {
    const defined = this.table.defined(this.ordinal);
    return defined === "" ? NO_NAMES : defined.split("\n");
  }
  get matchText(): MatchText {
    this.analysed ??= new MatchText(this.text);
    return this.analysed;
  }
}

const NO_NAMES: readonly string[] = [];

/** Passages with their counts of the scoring terms: a row a passage. */
export interface Counted extends TermCounts {
  readonly passages: readonly Passage[];
}

export class Passages {
  readonly terms: readonly ScoringTerm[];
  readonly #columns: ReadonlyMap<string, number>;
  /** Symbols whose definitions count. */
  readonly #symbols: readonly string[];
  #context: RankContext | undefined;

  constructor(
    private readonly plan: SearchPlan,
    private readonly candidates: Candidates,
  ) {
    this.#symbols = wantedSymbols(plan.query);
    this.terms = scoringTerms(plan.query);
    this.#columns = new Map(this.terms.map((term, at) => [termKey(term), at]));
  }

  /** The column of `counts` for a token, -1 for a token that is no scoring term. */
  column(token: string, prefix = false): number {
    return this.#columns.get(termKey({ token, prefix })) ?? -1;
  }

  /** All chunks of these parts. */
  ofParts(parts: readonly IndexPart[]): Counted {
    this.candidates.prefetch(parts);
    const passages: Passage[] = [];
    const named = this.#namingTerms(parts.map(({ file }) => file));
    // Sorted, so the parts of a file are adjacent.
    for (const { file, chunks, first, next, start, end, bm25 } of parts.toSorted((a, b) => a.id - b.id)) {
      const text = this.candidates.slice(file, start, end);
      const isNamed = named.has(file);
      for (let ordinal = first; ordinal < next; ordinal++) {
        const own = text.slice(chunks.start(ordinal) - start, chunks.end(ordinal) - start);
        passages.push(new Passage(file, chunks, ordinal, own, bm25, isNamed));
      }
    }
    return this.counted(passages);
  }

  /** The passages of these chunks, each with its length. */
  ofChunks(chunks: readonly ShownPassage[]): Counted {
    this.candidates.prefetch(chunks.map(({ file, chunk }) => ({ file, start: chunk.start, end: chunk.end })));
    const named = this.#namingTerms(chunks.map(({ file }) => file));
    const passages = chunks.flatMap(({ file, chunk, bm25 }) => {
      const table = this.candidates.table(file);
      if (table === null) return [];
      const ordinal = chunk.id - chunkId(file.id, 0);
      const text = this.candidates.chunkText({ file, chunk });
      return [new Passage(file, table, ordinal, text, bm25, named.has(file))];
    });
    const counter = createTermCounter(this.terms);
    return { passages, ...counter.texts(passages.map(({ text }) => text)) };
  }

  /** For each file the share of the scoring terms in its passages and path. */
  shares({ passages, counts, width }: Counted): Map<FoundFile, number> {
    const held = new Map<FoundFile, Uint8Array>();
    for (let row = 0; row < passages.length; row++) {
      const file = passages[row]?.file;
      if (file === undefined) break;
      let own = held.get(file);
      if (own === undefined) {
        own = new Uint8Array(width);
        held.set(file, own);
      }
      for (let column = 0; column < width; column++) if ((counts[row * width + column] ?? 0) > 0) own[column] = 1;
    }
    const files = [...held.keys()];
    const paths = this.#inPaths(files);
    return new Map(
      files.map((file, row) => {
        const own = held.get(file);
        let sum = 0;
        for (let column = 0; column < width; column++) {
          if (own?.[column] === 1 || (paths[row * width + column] ?? 0) > 0) sum++;
        }
        return [file, sum / Math.max(1, width)];
      }),
    );
  }

  /** The files whose paths hold any scoring term. */
  #namingTerms(files: readonly FoundFile[]): ReadonlySet<FoundFile> {
    const all = [...new Set(files)];
    const width = this.terms.length;
    const counts = this.#inPaths(all);
    const naming = new Set<FoundFile>();
    for (let row = 0; row < all.length; row++) {
      const file = all[row];
      for (let column = 0; column < width && file !== undefined; column++) {
        if ((counts[row * width + column] ?? 0) > 0) naming.add(file);
      }
    }
    return naming;
  }

  /** Counts of the scoring terms in the paths of files: a row a file. */
  #inPaths(files: readonly FoundFile[]): Float64Array {
    return createTermCounter(this.terms).texts(files.map(({ path, rel }) => namingPath(path, rel))).counts;
  }

  /** For `best`: of passages without any of the terms the length may be missing. */
  counted(passages: readonly Passage[]): Counted {
    const texts: string[] = [];
    for (const { text } of passages) texts.push(text);
    return { passages, ...createTermCounter(this.terms).sparsely(texts) };
  }

  /**
   * The passages with any scoring term: of each file the best by words alone, and the `kept` ones; for a file found only by its
   * name, its first passage.
   */
  best(counted: Counted, kept: ReadonlySet<Passage>, most = OF_A_FILE): Counted {
    const { width, counts, passages } = counted;
    const { averageLength } = this.context;
    const scores = scoreRows(counted, this.#weights(), averageLength);
    const chosen: number[] = [];
    for (let from = 0; from < passages.length; ) {
      const file = passages[from]?.file;
      let to = from + 1;
      while (to < passages.length && passages[to]?.file === file) to++;
      const rows: number[] = [];
      for (let row = from; row < to; row++) if ((scores[row] ?? 0) > 0) rows.push(row);
      if (rows.length > most) {
        rows.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
        rows.push(...this.#alsoOf(rows.splice(most), passages, kept));
        rows.sort((a, b) => a - b);
      }
      if (rows.length === 0) rows.push(from);
      for (const row of rows) chosen.push(row);
      from = to;
    }
    const lengths = new Float64Array(chosen.length);
    const own = new Float64Array(chosen.length * width);
    for (let at = 0; at < chosen.length; at++) {
      const row = chosen[at] ?? 0;
      lengths[at] = counted.lengths[row] ?? 0;
      for (let column = 0; column < width; column++) own[at * width + column] = counts[row * width + column] ?? 0;
    }
    this.#measure(lengths, chosen, passages);
    return { width, counts: own, lengths, passages: chosen.flatMap((row) => passages[row] ?? []) };
  }

  /** Sets the lengths that were not told. */
  #measure(lengths: Float64Array, rows: readonly number[], passages: readonly Passage[]): void {
    const unknown = rows.flatMap((_, at) => (Number.isNaN(lengths[at]) ? [at] : []));
    if (unknown.length === 0) return;
    const texts = unknown.map((at) => passages[rows[at] ?? 0]?.text ?? "");
    const measured = createTermCounter(this.terms).texts(texts).lengths;
    for (const [index, at] of unknown.entries()) lengths[at] = measured[index] ?? 0;
  }

  /** From the other rows of a file, best first: the first that hold everything, and those that define a wanted symbol. */
  #alsoOf(rows: readonly number[], passages: readonly Passage[], kept: ReadonlySet<Passage>): number[] {
    let room = ALSO;
    return rows.filter((row) => {
      const passage = passages[row];
      if (passage === undefined) return false;
      if (kept.has(passage) && room-- > 0) return true;
      return this.#symbols.length > 0 && this.#defines(passage);
    });
  }

  #defines({ definedNames }: Passage): boolean {
    if (definedNames === "") return false;
    const names = `\n${definedNames.toLowerCase().replace(/[_$-]/g, "")}\n`;
    return this.#symbols.some((symbol) => names.includes(`\n${symbol}\n`));
  }

  /** In rank order. */
  ranked({ passages, ...counts }: Counted): RankedPassage[] {
    return rankCandidates(this.plan.query, passages, this.context, WEIGHTS, counts);
  }

  #weights(): Float64Array {
    const { size, documentFrequency } = this.context;
    return Float64Array.from(this.terms, (term) => {
      return term.weight * inverseDocumentFrequency(size, documentFrequency.get(termKey(term)) ?? 1);
    });
  }

  /** Statistics of the collection: document frequencies in rows of the index, lengths in chunks. */
  get context(): RankContext {
    this.#context ??= this.#frequencies();
    return this.#context;
  }

  /**
   * FTS5 expression of the parts that hold any of `terms`. The commonest words are left out where rarer ones give `enough`
   * parts: common words are most of FTS5's work, and add least to a part's score. They count in every text that is read.
   */
  proposing(enough: number): string | null {
    if (this.terms.length < 2) return tokensExpression(this.terms);
    const { size, documentFrequency } = this.context;
    const partsWith = (term: ScoringTerm | undefined) =>
      (term === undefined ? undefined : documentFrequency.get(termKey(term))) ?? 0;
    const terms = this.terms.toSorted((a, b) => partsWith(a) - partsWith(b));
    while (partsWith(terms.at(-1)) > COMMON * size && partsWith(terms.at(-2)) >= enough) terms.pop();
    return tokensExpression(terms);
  }

  #frequencies(): RankContext {
    const { parts, chunks, tokens } = countersOf(this.candidates.store);
    const documentFrequency = new Map<string, number>();
    // For a single term the frequency changes every score alike.
    for (const term of this.terms.length > 1 ? this.terms : []) {
      const match = tokensExpression([term]);
      if (match !== null) documentFrequency.set(termKey(term), this.candidates.frequency(match));
    }
    return { size: parts, averageLength: tokens / Math.max(chunks, 1), documentFrequency };
  }
}
