/**
 * A word's rows out of the leaf pages of an FTS5 segment, counted as they are read (the format is told at the head of SQLite's
 * ext/fts5/fts5_index.c). All throw RangeError for what is no such page; nothing is read outside the bytes given.
 */

/** Columns of the table, in the order of their numbers in a position list. */
const BODY = 0;
const IDENT = 1;
const SYMBOLS = 2;
const PATH = 3;
const COLUMNS = 4;

/** A page's header: where its first rowid stands, and where its terms and rows end and the places of the terms begin. */
const HEADER_BYTES = 4;

/** The rows that hold a word: one array for each thing that is known of them. */
export class Doclist {
  constructor(
    readonly count = 0,
    /** Ascending. These arrays may be longer than the list. */
    readonly ids = new Float64Array(),
    /** Occurrences in `body` and `ident`, the tokens of the text itself. */
    readonly inText = new Uint32Array(),
    readonly inSymbols = new Uint32Array(),
    readonly inPath = new Uint32Array(),
    /** Of each column up to the last occurrence, how many tokens stand there: the row has at least so many. */
    readonly reach = new Uint32Array(),
  ) {}

  /** Where a row stands, -1 where it does not. */
  placeOf(id: number): number {
    const { ids } = this;
    let from = 0;
    let to = this.count;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((ids[middle] ?? 0) < id) from = middle + 1;
      else to = middle;
    }
    return from < this.count && ids[from] === id ? from : -1;
  }
}

/** A list of more rows takes the memory it was gathered in; a shorter one is copied out of it. */
const HANDED_OVER = 1024;

/** Rows of several segments as they are gathered. */
export class DoclistBuilder {
  ids = new Float64Array(HANDED_OVER);
  inText = new Uint32Array(HANDED_OVER);
  inSymbols = new Uint32Array(HANDED_OVER);
  inPath = new Uint32Array(HANDED_OVER);
  reach = new Uint32Array(HANDED_OVER);
  count = 0;

  #begin(): void {
    this.ids = new Float64Array(HANDED_OVER);
    this.inText = new Uint32Array(HANDED_OVER);
    this.inSymbols = new Uint32Array(HANDED_OVER);
    this.inPath = new Uint32Array(HANDED_OVER);
    this.reach = new Uint32Array(HANDED_OVER);
  }

  grow(room: number): void {
    if (room <= this.ids.length) return;
    const size = Math.max(room, 2 * this.ids.length);
    this.ids = copied(new Float64Array(size), this.ids);
    this.inText = copied(new Uint32Array(size), this.inText);
    this.inSymbols = copied(new Uint32Array(size), this.inSymbols);
    this.inPath = copied(new Uint32Array(size), this.inPath);
    this.reach = copied(new Uint32Array(size), this.reach);
  }

  /**
   * The rows gathered, by their ids, which are nearly always in order already; the next list begins empty. Throws RangeError
   * for a row that is there twice.
   */
  finish(): Doclist {
    const { ids, inText, inSymbols, inPath, reach, count } = this;
    this.count = 0;
    let at = 1;
    while (at < count && (ids[at - 1] ?? 0) < (ids[at] ?? 0)) at++;
    if (at >= count && count > HANDED_OVER) {
      this.#begin();
      return new Doclist(count, ids, inText, inSymbols, inPath, reach);
    }
    if (at >= count) {
      return new Doclist(
        count,
        ids.slice(0, count),
        inText.slice(0, count),
        inSymbols.slice(0, count),
        inPath.slice(0, count),
        reach.slice(0, count),
      );
    }
    const order = Array.from({ length: count }, (_, row) => row).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
    for (let row = 1; row < count; row++) {
      if (ids[order[row] ?? 0] === ids[order[row - 1] ?? 0]) throw new RangeError("a row is in two segments");
    }
    const inOrder = (from: Uint32Array) => Uint32Array.from(order, (row) => from[row] ?? 0);
    return new Doclist(
      count,
      Float64Array.from(order, (row) => ids[row] ?? 0),
      inOrder(inText),
      inOrder(inSymbols),
      inOrder(inPath),
      inOrder(reach),
    );
  }
}

function copied<T extends Float64Array | Uint32Array>(to: T, from: T): T {
  to.set(from);
  return to;
}

/** A stretch of a page. */
export interface Extent {
  readonly from: number;
  readonly to: number;
  /** Whether the rows may go on with the next page. */
  readonly isOpen: boolean;
}

function cut(): RangeError {
  return new RangeError("a page of postings is cut off");
}

/** Reads varints of up to 32 bits. */
class Cursor {
  at = 0;

  constructor(private readonly page: Uint8Array) {}

