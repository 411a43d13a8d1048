/**
 * The best rows for plain words by SQLite's bm25, out of their doclists: the same rows, order and bits as FTS5 gives
 * (ext/fts5/fts5_aux.c: k1 1.2, b 0.75, an idf of 1e-6 at least). How long a row is is looked up only where it may be among
 * the best: as far as the words' last occurrences reach it is at least, which bounds its score from above.
 */
import { MAX_CHUNKS } from "../chunks.ts";
import type { Doclist } from "./doclist.ts";
import type { Totals } from "./doclists.ts";
import type { RowSizes } from "./row-sizes.ts";

const K1 = 1.2;
const B = 0.75;
const LEAST_IDF = 1e-6;

/** Of rows with one of the rarer words, some score so many times its idf: they hold it often, or hold others too. */
const OFTEN = 1.7;

/** Times as many rows as are asked for are scored first: those among them that are asked for are then nearly the best. */
const SAMPLE = 2;

export interface ScoredRow {
  readonly chunkId: number;
  /** Lower is better. */
  readonly bm25: number;
}

/** Of the columns; `body` and `ident` have the same. */
export interface RowWeights {
  readonly text: number;
  readonly symbols: number;
  readonly path: number;
}

export interface WordQuery {
  /** The rows of each word, as often and in the order in which the query has it. */
  readonly lists: readonly Doclist[];
  /** Whether a row must have all words, or any. */
  readonly needsAll: boolean;
  /** Only rows of these files; null for all. */
  readonly files: ReadonlySet<number> | null;
  readonly weights: RowWeights;
  readonly totals: Totals;
}

/** Rows, ascending. */
interface Bounded {
  readonly ids: Float64Array;
  /** What their scores are at most. */
  readonly bounds: Float64Array;
  /** What they probably are: n occurrences reach, on average, n / (n + 1) of the way to the end. */
  readonly guesses: Float64Array;
  readonly count: number;
}

/** Whoever asks for more pays for what was not looked at before. */
export class BestRows {
  #all: Bounded | undefined;
  #some: { readonly without: ReadonlySet<number>; readonly rows: Bounded } | undefined;
  /** idf of each word. */
  readonly #idf: Float64Array;
  /** Tokens of a row on average. */
  readonly #average: number;

  constructor(
    private readonly sizes: RowSizes,
    private readonly query: WordQuery,
  ) {
    const { lists, totals } = query;
    this.#average = totals.tokens / totals.rows;
    this.#idf = new Float64Array(lists.length);
    for (const [word, { count }] of lists.entries()) {
      const idf = Math.log((totals.rows - count + 0.5) / (count + 0.5));
      this.#idf[word] = idf <= 0 ? LEAST_IDF : idf;
    }
  }

  /** The `limit` best rows, best first; equal ones by id. */
  best(limit: number): ScoredRow[] {
    const common = this.#commonWords(limit);
    if (common.size > 0) {
      const best = this.#best(this.#rowsWithout(common), limit);
      const last = best[limit - 1];
      // A little above, for the sums are rounded.
      if (last !== undefined && -last.bm25 > this.#bound(common) * (1 + 1e-9)) return best;
    }
    return this.#best(this.#rows(), limit);
  }

  /** All rows with exactly this score. */
  withScore(bm25: number): ScoredRow[] {
    const { ids, bounds, count } = this.#rows();
    const possible: number[] = [];
    for (let row = 0; row < count; row++) if ((bounds[row] ?? 0) >= -bm25) possible.push(ids[row] ?? 0);
    return this.#scored(possible).filter((row) => row.bm25 === bm25);
  }

  #rows(): Bounded {
    this.#all ??= this.#matching(new Set());
    return this.#all;
  }

