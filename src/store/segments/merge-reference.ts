/**
 * Segments of FTS5 read and merged into one, in plain TypeScript: what the kernel must make byte for byte, and the segment that
 * the builder would make of all rows that are left.
 */
import { type MergeInput, PAGE_SIZE, type SegmentPages } from "../../kernels/segment.ts";
import { MAIN_INDEX, type Posting, SegmentWriter } from "./segment-reference.ts";
import { VarintReader } from "./varints.ts";

const HEADER = 4;

function damaged(what: string): RangeError {
  return new RangeError(`a segment is damaged: ${what}`);
}

/** The doclists of a segment, one behind the other. */
interface Doclists {
  readonly bytes: Uint8Array;
  /** Terms as binary strings, the index in front, and where their doclists begin; each ends where the next one begins. */
  readonly terms: readonly { readonly term: string; readonly start: number }[];
  /** Where rowids stand that are no differences: the first of each page. */
  readonly wholeRowids: ReadonlySet<number>;
}

function doclistsOf(leaves: readonly Uint8Array[]): Doclists {
  const bytes: number[] = [];
  const terms: { term: string; start: number }[] = [];
  const wholeRowids = new Set<number>();
  for (const page of leaves) {
    if (page.length < HEADER) throw damaged("a page without a header");
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const firstRowid = view.getUint16(0);
    const end = view.getUint16(2);
    if (end < HEADER || end > page.length) throw damaged("a page that ends elsewhere");
    const offsets = offsetsIn(page.subarray(end));
    const borders = [...offsets, end];
    const before = borders[0] ?? end;
    if (before < HEADER) throw damaged("a term outside its page");
    for (const [i, border] of borders.entries()) {
      if (i > 0 && border <= (borders[i - 1] ?? 0)) throw damaged("terms out of order");
    }
    if (firstRowid !== 0) {
      if (firstRowid < HEADER || firstRowid >= before) throw damaged("a row that is not before the terms");
      wholeRowids.add(bytes.length + firstRowid - HEADER);
    }
    if (terms.length === 0 && before > HEADER) throw damaged("a row without a term");
    bytes.push(...page.subarray(HEADER, before));
    let last = "";
    for (const [i, offset] of offsets.entries()) {
      const stop = borders[i + 1] ?? end;
      const from = new VarintReader(page.subarray(0, stop), offset);
      const shared = i === 0 ? 0 : from.next();
      const size = from.next();
      if (shared > last.length || size > stop - from.at) throw damaged("a term longer than its page");
      last = last.slice(0, shared) + Buffer.from(page.subarray(from.at, from.at + size)).toString("latin1");
      if (!last.startsWith(MAIN_INDEX) || last === MAIN_INDEX) throw damaged("a term of another index");
      terms.push({ term: last, start: bytes.length });
      bytes.push(...page.subarray(from.at + size, stop));
    }
  }
  return { bytes: Uint8Array.from(bytes), terms, wholeRowids };
}

/** Differences, summed up. */
function offsetsIn(footer: Uint8Array): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const from = new VarintReader(footer); !from.isAtEnd; ) {
    offset += from.next();
    offsets.push(offset);
  }
  return offsets;
}

function postingsIn({ bytes, wholeRowids }: Doclists, start: number, end: number): Posting[] {
  const postings: Posting[] = [];
  const from = new VarintReader(bytes.subarray(0, end), start);
  let rowid = -1;
  while (!from.isAtEnd) {
    const isWhole = rowid === -1 || wholeRowids.has(from.at);
    const next = (isWhole ? 0 : rowid) + from.next();
    if (next <= rowid) throw damaged("rows out of order");
    rowid = next;
    const sizeAt = from.at;
    const size = from.next();
    if (size < 2 || size % 2 === 1) throw damaged("a row without positions");
    const list = [[...bytes.subarray(sizeAt, from.at)]];
    const stop = from.at + size / 2;
    if (stop > end) throw damaged("positions beyond their term");
    while (from.at < stop) {
      const varintAt = from.at;
      from.next();
      list.push([...bytes.subarray(varintAt, from.at)]);
    }
    if (from.at !== stop) throw damaged("positions beyond their row");
    postings.push({ rowid, list });
  }
  return postings;
}

/** Inputs from the oldest to the newest; no row may be left in two of them. Throws RangeError for damaged pages. */
export function referenceMerge(inputs: readonly MergeInput[], pageSize: number = PAGE_SIZE): SegmentPages {
  const all = new Map<string, Posting[]>();
  for (const { leaves, removed } of inputs) {
    const doclists = doclistsOf(leaves);
    for (const [i, { term, start }] of doclists.terms.entries()) {
      const end = doclists.terms[i + 1]?.start ?? doclists.bytes.length;
      for (const posting of postingsIn(doclists, start, end)) {
        if (removed?.has(posting.rowid)) continue;
        const postings = all.get(term) ?? [];
        if (postings.length === 0) all.set(term, postings);
        postings.push(posting);
      }
    }
  }
  const writer = new SegmentWriter(pageSize);
  for (const term of [...all.keys()].sort()) {
    const postings = (all.get(term) ?? []).sort((one, other) => one.rowid - other.rowid);
    for (const [i, { rowid }] of postings.entries()) {
      if (rowid === postings[i - 1]?.rowid) throw damaged(`row ${rowid} is in two of them`);
    }
    writer.append(term, postings);
  }
  writer.finish();
  const { leaves, index, doclistIndexes } = writer;
  return { leaves, index, doclistIndexes };
}