  next(): number {
    let value = 0;
    for (let length = 0; length < 5; length++) {
      const byte = this.page[this.at++];
      if (byte === undefined) throw cut();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw cut();
  }
}

/** Where a page's terms and rows end. */
function leafEnd(page: Uint8Array): number {
  const end = ((page[2] ?? 0) << 8) | (page[3] ?? 0);
  if (end < HEADER_BYTES || end > page.length) throw cut();
  return end;
}

/** The rows of `term` (with the byte of its index) in the page that begins at or before it; null where it has none there. */
export function findTerm(page: Uint8Array, term: Uint8Array): Extent | null {
  const end = leafEnd(page);
  const places = new Cursor(page);
  places.at = end;
  const entry = new Cursor(page);
  /** Bytes of `term` that the present one begins with; what comes before `term` in the page shares ever more. */
  let met = 0;
  for (let start = 0, isFirst = true; places.at < page.length; isFirst = false) {
    start += places.next();
    entry.at = start;
    const kept = isFirst ? 0 : entry.next();
    const length = entry.next();
    const from = entry.at + length;
    if (from > end) throw cut();
    if (kept < met) return null;
    if (kept > met) continue;
    const most = Math.min(length, term.length - met);
    let same = 0;
    while (same < most && page[entry.at + same] === term[met + same]) same++;
    met += same;
    if (met === term.length) {
      if (same < length) return null;
      const hasNext = places.at < page.length;
      const to = hasNext ? start + places.next() : end;
      if (to > end) throw cut();
      return { from, to, isOpen: !hasNext };
    }
    if (same < length && (page[entry.at + same] ?? 0) > (term[met] ?? 0)) return null;
  }
  return null;
}

/** What of a later page still belongs to the rows that an earlier one left open. */
export function restOfRows(page: Uint8Array): Extent {
  const end = leafEnd(page);
  if (page.length === end) return { from: HEADER_BYTES, to: end, isOpen: true };
  const places = new Cursor(page);
  places.at = end;
  const to = places.next();
  if (to < HEADER_BYTES || to > end) throw cut();
  return { from: HEADER_BYTES, to, isOpen: false };
}

/** The rows of one word in one segment, gathered page by page. */
export class RowBytes {
  #bytes = new Uint8Array(8192);
  #length = 0;
  /** Where a rowid stands whole and not as a difference. */
  readonly #whole: number[] = [];

  clear(): void {
    this.#length = 0;
    this.#whole.length = 0;
  }

  add(page: Uint8Array, { from, to }: Extent): void {
    const first = this.#length === 0 ? from : ((page[0] ?? 0) << 8) | (page[1] ?? 0);
    if (first >= from && first < to) this.#whole.push(this.#length + first - from);
    else if (first !== 0) throw cut();
    if (this.#length + to - from > this.#bytes.length) {
      const larger = new Uint8Array(2 * (this.#length + to - from));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(page.subarray(from, to), this.#length);
    this.#length += to - from;
  }

  /** Appends the rows to `list`, but those that were deleted. */
  decode(list: DoclistBuilder, deleted: ReadonlySet<number> | null): void {
    const bytes = this.#bytes;
    const length = this.#length;
    // A row takes three bytes and more, mostly seven.
    list.grow(list.count + Math.ceil(length / 6));
    let { ids, inText, inSymbols, inPath, reach } = list;
    let row = list.count;
    let id = 0;
    let last = -1;
    let whole = 0;
    for (let at = 0; at < length; ) {
      if (at === this.#whole[whole]) {
        id = 0;
        whole++;
      }
      let byte = bytes[at++] ?? 0;
      let value = byte & 0x7f;
      while (byte >= 0x80 && at < length) {
        byte = bytes[at++] ?? 0;
        value = value * 128 + (byte & 0x7f);
      }
      id += value;
      if (id <= last) throw new RangeError("rows out of order");
      last = id;
      byte = bytes[at++] ?? 0;
      let size = byte & 0x7f;
      while (byte >= 0x80 && at < length) {
        byte = bytes[at++] ?? 0;
        size = size * 128 + (byte & 0x7f);
      }
      // The low bit marks a deletion by another kind of table.
      const end = at + (size >> 1);
      if (end > length || (size & 1) === 1 || size === 0 || id > Number.MAX_SAFE_INTEGER) throw cut();
      let column = BODY;
      let found = 0;
      let position = 0;
      let text = 0;
      let symbols = 0;
      let path = 0;
      let most = 0;
      for (;;) {
        const isEnd = at >= end;
        byte = isEnd ? 1 : (bytes[at++] ?? 0);
        if (byte !== 1) {
          let step = byte & 0x7f;
          while (byte >= 0x80 && at < end) {
            byte = bytes[at++] ?? 0;
            step = step * 128 + (byte & 0x7f);
          }
          position += step - 2;
          found++;
          continue;
        }
        // The next column, or the end.
        if (column <= IDENT) text += found;
        else if (column === SYMBOLS) symbols += found;
        else if (column === PATH) path += found;
        if (found > 0) most += position + 1;
        if (isEnd) break;
        const next = bytes[at++] ?? 0;
        if (at > end || next <= column || next >= COLUMNS) throw cut();
        column = next;
        found = 0;
        position = 0;
      }
      if (deleted?.has(id) === true) continue;
      if (row === ids.length) {
        list.grow(row + 1);
        ({ ids, inText, inSymbols, inPath, reach } = list);
      }
      ids[row] = id;
      inText[row] = text;
      inSymbols[row] = symbols;
      inPath[row] = path;
      reach[row] = most;
      row++;
    }
    list.count = row;
  }
}
