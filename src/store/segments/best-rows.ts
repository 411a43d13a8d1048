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
  readonly count: number;
  /** What the score of a row probably is. */
  guess(row: number): number;
}

/** What a word adds to the scores of its rows. */
class WeighedWord {
  readonly idf: number;
  readonly #average: number;

  constructor(
    readonly list: Doclist,
    private readonly weights: RowWeights,
    { rows, tokens }: Totals,
  ) {
    const idf = Math.log((rows - list.count + 0.5) / (list.count + 0.5));
    this.idf = idf <= 0 ? LEAST_IDF : idf;
    this.#average = tokens / rows;
  }

  /** In a row of so many tokens. */
  score(place: number, size: number): number {
    const { list, weights } = this;
    const frequency =
      weights.text * (list.inText[place] ?? 0) +
      weights.symbols * (list.inSymbols[place] ?? 0) +
      weights.path * (list.inPath[place] ?? 0);
    return this.idf * ((frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * size) / this.#average)));
  }

  /** At most: the row is as long as the word's last occurrences are far. */
  bound(place: number): number {
    return this.score(place, this.list.reach[place] ?? 0);
  }

  /** Probably: n occurrences reach, on average, n / (n + 1) of the way to the end. */
  guess(place: number): number {
    const reach = this.list.reach[place] ?? 0;
    return this.score(place, Math.max(this.#average / 2, reach + reach / Math.max(1, this.list.inText[place] ?? 0)));
  }
}

/** Whoever asks for more pays for what was not looked at before. */
export class BestRows {
  #all: Bounded | undefined;
  #some: { readonly without: ReadonlySet<number>; readonly rows: Bounded } | undefined;
  readonly #words: readonly WeighedWord[];

  constructor(
    private readonly sizes: RowSizes,
    private readonly query: WordQuery,
  ) {
    const { lists, weights, totals } = query;
    this.#words = lists.map((list) => new WeighedWord(list, weights, totals));
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
    for (const word of words) bound += (this.#words[word]?.idf ?? 0) * (K1 + 1);
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
        if (!chosen.has(other) && (this.#words[other]?.idf ?? 0) * OFTEN >= bound) enough += lists[other]?.count ?? 0;
      }
      if (enough >= 2 * limit) for (const each of chosen) common.add(each);
    }
    return common;
  }

  /** The rows that match, but those that have no other words than `without`. */
  #matching(without: ReadonlySet<number>): Bounded {
    const { lists, needsAll, files } = this.query;
    const [word, ...others] = this.#words;
    if (word !== undefined && others.length === 0 && files === null) return rowsOfWord(word);
    const width = lists.length;
    /** Words whose rows are gone through: the others are looked for in these. */
    const leads = new Uint8Array(width);
    const rarest = lists.reduce((best, { count }, at) => (count < (lists[best]?.count ?? 0) ? at : best), 0);
    let most = 0;
    for (let at = 0; at < width; at++) {
      if (needsAll ? at !== rarest : without.has(at)) continue;
      leads[at] = 1;
      most += lists[at]?.count ?? 0;
    }
    const ids = new Float64Array(most);
    const bounds = new Float64Array(most);
    const guesses = new Float64Array(most);
    /** Of each word the place of the row that comes next. */
    const places = new Uint32Array(width);
    let count = 0;
    let file = -1;
    let isAllowed = files === null;
    for (;;) {
      let id = Number.POSITIVE_INFINITY;
      for (let at = 0; at < width; at++) {
        const list = lists[at];
        const place = places[at] ?? 0;
        if (leads[at] === 0 || list === undefined || place >= list.count) continue;
        const head = list.ids[place] ?? 0;
        if (head < id) id = head;
      }
      if (id === Number.POSITIVE_INFINITY) break;
      if (files !== null && Math.floor(id / MAX_CHUNKS) !== file) {
        file = Math.floor(id / MAX_CHUNKS);
        isAllowed = files.has(file);
      }
      let found = 0;
      let bound = 0;
      let guess = 0;
      for (let at = 0; at < width; at++) {
        const each = this.#words[at];
        if (each === undefined) break;
        const { list } = each;
        let place = places[at] ?? 0;
        while (place < list.count && (list.ids[place] ?? 0) < id) place++;
        if (place < list.count && list.ids[place] === id) {
          found++;
          if (isAllowed) {
            bound += each.bound(place);
            guess += each.guess(place);
          }
          place++;
        }
        places[at] = place;
      }
      if (!isAllowed || (needsAll && found < width)) continue;
      ids[count] = id;
      bounds[count] = bound;
      guesses[count] = guess;
      count++;
    }
    return { ids, bounds, count, guess: (row) => guesses[row] ?? 0 };
  }

  #best(rows: Bounded, limit: number): ScoredRow[] {
    const { ids, bounds, count } = rows;
    const first = likelyRows(rows, SAMPLE * limit);
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
    const sizes = this.sizes.of(ids);
    const scored: ScoredRow[] = [];
    for (let row = 0; row < ids.length; row++) {
      const chunkId = ids[row] ?? 0;
      let score = 0;
      for (const word of this.#words) {
        const place = word.list.placeOf(chunkId);
        if (place >= 0) score += word.score(place, sizes[row] ?? 0);
      }
      scored.push({ chunkId, bm25: -score });
    }
    return scored;
  }
}

function rowsOfWord(word: WeighedWord): Bounded {
  const { ids, count } = word.list;
  const bounds = new Float64Array(count);
  for (let place = 0; place < count; place++) bounds[place] = word.bound(place);
  return { ids, bounds, count, guess: (row) => word.guess(row) };
}

function byScore(a: ScoredRow, b: ScoredRow): number {
  return a.bm25 - b.bm25 || a.chunkId - b.chunkId;
}

/**
 * Ids of the `most` rows, about, of which most is to be expected; guesses lie beneath the bounds. A heap of the largest
 * guesses so far, the least of them on top.
 */
function likelyRows({ ids, bounds, count, guess }: Bounded, most: number): number[] {
  const size = Math.min(most, count);
  const heap = new Float64Array(size);
  const rows = new Uint32Array(size);
  for (let row = 0; row < count; row++) {
    if (row >= size && (bounds[row] ?? 0) <= (heap[0] ?? 0)) continue;
    const value = guess(row);
    let place = 0;
    if (row < size) {
      // Upwards from the end.
      for (place = row; place > 0; ) {
        const parent = (place - 1) >> 1;
        if ((heap[parent] ?? 0) <= value) break;
        heap[place] = heap[parent] ?? 0;
        rows[place] = rows[parent] ?? 0;
        place = parent;
      }
    } else {
      if (value <= (heap[0] ?? 0)) continue;
      for (let child = 1; child < size; child = 2 * place + 1) {
        if (child + 1 < size && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
        if ((heap[child] ?? 0) >= value) break;
        heap[place] = heap[child] ?? 0;
        rows[place] = rows[child] ?? 0;
        place = child;
      }
    }
    heap[place] = value;
    rows[place] = row;
  }
  const found: number[] = [];
  for (const row of rows.sort()) found.push(ids[row] ?? 0);
  return found;
}
