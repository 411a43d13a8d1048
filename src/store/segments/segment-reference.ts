/**
 * The pages of one FTS5 segment from rows of tokens, in plain TypeScript: what the kernel (src/kernels/segment.ts) must make
 * byte for byte, and what FTS5 itself writes when its hash is flushed once. The format is that of ext/fts5/fts5_index.c of
 * SQLite 3.54, for detail=full and tables without prefix indexes.
 */
import { PAGE_SIZE, type Segment, type SegmentRow } from "../../kernels/segment.ts";
import { putVarint } from "./varints.ts";

/** Bytes of a token that FTS5 keeps. */
const TOKEN_BYTES = 32768;
/** Before each term: the index it belongs to. There are no prefix indexes, so it is always the main one. */
export const MAIN_INDEX = "0";
/** Leaves without a term behind a term's own, from which its doclist is worth an index. */
const INDEXED_LEAVES = 4;

/** Tokens of FTS5's `ascii` tokenizer as binary strings: runs of ASCII letters, digits and bytes from 0x80, A-Z folded. */
export function asciiTokens(column: Uint8Array): string[] {
  const tokens: string[] = [];
  let token = "";
  for (const byte of column) {
    const isUpper = byte >= 0x41 && byte <= 0x5a;
    if (isUpper || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte >= 0x80) {
      if (token.length < TOKEN_BYTES) token += String.fromCharCode(isUpper ? byte + 32 : byte);
    } else if (token !== "") {
      tokens.push(token);
      token = "";
    }
  }
  if (token !== "") tokens.push(token);
  return tokens;
}

/** A term's places in one row: positions of each column, ascending. */
type Places = readonly number[][];

/** A term's row: its rowid, and the varints of its position list, the list's size first. They may stand on different pages, but each on one. */
export interface Posting {
  readonly rowid: number;
  readonly list: readonly (readonly number[])[];
}

function positionList(places: Places): number[][] {
  const list: number[][] = [];
  const append = (value: number) => {
    const bytes: number[] = [];
    putVarint(bytes, value);
    list.push(bytes);
  };
  for (const [column, positions] of places.entries()) {
    if (positions.length === 0) continue;
    if (column > 0) {
      append(1);
      append(column);
    }
    let previous = 0;
    for (const position of positions) {
      append(position - previous + 2);
      previous = position;
    }
  }
  const size: number[] = [];
  // The lowest bit marks deletions, which contentless tables keep elsewhere.
  putVarint(size, list.reduce((sum, { length }) => sum + length, 0) * 2);
  return [size, ...list];
}

function commonPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** A page of a doclist index that is being filled. Level 0 has an entry a leaf, each further level one a page below. */
interface IndexPage {
  readonly page: number;
  readonly bytes: number[];
  readonly first: number;
  last: number;
}

function indexPage(isRoot: boolean, page: number, child: number, rowid: number): IndexPage {
  const bytes = [isRoot ? 0 : 1];
  putVarint(bytes, child);
  putVarint(bytes, rowid);
  return { page, bytes, first: rowid, last: rowid };
}

/** Writes the pages of a segment, term by term in byte order. */
export class SegmentWriter {
  readonly leaves: Uint8Array[] = [];
  readonly index: { term: Uint8Array; pgno: number }[] = [];
  readonly doclistIndexes: { height: number; page: number; data: Uint8Array }[] = [];

  #leaf = [0, 0, 0, 0];
  /** Places of the terms on this leaf, which stand behind everything else. */
  #footer: number[] = [];
  #lastTermAt = 0;
  #hasRowid = false;
  #term = "";
  /** The last leaf on which a term begins, and what separates it from the leaves before. */
  #branch = { page: 1, separator: "" };
  /** Leaves since on which none does. */
  #termless = 0;
  #levels: IndexPage[] = [];

  constructor(private readonly pageSize: number) {}