  #rowsWithout(words: ReadonlySet<number>): Bounded {
    const known = this.#some;
    if (known?.without.size === words.size && known.without.isSubsetOf(words)) return known.rows;
    const rows = this.#matching(words);
    this.#some = { without: words, rows };
    return rows;
  }

  /** What the words add to a score is less: each its idf times k1 + 1. */
  #bound(words: ReadonlySet<number>): number {
    let bound = 0;
    for (const word of words) bound += (this.#idf[word] ?? 0) * (K1 + 1);
    return bound;
  }

  /**
   * The words whose rows need not be looked through, where any word is enough: the commonest ones, as many as rows with one
   * of the others probably score above all that these can add.
   */
  #commonWords(limit: number): ReadonlySet<number> {
    const { lists, needsAll } = this.query;
    const common = new Set<number>();
    if (needsAll || lists.length < 2) return common;
    const words = lists.map((_, word) => word);
    words.sort((a, b) => (lists[b]?.count ?? 0) - (lists[a]?.count ?? 0));
    const chosen = new Set<number>();
    for (const word of words) {
      chosen.add(word);
      const bound = this.#bound(chosen);
      let enough = 0;
      for (const other of words) {
        if (!chosen.has(other) && (this.#idf[other] ?? 0) * OFTEN >= bound) enough += lists[other]?.count ?? 0;
      }
      if (enough >= 2 * limit) for (const each of chosen) common.add(each);
    }
    return common;
  }

  /** The rows that match, but those that have no other words than `without`. */
  #matching(without: ReadonlySet<number>): Bounded {
    const { lists, needsAll, files, weights } = this.query;
    const width = lists.length;
    const idf = this.#idf;
    let most = 0;
    for (let word = 0; word < width; word++) if (!without.has(word)) most += lists[word]?.count ?? 0;
    const ids = new Float64Array(most);
    const bounds = new Float64Array(most);
    const guesses = new Float64Array(most);
    const leads = new Uint8Array(width);
    /** Of each word the place of the row that comes next, and its id. */
    const places = new Uint32Array(width);
    const heads = new Float64Array(width);
    for (let word = 0; word < width; word++) {
      leads[word] = without.has(word) ? 0 : 1;
      heads[word] = headOf(lists[word], 0);
    }
    let count = 0;
    let file = -1;
    let isAllowed = files === null;
    for (;;) {
      let id = Number.POSITIVE_INFINITY;
      for (let word = 0; word < width; word++) {
        const head = heads[word] ?? 0;
        if (head < id && leads[word] === 1) id = head;
      }
      if (id === Number.POSITIVE_INFINITY) break;
      if (files !== null && Math.floor(id / MAX_CHUNKS) !== file) {
        file = Math.floor(id / MAX_CHUNKS);
        isAllowed = files.has(file);
      }
      let found = 0;
      let reach = 0;
      let likely = this.#average / 2;
      for (let word = 0; word < width; word++) {
        const list = lists[word];
        if (list === undefined) break;
        let place = places[word] ?? 0;
        while (place < list.count && (list.ids[place] ?? 0) < id) place++;
        places[word] = place;
        if (list.ids[place] !== id || place >= list.count) continue;
        found++;
        const own = list.reach[place] ?? 0;
        const inText = list.inText[place] ?? 0;
        if (own > reach) reach = own;
        if (inText > 0 && own + own / inText > likely) likely = own + own / inText;
      }
      const isMatch = isAllowed && (!needsAll || found === width);
      const norm = K1 * (1 - B + (B * reach) / this.#average);
      const likelyNorm = K1 * (1 - B + (B * likely) / this.#average);
      let score = 0;
      let guess = 0;
      for (let word = 0; word < width; word++) {
        const list = lists[word];
        const place = places[word] ?? 0;
        if (list === undefined || list.ids[place] !== id || place >= list.count) continue;
        if (isMatch) {
          const frequency =
            weights.text * (list.inText[place] ?? 0) +
            weights.symbols * (list.inSymbols[place] ?? 0) +
            weights.path * (list.inPath[place] ?? 0);
          score += (idf[word] ?? 0) * ((frequency * (K1 + 1)) / (frequency + norm));
          guess += (idf[word] ?? 0) * ((frequency * (K1 + 1)) / (frequency + likelyNorm));
        }
        places[word] = place + 1;
        heads[word] = headOf(list, place + 1);
      }
      if (!isMatch) continue;
      ids[count] = id;
      bounds[count] = score;
      guesses[count] = guess;
      count++;
    }
    return { ids, bounds, guesses, count };
  }

  #best({ ids, bounds, guesses, count }: Bounded, limit: number): ScoredRow[] {
    const border = nthLargest(guesses, count, SAMPLE * limit);
    const first: number[] = [];
    for (let row = 0; row < count; row++) if ((guesses[row] ?? 0) > border) first.push(ids[row] ?? 0);
    for (let row = 0; row < count && first.length < SAMPLE * limit; row++) {
      if (guesses[row] === border) first.push(ids[row] ?? 0);
    }
    const best = this.#scored(first).sort(byScore).slice(0, limit);
    const last = best[limit - 1];
    if (last === undefined) return best;
    const known = new Set(first);
    const others: number[] = [];
    for (let row = 0; row < count; row++) {
      const bound = bounds[row] ?? 0;
      const id = ids[row] ?? 0;
      const isPossible = bound > -last.bm25 || (bound === -last.bm25 && id < last.chunkId);
      if (isPossible && !known.has(id)) others.push(id);
    }
    if (others.length === 0) return best;
    return best.concat(this.#scored(others)).sort(byScore).slice(0, limit);
  }

  /** The rows with their scores, in the same order. */
  #scored(ids: readonly number[]): ScoredRow[] {
    const { lists, weights } = this.query;
    const sizes = this.sizes.of(ids);
    const scored: ScoredRow[] = [];
    for (let row = 0; row < ids.length; row++) {
      const chunkId = ids[row] ?? 0;
      const norm = K1 * (1 - B + (B * (sizes[row] ?? 0)) / this.#average);
      let score = 0;
      for (let word = 0; word < lists.length; word++) {
        const list = lists[word];
        if (list === undefined) break;
        const place = list.placeOf(chunkId);
        if (place === -1) continue;
        const frequency =
          weights.text * (list.inText[place] ?? 0) +
          weights.symbols * (list.inSymbols[place] ?? 0) +
          weights.path * (list.inPath[place] ?? 0);
        score += (this.#idf[word] ?? 0) * ((frequency * (K1 + 1)) / (frequency + norm));
      }
      scored.push({ chunkId, bm25: -score });
    }
    return scored;
  }
}

function headOf(list: Doclist | undefined, place: number): number {
  return list !== undefined && place < list.count ? (list.ids[place] ?? 0) : Number.POSITIVE_INFINITY;
}

function byScore(a: ScoredRow, b: ScoredRow): number {
  return a.bm25 - b.bm25 || a.chunkId - b.chunkId;
}

/** The nth largest of the first `count` numbers, the smallest where there are fewer: a heap of the n largest so far. */
function nthLargest(numbers: Float64Array, count: number, n: number): number {
  const size = Math.min(n, count);
  if (size === 0) return 0;
  const heap = numbers.slice(0, size).sort();
  for (let at = size; at < count; at++) {
    const value = numbers[at] ?? 0;
    if (value <= (heap[0] ?? 0)) continue;
    let place = 0;
    for (let child = 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
      if ((heap[child] ?? 0) >= value) break;
      heap[place] = heap[child] ?? 0;
      place = child;
    }
    heap[place] = value;
  }
  return heap[0] ?? 0;
}
