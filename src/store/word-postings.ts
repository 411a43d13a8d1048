/**
 * Postings of plain words read by ourselves (segments/doclists.ts), everything else by FTS5: the same answers at a third of
 * the cost, and less for common words. For processes that have searched before: a first search would compile all this.
 */
import { fileOfChunk } from "./chunks.ts";
import { type Candidate, type CandidateQuery, FtsPostings, type Postings, type TextCounts } from "./postings.ts";
import { BestRows } from "./segments/best-rows.ts";
import type { Doclist } from "./segments/doclist.ts";
import { type DoclistBounds, Doclists } from "./segments/doclists.ts";
import { RowSizes } from "./segments/row-sizes.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";

/** Words in more rows than `bounds` allow are FTS5's as well. For one read transaction of `store`, or several while `isCurrent`. */
export function openWordPostings(store: Store, bounds?: DoclistBounds): Postings {
  return new WordPostings(store, bounds);
}

/** Words that are looked up in all columns, joined by one operator. */
interface PlainWords {
  readonly tokens: readonly string[];
  readonly needsAll: boolean;
}

/** Tokens as the index has them: FTS5's tokeniser would leave them as they are. */
const TOKEN = '"[a-z0-9\\u0080-\\uffff]+"';
const ANY_WORD = new RegExp(`^${TOKEN}(?: OR ${TOKEN})*$`);
const ALL_WORDS = new RegExp(`^${TOKEN}(?: AND ${TOKEN})+$`);

function plainWords(match: string): PlainWords | null {
  const needsAll = ALL_WORDS.test(match);
  if (!needsAll && !ANY_WORD.test(match)) return null;
  return { tokens: match.slice(1, -1).split(needsAll ? '" AND "' : '" OR "'), needsAll };
}

class WordPostings extends FtsPostings {
  #doclists: Doclists | undefined;
  readonly #sizes = new RowSizes(this.store);
  /** What was asked for last, by expression and weights: mostly more of it is asked for next. */
  readonly #asked = new Map<string, { readonly files: readonly number[] | null; readonly rows: BestRows }>();
  readonly #files = new WeakMap<readonly number[], ReadonlySet<number>>();

  constructor(
    store: Store,
    private readonly bounds: DoclistBounds | undefined,
  ) {
    super(store);
  }

  override reads(match: string): boolean {
    const words = plainWords(match);
    return words !== null && this.#reading(() => this.#opened().read(words.tokens)) !== null;
  }

  override get isCurrent(): boolean {
    return this.#doclists === undefined || this.#reading(() => this.#doclists?.isCurrent === true);
  }

  protected override best(query: CandidateQuery, limit: number): Candidate[] {
    const rows = this.#rowsOf(query);
    return rows === null ? super.best(query, limit) : this.#reading(() => rows.best(limit));
  }

  protected override withScore(query: CandidateQuery, bm25: number, most: number): Candidate[] {
    const rows = this.#rowsOf(query);
    if (rows === null) return super.withScore(query, bm25, most);
    return this.byPlace(this.#reading(() => rows.withScore(bm25))).slice(0, most);
  }

  /** Null for what FTS5 has to look up. */
  #rowsOf({ match, files, weights = [1, 1, 1, 1] }: CandidateQuery): BestRows | null {
    const [body, ident, symbols, path] = weights;
    const words = body === ident ? plainWords(match) : null;
    if (words === null) return null;
    const key = `${match} ${weights.join(" ")}`;
    const known = this.#asked.get(key);
    if (known !== undefined && known.files === files) return known.rows;
    const rows = this.#reading(() => {
      const doclists = this.#opened();
      const lists = doclists.read(words.tokens);
      if (lists === null) return null;
      return new BestRows(this.#sizes, {
        lists,
        needsAll: words.needsAll,
        files: files === null ? null : this.#setOf(files),
        weights: { text: body, symbols, path },
        totals: doclists.totals,
      });
    });
    if (rows !== null) this.#asked.set(key, { files, rows });
    return rows;
  }

  override count(match: string, files: readonly number[] | null = null): number {
    return files === null ? (this.#listOf(match)?.count ?? super.count(match)) : super.count(match, files);
  }

  override countSome(match: string, most: number): { count: number; last: number | null } {
    const list = this.#listOf(match);
    if (list === null) return super.countSome(match, most);
    return list.count < most ? { count: list.count, last: null } : { count: most, last: list.ids[most - 1] ?? null };
  }

  override chunksMatching(match: string, files: readonly number[] | null = null, limit = -1): number[] {
    const list = files === null ? this.#listOf(match) : null;
    if (list === null) return super.chunksMatching(match, files, limit);
    const found: number[] = [];
    const end = limit < 0 ? list.count : Math.min(limit, list.count);
    for (let row = 0; row < end; row++) found.push(list.ids[row] ?? 0);
    return found;
  }

  override filesMatching(match: string, files: readonly number[] | null = null): number[] {
    const list = this.#listOf(match);
    if (list === null) return super.filesMatching(match, files);
    const allowed = files === null ? null : this.#setOf(files);
    const found: number[] = [];
    let last = -1;
    for (let row = 0; row < list.count; row++) {
      const file = fileOfChunk(list.ids[row] ?? 0);
      if (file === last) continue;
      last = file;
      if (allowed === null || allowed.has(file)) found.push(file);
    }
    return found;
  }

  override textCounts(words: readonly string[], chunkIds: readonly number[]): TextCounts | null {
    const doclists = this.#opened();
    const lists = doclists.known(words);
    if (lists === null) return null;
    const width = words.length;
    const counts = new Float64Array(chunkIds.length * width);
    for (let row = 0; row < chunkIds.length; row++) {
      for (let column = 0; column < width; column++) {
        const list = lists[column];
        const place = list?.placeOf(chunkIds[row] ?? 0) ?? -1;
        if (place >= 0) counts[row * width + column] = list?.inText[place] ?? 0;
      }
    }
    return { width, counts, lengths: this.#reading(() => this.#sizes.ofTexts(chunkIds)) };
  }

  /** The chunks of a single word, null for anything else. */
  #listOf(match: string): Doclist | null {
    const words = plainWords(match);
    if (words === null || words.tokens.length > 1) return null;
    return this.#reading(() => this.#opened().read(words.tokens)?.[0] ?? null);
  }

  #opened(): Doclists {
    this.#doclists ??= new Doclists(this.store, this.bounds);
    return this.#doclists;
  }

  #setOf(files: readonly number[]): ReadonlySet<number> {
    const known = this.#files.get(files) ?? new Set(files);
    this.#files.set(files, known);
    return known;
  }

  #reading<T>(body: () => T): T {
    try {
      return body();
    } catch (error) {
      throw error instanceof RangeError ? corruptStore(this.store.path, error) : error;
    }
  }
}