  get #page(): number {
    return this.leaves.length + 1;
  }

  get #used(): number {
    return this.#leaf.length + this.#footer.length;
  }

  /** A term is a binary string with its index in front; postings in order of rowid. */
  append(term: string, postings: readonly Posting[]): void {
    this.#appendTerm(term);
    let previous = 0;
    for (const { rowid, list } of postings) {
      if (this.#hasRowid) putVarint(this.#leaf, rowid - previous);
      else this.#startLeafWithRowid(rowid);
      previous = rowid;
      this.#appendPositions(list);
    }
  }

  finish(): void {
    if (this.#leaf.length > 4) this.#flush();
    if (this.leaves.length > 0) this.#finishBranch();
  }

  #appendTerm(term: string): void {
    if (this.#used + term.length + 2 >= this.pageSize && this.#leaf.length > 4) this.#flush();
    const isFirst = this.#footer.length === 0;
    putVarint(this.#footer, this.#leaf.length - this.#lastTermAt);
    this.#lastTermAt = this.#leaf.length;
    const common = commonPrefix(this.#term, term);
    if (isFirst && this.#page > 1) {
      this.#finishBranch();
      this.#branch = { page: this.#page, separator: term.slice(0, common + 1) };
    }
    if (!isFirst) putVarint(this.#leaf, common);
    const rest = isFirst ? term : term.slice(common);
    putVarint(this.#leaf, rest.length);
    for (let i = 0; i < rest.length; i++) this.#leaf.push(rest.charCodeAt(i));
    this.#term = term;
    // The rowid behind a term is found through the term: the header names only one that stands before all terms.
    this.#hasRowid = true;
  }

  #startLeafWithRowid(rowid: number): void {
    this.#leaf[0] = this.#leaf.length >> 8;
    this.#leaf[1] = this.#leaf.length & 255;
    putVarint(this.#leaf, rowid);
    this.#hasRowid = true;
    this.#indexRowid(rowid);
  }

  /** A list that does not fit is cut between varints; a leaf that is full already takes one more. */
  #appendPositions(list: Posting["list"]): void {
    const size = list.reduce((sum, { length }) => sum + length, 0);
    if (this.#used + size <= this.pageSize) {
      for (const varint of list) this.#leaf.push(...varint);
      return;
    }
    let left = size;
    let next = 0;
    while (next < list.length) {
      const space = this.pageSize - this.#used;
      let taken = 0;
      do {
        const varint = list[next] ?? [];
        if (taken > 0 && left > space && taken + varint.length > space) break;
        this.#leaf.push(...varint);
        taken += varint.length;
        next++;
      } while (next < list.length);
      left -= taken;
      if (this.#used >= this.pageSize) this.#flush();
    }
  }

  #flush(): void {
    this.#leaf[2] = this.#leaf.length >> 8;
    this.#leaf[3] = this.#leaf.length & 255;
    if (this.#footer.length === 0) {
      const index = this.#levels[0];
      if (!this.#hasRowid && index !== undefined) index.bytes.push(0);
      this.#termless++;
    }
    this.leaves.push(Uint8Array.from([...this.#leaf, ...this.#footer]));
    this.#leaf = [0, 0, 0, 0];
    this.#footer = [];
    this.#lastTermAt = 0;
    this.#hasRowid = false;
  }

  /** The doclist of the last term on the branch's leaf is complete. */
  #finishBranch(): void {
    const isIndexed = this.#levels.length > 0 && this.#termless >= INDEXED_LEAVES;
    const { page, separator } = this.#branch;
    this.index.push({ term: Uint8Array.from(separator, (c) => c.charCodeAt(0)), pgno: page * 2 + (isIndexed ? 1 : 0) });
    if (isIndexed) for (const height of this.#levels.keys()) this.#writeIndexPage(height);
    this.#levels = [];
    this.#termless = 0;
  }

  #writeIndexPage(height: number): void {
    const level = this.#levels[height];
    if (level !== undefined) this.doclistIndexes.push({ height, page: level.page, data: Uint8Array.from(level.bytes) });
  }

  /** The first rowid on a leaf goes into the doclist index: a page that is full is written, and the next named one level above. */
  #indexRowid(rowid: number): void {
    let child = this.#page;
    for (let height = 0; ; height++) {
      const level = this.#levels[height];
      if (level === undefined) {
        this.#levels.push(indexPage(true, this.#branch.page, child, rowid));
        return;
      }
      if (level.bytes.length < this.pageSize) {
        putVarint(level.bytes, rowid - level.last);
        level.last = rowid;
        return;
      }
      level.bytes[0] = 1;
      this.#writeIndexPage(height);
      if (height + 1 === this.#levels.length) {
        this.#levels.push(indexPage(true, level.page, level.page, level.first));
      }
      const next = level.page + 1;
      this.#levels[height] = indexPage(false, next, child, rowid);
      child = next;
    }
  }
}

/** Rows in any order of rowid, each rowid once. Throws RangeError where one comes twice. */
export function referenceSegment(
  rows: Iterable<readonly [rowid: number, row: SegmentRow]>,
  pageSize: number = PAGE_SIZE,
): Segment {
  const sizes: { rowid: number; sizes: Uint8Array }[] = [];
  const totals: [number, number, number, number] = [0, 0, 0, 0];
  const terms = new Map<string, { rowid: number; places: number[][] }[]>();
  let last = -1;
  for (const [rowid, { body, ident, symbols, path }] of [...rows].sort(([one], [other]) => one - other)) {
    if (rowid === last) throw new RangeError(`row ${rowid} was added twice`);
    last = rowid;
    const counts: number[] = [];
    for (const [column, bytes] of [body, ident, symbols, path].entries()) {
      const tokens = asciiTokens(bytes);
      putVarint(counts, tokens.length);
      totals[column] = (totals[column] ?? 0) + tokens.length;
      for (const [position, token] of tokens.entries()) {
        const entries = terms.get(MAIN_INDEX + token) ?? [];
        if (entries.length === 0) terms.set(MAIN_INDEX + token, entries);
        if (entries.at(-1)?.rowid !== rowid) entries.push({ rowid, places: [[], [], [], []] });
        entries.at(-1)?.places[column]?.push(position);
      }
    }
    sizes.push({ rowid, sizes: Uint8Array.from(counts) });
  }
  const writer = new SegmentWriter(pageSize);
  // Code units of binary strings compare as bytes do.
  for (const term of [...terms.keys()].sort()) {
    const postings = (terms.get(term) ?? []).map(({ rowid, places }) => ({ rowid, list: positionList(places) }));
    writer.append(term, postings);
  }
  writer.finish();
  const { leaves, index, doclistIndexes } = writer;
  return { leaves, index, doclistIndexes, rows: sizes, totals };
}
