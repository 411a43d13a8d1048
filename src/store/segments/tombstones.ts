/**
 * A segment's tombstones: the rows that have been removed since it was written, as a hash table over pages (the format is told
 * at the head of SQLite's ext/fts5/fts5_index.c). A row's page is its rowid modulo the pages; there it is in the first free
 * slot from rowid / pages modulo the slots on.
 */

const HEADER = 8;
/** Slots are 4 or 8 bytes, a page's first byte says which. Ours are 8: few rowids would fit 4. */
const SLOT = 8;
const LEAST_SLOTS = 32;
/** So that a page is as large as a leaf: a search reads the pages that its rows point to. */
const MOST_SLOTS = 500;

/** Rowids of all pages. Throws RangeError for what are no such pages. */
export function decodeTombstones(pages: readonly Uint8Array[]): number[] {
  const rowids: number[] = [];
  for (const page of pages) {
    const width = page[0];
    if ((width !== 4 && width !== SLOT) || page.length < HEADER)
      throw new RangeError("a page of tombstones is damaged");
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const before = rowids.length;
    for (let at = HEADER; at + width <= page.length; at += width) {
      const rowid = width === 4 ? view.getUint32(at) : Number(view.getBigUint64(at));
      if (rowid !== 0) rowids.push(rowid);
    }
    if (rowids.length - before !== view.getUint32(4)) throw new RangeError("a page of tombstones is cut off");
  }
  return rowids;
}

/** The pages for these rowids, each at least 1, none twice. At most half of the slots are taken. */
export function encodeTombstones(rowids: readonly number[]): Uint8Array[] {
  const room = Math.max(LEAST_SLOTS, 2 * rowids.length);
  if (room <= MOST_SLOTS) return hashed(rowids, 1, room);
  // An odd number: rowids are multiples of a power of two, and little more.
  const pages = Math.ceil(room / MOST_SLOTS) | 1;
  return hashed(rowids, pages, MOST_SLOTS);
}

function hashed(rowids: readonly number[], pageCount: number, slots: number): Uint8Array[] {
  const pages: number[][] = Array.from({ length: pageCount }, () => []);
  for (const rowid of rowids) pages[rowid % pageCount]?.push(rowid);
  return pages.map((rows) => {
    // A page that got more than its share is larger.
    const room = Math.max(slots, 2 * rows.length);
    const page = new Uint8Array(HEADER + room * SLOT);
    const view = new DataView(page.buffer);
    page[0] = SLOT;
    view.setUint32(4, rows.length);
    for (const rowid of rows) {
      let slot = Math.floor(rowid / pageCount) % room;
      while (view.getBigUint64(HEADER + slot * SLOT) !== 0n) slot = (slot + 1) % room;
      view.setBigUint64(HEADER + slot * SLOT, BigInt(rowid));
    }
    return page;
  });
}
