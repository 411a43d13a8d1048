/**
 * Rows of tokens → the pages of one FTS5 segment, as src/store/segments/segment-reference.ts makes them, its scalar reference.
 * Tokens are looked up in a hash table as they come and leave their term's number; at the end terms are sorted, places
 * distributed to their terms, and pages written in one pass. src/kernels/segment.ts shares the layout of what goes in and out.
 *
 * Regions grow by moving to the end of memory; `reset` lays them out anew.
 *
 * ENTRY (16 bytes, a term): u64 its first 8 bytes, u32 where its text is when it is longer, u32 length.
 * ROW (32 bytes): u64 rowid, u32 its first token's index, u32 unused, four u32 tokens of each column.
 * PLACE (8 bytes): u30 position, u2 column, u32 the row's rank.
 * Output: records of u32 kind, two u32, u32 length, and so many bytes, padded to four.
 */

const COUNTS: usize = 1024;
/** The leaf being written: at most 16 KB, a term of 32 KB and as many positions as are written without looking. */
const LEAF: usize = 16384;
const FOOTER: usize = LEAF + 98304;
/** What separates the branch's leaf from the one before: a term's beginning. */
const SEPARATOR: usize = FOOTER + 20480;
const LEVELS: usize = SEPARATOR + 40960;
const LEVEL_BYTES: usize = 40;
const MAX_LEVELS: u32 = 32;
const LEVEL_PAGES: usize = LEVELS + LEVEL_BYTES * MAX_LEVELS;
/** Room of each level's page above the lowest: the largest page and the entry that fills it. */
const LEVEL_ROOM: usize = 16384 + 64;
const HEAP: usize = (LEVEL_PAGES + LEVEL_ROOM * MAX_LEVELS + 63) & ~63;

const SLACK: usize = 64;
const TOKEN_BYTES: u32 = 32768;
const INDEXED_LEAVES: u32 = 4;
/** A row's places of one term that are written without looking whether they fit. */
const FEW: usize = 4096;

const LEAF_RECORD: u32 = 0;
const BRANCH_RECORD: u32 = 1;
const LEVEL_RECORD: u32 = 2;
const SKIPPED_RECORD: u32 = 3;

let top: usize = HEAP;
let full: bool = false;
let multiplier: u64 = 0x9e3779b97f4a7c15;

let slots: usize = 0;
let slotBits: u32 = 0;
let entries: usize = 0;
let entryRoom: u32 = 0;
let terms: u32 = 0;
let text: usize = 0;
let textEnd: usize = 0;
let textRoom: usize = 0;
let tokens: usize = 0;
let token: usize = 0;
let tokenRoom: usize = 0;
let rowData: usize = 0;
let rowRoom: u32 = 0;
let rowCount: u32 = 0;
let input: usize = 0;
let inputRoom: usize = 0;

/** Whether the last trap came of memory that the machine does not give. */
export function isFull(): bool {
  return full;
}
/** Terms are spread by this odd number, so that nobody can write a text whose terms all meet. */
export function setMultiplier(low: u32, high: u32): void {
  multiplier = (<u64>high << 32) | <u64>(low | 1);
}

function allocate(bytes: usize): usize {
  const place = (top + 15) & ~15;
  ensure(place, bytes);
  top = place + bytes;
  return place;
}

function ensure(from: usize, bytes: usize): void {
  const end = <u64>from + <u64>bytes + <u64>SLACK;
  const had = <u64>memory.size() << 16;
  if (end <= had) return;
  const pages = <i32>((end - had + 0xfffff) >> 20) << 4;
  if (end > 0xffff0000 || memory.grow(pages) < 0) {
    full = true;
    unreachable();
  }
}

function moved(from: usize, used: usize, room: usize): usize {
  const place = allocate(room);
  memory.copy(place, from, used);
  return place;
}

/** Empties everything, in the room it had; at first that of 2^bits terms. */
export function reset(bits: u32): void {
  const isNew = slotBits == 0;
  if (isNew) {
    slotBits = bits;
    entryRoom = 1 << bits;
    textRoom = 16 << bits;
    tokenRoom = 32 << bits;
    rowRoom = (1 << bits) >> 3;
    inputRoom = 1 << 16;
  }
  top = HEAP;
  slots = allocate(<usize>4 << slotBits);
  if (!isNew) memory.fill(slots, 0, <usize>4 << slotBits);
  entries = allocate(<usize>entryRoom << 4);
  text = allocate(textRoom);
  tokens = allocate(tokenRoom);
  rowData = allocate(<usize>rowRoom << 5);
  input = allocate(inputRoom);
  terms = 0;
  textEnd = text;
  token = tokens;
  rowCount = 0;
}

/** Where the next row's columns go, one behind the other. */
export function inputFor(bytes: usize): usize {
  if (bytes + SLACK > inputRoom) {
    inputRoom = bytes + (bytes >> 1) + SLACK;
    input = allocate(inputRoom);
  }
  return input;
}

export function addRow(rowid: f64, body: u32, ident: u32, symbols: u32, path: u32): void {
  const need = ((<usize>body + ident + symbols + path) << 1) + 16;
  const used = token - tokens;
  if (used + need > tokenRoom) {
    tokenRoom = (tokenRoom << 1) + need;
    tokens = moved(tokens, used, tokenRoom);
    token = tokens + used;
  }
  if (rowCount == rowRoom) {
    rowData = moved(rowData, <usize>rowRoom << 5, <usize>rowRoom << 6);
    rowRoom <<= 1;
  }
  const row = rowData + (<usize>(rowCount++) << 5);
  store<u64>(row, <u64>rowid);
  store<u32>(row, <u32>((token - tokens) >> 2), 8);
  let from = input;
  store<u32>(row, column(from, body), 16);
  from += body;
  store<u32>(row, column(from, ident), 20);
  from += ident;
  store<u32>(row, column(from, symbols), 24);
  from += symbols;
  store<u32>(row, column(from, path), 28);
}

/** Bits of the bytes at p that belong to tokens; A-Z become a-z. */
// @ts-ignore: decorator
@inline
function tokenMask(p: usize): u64 {
  let v = v128.load(p);
  const upper = i8x16.lt_u(i8x16.sub(v, i8x16.splat(65)), i8x16.splat(26));
  if (v128.any_true(upper)) {
    v = v128.or(v, v128.and(upper, i8x16.splat(32)));
    v128.store(p, v);
  }
  const letter = i8x16.lt_u(i8x16.sub(v, i8x16.splat(97)), i8x16.splat(26));
  const digit = i8x16.lt_u(i8x16.sub(v, i8x16.splat(48)), i8x16.splat(10));
  const high = i8x16.lt_s(v, i8x16.splat(0));
  return <u64>(<u32>i8x16.bitmask(v128.or(v128.or(letter, digit), high)));
}

/** Number of tokens of a column. */
function column(from: usize, bytes: u32): u32 {
  const before = token;
  const end = from + bytes;
  let inside = false;
  let start = from;
  for (let p = from; p < end; p += 64) {
    let mask: u64 = 0;
    for (let i: usize = 0; i < 64; i += 16) mask |= tokenMask(p + i) << <u64>i;
    if (end - p < 64) mask &= (<u64>1 << <u64>(end - p)) - 1;
    let flips = mask ^ ((mask << 1) | <u64>inside);
    if (inside) {
      if (flips == 0) continue;
      const stop = p + <usize>ctz(flips);
      flips &= flips - 1;
      takeRest(start, <u32>(stop - start));
      inside = false;
    }
    while (flips != 0) {
      start = p + <usize>ctz(flips);
      flips &= flips - 1;
      if (flips == 0) {
        inside = true;
        break;
      }
      const stop = p + <usize>ctz(flips);
      flips &= flips - 1;
      take(start, <u32>(stop - start));
    }
  }
  if (inside) takeRest(start, <u32>(end - start));
  return <u32>((token - before) >> 2);
}

// @ts-ignore: decorator
@inline
function take(start: usize, bytes: u32): void {
  let id: u32;
  if (bytes <= 8) {
    const unused = <u64>(64 - (bytes << 3));
    const key = (load<u64>(start) << unused) >> unused;
    let at = (key * multiplier) >> <u64>(64 - slotBits);
    while (true) {
      id = load<u32>(slots + (<usize>at << 2));
      if (id == 0) {
        id = addTerm(at, key, start, bytes);
        break;
      }
      const entry = entries + (<usize>id << 4);
      if (load<u64>(entry) == key && load<u32>(entry, 12) == bytes) break;
      at = (at + 1) & ((<u64>1 << <u64>slotBits) - 1);
    }
  } else {
    id = takeLong(start, min(bytes, TOKEN_BYTES));
  }
  store<u32>(token, id);
  token += 4;
}

/** The same, as a function of its own: code that is hot is compiled again at 4 ms a kilobyte, which small folders feel. */
export function takeRest(start: usize, bytes: u32): void {
  take(start, bytes);
}

function takeLong(start: usize, bytes: u32): u32 {
  const key = load<u64>(start);
  let at = longHash(start, bytes) >> <u64>(64 - slotBits);
  while (true) {
    const id = load<u32>(slots + (<usize>at << 2));
    if (id == 0) return addTerm(at, key, start, bytes);
    const entry = entries + (<usize>id << 4);
    if (load<u64>(entry) == key && load<u32>(entry, 12) == bytes) {
      const known = <usize>load<u32>(entry, 8);
      let i: usize = 8;
      while (i + 8 < <usize>bytes && load<u64>(known + i) == load<u64>(start + i)) i += 8;
      if (i + 8 >= <usize>bytes && load<u64>(known + bytes - 8) == load<u64>(start + bytes - 8)) return id;
    }
    at = (at + 1) & ((<u64>1 << <u64>slotBits) - 1);
  }
}

/** Of more than 8 bytes. */
function longHash(start: usize, bytes: u32): u64 {
  let hash = load<u64>(start) * multiplier;
  const last = start + bytes - 8;
  for (let p = start + 8; p < last; p += 8) hash = ((hash ^ (hash >> 29)) + load<u64>(p)) * multiplier;
  hash = ((hash ^ (hash >> 29)) + load<u64>(last)) * multiplier;
  return (hash ^ (hash >> 32)) * multiplier;
}

function addTerm(at: u64, key: u64, start: usize, bytes: u32): u32 {
  const id = ++terms;
  if (id >= entryRoom) {
    entries = moved(entries, <usize>entryRoom << 4, <usize>entryRoom << 5);
    entryRoom <<= 1;
  }
  const entry = entries + (<usize>id << 4);
  store<u64>(entry, key);
  store<u32>(entry, bytes, 12);
  if (bytes > 8) {
    const used = textEnd - text;
    if (used + bytes + SLACK > textRoom) {
      textRoom = (textRoom << 1) + bytes;
      const place = moved(text, used, textRoom);
      for (let e = entries + 16; e < entry; e += 16) {
        if (load<u32>(e, 12) > 8) store<u32>(e, <u32>(load<u32>(e, 8) + <u32>(place - text)), 8);
      }
      text = place;
      textEnd = place + used;
    }
    store<u32>(entry, <u32>textEnd, 8);
    memory.copy(textEnd, start, bytes);
    textEnd += bytes;
  }
  if (id + (id >> 1) > <u32>1 << slotBits) spread();
  else store<u32>(slots + (<usize>at << 2), id);
  return id;
}

/** Twice the slots. */
function spread(): void {
  slotBits++;
  const bytes = <usize>4 << slotBits;
  slots = allocate(bytes);
  memory.fill(slots, 0, bytes);
  const mask = (<u64>1 << <u64>slotBits) - 1;
  for (let id: u32 = 1; id <= terms; id++) {
    const entry = entries + (<usize>id << 4);
    const length = load<u32>(entry, 12);
    const hash = length > 8 ? longHash(load<u32>(entry, 8), length) : load<u64>(entry) * multiplier;
    let at = hash >> <u64>(64 - slotBits);
    while (load<u32>(slots + (<usize>at << 2)) != 0) at = (at + 1) & mask;
    store<u32>(slots + (<usize>at << 2), id);
  }
}

// ---- sorting: items of u64 key and u32 number, 16 bytes

/** Sorts `count` items at `from` by key, with as much room at `aside`; returns where they are. Equal keys keep their order. */
function sortItems(from: usize, aside: usize, count: u32): usize {
  memory.fill(COUNTS, 0, 8192);
  const end = from + (<usize>count << 4);
  for (let p = from; p < end; p += 16) {
    const key = load<u64>(p);
    for (let digit: usize = 0; digit < 8; digit++) {
      const place = COUNTS + (digit << 10) + (<usize>((key >> <u64>(digit << 3)) & 255) << 2);
      store<u32>(place, load<u32>(place) + 1);
    }
  }
  for (let digit: usize = 0; digit < 8; digit++) {
    const counts = COUNTS + (digit << 10);
    const shift = <u64>(digit << 3);
    if (load<u32>(counts + (<usize>((load<u64>(from) >> shift) & 255) << 2)) == count) continue;
    let sum: u32 = 0;
    for (let p = counts; p < counts + 1024; p += 4) {
      const n = load<u32>(p);
      store<u32>(p, sum);
      sum += n;
    }
    for (let p = from, stop = from + (<usize>count << 4); p < stop; p += 16) {
      const place = counts + (<usize>((load<u64>(p) >> shift) & 255) << 2);
      const at = load<u32>(place);
      store<u32>(place, at + 1);
      v128.store(aside + (<usize>at << 4), v128.load(p));
    }
    const swapped = from;
    from = aside;
    aside = swapped;
  }
  return from;
}

// @ts-ignore: decorator
@inline
function textOf(entry: usize): usize {
  return load<u32>(entry, 12) > 8 ? <usize>load<u32>(entry, 8) : entry;
}

/** Bytes that two texts share, at most `most`. */
// @ts-ignore: decorator
@inline
function common(one: usize, other: usize, most: u32): u32 {
  let n: u32 = 0;
  while (n < most) {
    const differing = load<u64>(one + n) ^ load<u64>(other + n);
    if (differing != 0) return min(most, n + (<u32>ctz(differing) >> 3));
    n += 8;
  }
  return most;
}

/** Of two terms that begin with the same 8 bytes. */
function isBefore(one: u32, other: u32): bool {
  const a = entries + (<usize>one << 4);
  const b = entries + (<usize>other << 4);
  const most = min(load<u32>(a, 12), load<u32>(b, 12));
  const n = most <= 8 ? most : common(textOf(a), textOf(b), most);
  if (n == most) return load<u32>(a, 12) < load<u32>(b, 12);
  return load<u8>(textOf(a) + n) < load<u8>(textOf(b) + n);
}

/** Puts items with the same key in order: a heap, as there may be many. */
function sortTied(from: usize, count: u32): void {
  if (count == 2) {
    if (isBefore(load<u32>(from, 24), load<u32>(from, 8))) swapItems(from, from + 16);
    return;
  }
  for (let i = count >> 1; i > 0; i--) sift(from, i - 1, count);
  for (let last = count - 1; last > 0; last--) {
    swapItems(from, from + (<usize>last << 4));
    sift(from, 0, last);
  }
}

function sift(from: usize, at: u32, count: u32): void {
  while (true) {
    let child = (at << 1) + 1;
    if (child >= count) return;
    if (child + 1 < count && isBefore(idAt(from, child), idAt(from, child + 1))) child++;
    if (!isBefore(idAt(from, at), idAt(from, child))) return;
    swapItems(from + (<usize>at << 4), from + (<usize>child << 4));
    at = child;
  }
}

// @ts-ignore: decorator
@inline
function idAt(from: usize, at: u32): u32 {
  return load<u32>(from + (<usize>at << 4), 8);
}

function swapItems(one: usize, other: usize): void {
  const item = v128.load(one);
  v128.store(one, v128.load(other));
  v128.store(other, item);
}

// ---- the whole

let rowids: usize = 0;
let sizeEnds: usize = 0;
let sizes: usize = 0;
let output: usize = 0;
let totals: usize = 0;

export function rows(): u32 {
  return rowCount;
}
/** A row's rowid, by rank: f64 after `finish` succeeded, u64 when a row came twice. */
export function rowidsAt(): usize {
  return rowids;
}
/** u32 a row: where its token counts, as varints, end. */
export function sizeEndsAt(): usize {
  return sizeEnds;
}
export function sizesAt(): usize {
  return sizes;
}
/** Four f64: tokens of each column. */
export function totalsAt(): usize {
  return totals;
}
export function outputAt(): usize {
  return output;
}
export function outputEnd(): usize {
  return top;
}

/** Returns 0, or 1 + the rank of a row that came twice. */
export function finish(bytesPerPage: u32): u32 {
  const order = sortRows();
  for (let rank: u32 = 1; rank < rowCount; rank++) {
    const row = rowids + (<usize>rank << 3);
    if (load<u64>(row) == load<u64>(row - 8)) return rank + 1;
  }
  countTokens(order);
  const counts = allocate((<usize>terms + 1) << 2);
  const sorted = allocate(<usize>terms << 2);
  const bottom = top;
  sortTerms(sorted);
  top = bottom;
  const all = <u32>((token - tokens) >> 2);
  const places = allocate((<usize>all + 1) << 3);
  distribute(order, counts, sorted, places);
  output = allocate(0);
  top = output;
  startSegment(bytesPerPage);
  let from = places;
  for (let i: u32 = 0; i < terms; i++) {
    const id = <usize>load<u32>(sorted + (<usize>i << 2));
    const entry = entries + (id << 4);
    startTerm(textOf(entry), load<u32>(entry, 12));
    const to = places + (<usize>load<u32>(counts + (id << 2)) << 3);
    appendPlaces(from, to);
    from = to;
  }
  finishSegment();
  for (let p = rowids, stop = rowids + (<usize>rowCount << 3); p < stop; p += 8) store<f64>(p, <f64>load<u64>(p));
  return 0;
}

/** Rowids by rank; returns where the rows' numbers are by rank. */
function sortRows(): usize {
  rowids = allocate(<usize>rowCount << 3);
  const order = allocate(<usize>rowCount << 2);
  const bottom = top;
  const from = allocate(<usize>rowCount << 4);
  const aside = allocate(<usize>rowCount << 4);
  let ascending = true;
  for (let i: u32 = 0; i < rowCount; i++) {
    const rowid = load<u64>(rowData + (<usize>i << 5));
    const item = from + (<usize>i << 4);
    store<u64>(item, rowid);
    store<u32>(item, i, 8);
    if (i > 0 && rowid <= load<u64>(item - 16)) ascending = false;
  }
  const items = ascending ? from : sortItems(from, aside, rowCount);
  for (let i: u32 = 0; i < rowCount; i++) {
    const item = items + (<usize>i << 4);
    store<u64>(rowids + (<usize>i << 3), load<u64>(item));
    store<u32>(order + (<usize>i << 2), load<u32>(item, 8));
  }
  top = bottom;
  return order;
}

function countTokens(order: usize): void {
  totals = allocate(32);
  sizeEnds = allocate(<usize>rowCount << 2);
  sizes = allocate(<usize>rowCount * 20);
  memory.fill(totals, 0, 32);
  let p = sizes;
  for (let i: u32 = 0; i < rowCount; i++) {
    const row = rowData + (<usize>load<u32>(order + (<usize>i << 2)) << 5);
    for (let c: usize = 0; c < 4; c++) {
      const count = load<u32>(row + (c << 2), 16);
      p = put(p, count);
      store<f64>(totals + (c << 3), load<f64>(totals + (c << 3)) + <f64>count);
    }
    store<u32>(sizeEnds + (<usize>i << 2), <u32>(p - sizes));
  }
}

/** Numbers of the terms in byte order, shorter ones first. */
function sortTerms(sorted: usize): void {
  const from = allocate(<usize>terms << 4);
  const aside = allocate(<usize>terms << 4);
  for (let id: u32 = 1; id <= terms; id++) {
    const item = from + (<usize>(id - 1) << 4);
    store<u64>(item, bswap<u64>(load<u64>(entries + (<usize>id << 4))));
    store<u32>(item, id, 8);
  }
  if (terms == 0) return;
  const items = sortItems(from, aside, terms);
  const end = items + (<usize>terms << 4);
  let p = items;
  while (p < end) {
    const key = load<u64>(p);
    let q = p + 16;
    while (q < end && load<u64>(q) == key) q += 16;
    if (q - p > 16) sortTied(p, <u32>((q - p) >> 4));
    for (; p < q; p += 16, sorted += 4) store<u32>(sorted, load<u32>(p, 8));
  }
}

/** Places of each term, one term after the other in order, ascending; `counts` then says of each term where they end. */
function distribute(order: usize, counts: usize, sorted: usize, places: usize): void {
  memory.fill(counts, 0, (<usize>terms + 1) << 2);
  for (let p = tokens; p < token; p += 4) {
    const count = counts + (<usize>load<u32>(p) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let sum: u32 = 0;
  for (let i: u32 = 0; i < terms; i++) {
    const count = counts + (<usize>load<u32>(sorted + (<usize>i << 2)) << 2);
    const n = load<u32>(count);
    store<u32>(count, sum);
    sum += n;
  }
  for (let rank: u32 = 0; rank < rowCount; rank++) {
    const row = rowData + (<usize>load<u32>(order + (<usize>rank << 2)) << 5);
    let p = tokens + (<usize>load<u32>(row, 8) << 2);
    for (let c: usize = 0; c < 4; c++) {
      let place = (<u64>rank << 32) | (<u64>c << 30);
      const stop = p + (<usize>load<u32>(row + (c << 2), 16) << 2);
      for (; p < stop; p += 4, place++) {
        const next = counts + (<usize>load<u32>(p) << 2);
        const at = load<u32>(next);
        store<u32>(next, at + 1);
        store<u64>(places + (<usize>at << 3), place);
      }
    }
  }
}

// ---- pages

let pageSize: i32 = 0;
let out: usize = LEAF;
let footer: usize = FOOTER;
let lastTermAt: usize = 0;
let page: u32 = 1;
let hasRowid: bool = false;
let termText: usize = 0;
let termLength: u32 = 0;
/** The last leaf on which a term begins. */
let branch: u32 = 1;
let separator: u32 = 0;
/** Leaves since on which none does. */
let termless: u32 = 0;
let levels: u32 = 0;
/** Room of the lowest level's page: it alone has no largest size. */
let lowestRoom: usize = 0;

function startSegment(bytesPerPage: u32): void {
  pageSize = <i32>bytesPerPage;
  page = 1;
  branch = 1;
  separator = 0;
  termless = 0;
  levels = 0;
  lowestRoom = 0;
  termLength = 0;
  termText = 0;
  startLeaf();
}

function startLeaf(): void {
  store<u32>(LEAF, 0);
  out = LEAF + 4;
  footer = FOOTER;
  lastTermAt = 0;
  hasRowid = false;
}

// @ts-ignore: decorator
@inline
function used(): i32 {
  return <i32>(out - LEAF + (footer - FOOTER));
}

// @ts-ignore: decorator
@inline
function put(at: usize, value: u64): usize {
  if (value >= 0x80) return putLong(at, value);
  store<u8>(at, <u8>value);
  return at + 1;
}

/** Of values below 2^56. */
function putLong(at: usize, value: u64): usize {
  if (value < 0x4000) {
    store<u8>(at, <u8>(0x80 | (value >> 7)));
    store<u8>(at, <u8>(value & 0x7f), 1);
    return at + 2;
  }
  const bytes = <usize>varintBytes(value);
  for (let i = bytes; i > 0; i--, value >>= 7) {
    store<u8>(at + i - 1, <u8>((value & 0x7f) | (i == bytes ? 0 : 0x80)));
  }
  return at + bytes;
}

function varintBytes(value: u64): u32 {
  return value == 0 ? 1 : (70 - <u32>clz(value)) / 7;
}

function emit(kind: u32, one: u32, other: u32, length: usize): usize {
  const place = top;
  ensure(place, length + 32);
  store<u32>(place, kind);
  store<u32>(place, one, 4);
  store<u32>(place, other, 8);
  store<u32>(place, <u32>length, 12);
  top = place + 16 + ((length + 3) & ~3);
  return place + 16;
}

function flushLeaf(): void {
  const content = out - LEAF;
  const foot = footer - FOOTER;
  store<u8>(LEAF, <u8>(content >> 8), 2);
  store<u8>(LEAF, <u8>content, 3);
  if (foot == 0) {
    if (!hasRowid && levels > 0) appendToLevel(0, 0);
    termless++;
  }
  const place = emit(LEAF_RECORD, page, 0, content + foot);
  memory.copy(place, LEAF, content);
  memory.copy(place + content, FOOTER, foot);
  page++;
  startLeaf();
}

function finishSegment(): void {
  if (out > LEAF + 4) flushLeaf();
  if (page > 1) finishBranch();
}

/** A term of `length` bytes, larger than the last one. Its text stays where it is until the next one. */
function startTerm(start: usize, length: u32): void {
  // Before each term stands the number of its index: 0, as a digit.
  if (used() + <i32>length + 3 >= pageSize && out > LEAF + 4) flushLeaf();
  const isFirst = footer == FOOTER;
  const at = out - LEAF;
  footer = put(footer, at - lastTermAt);
  lastTermAt = at;
  let shared: u32 = 0;
  if (termLength > 0) shared = 1 + common(termText, start, min(termLength, length));
  if (isFirst) {
    if (page > 1) {
      finishBranch();
      branch = page;
      separator = shared + 1;
      store<u8>(SEPARATOR, 48);
      memory.copy(SEPARATOR + 1, start, shared);
    }
    out = put(out, length + 1);
    store<u8>(out, 48);
    memory.copy(out + 1, start, length);
    out += length + 1;
  } else {
    const rest = length + 1 - shared;
    out = put(put(out, shared), rest);
    if (rest <= 16) v128.store(out, v128.load(start + shared - 1));
    else memory.copy(out, start + shared - 1, rest);
    out += rest;
  }
  termText = start;
  termLength = length;
  hasRowid = true;
}

function startLeafWithRowid(rowid: u64): void {
  const at = out - LEAF;
  store<u8>(LEAF, <u8>(at >> 8));
  store<u8>(LEAF, <u8>at, 1);
  out = put(out, rowid);
  hasRowid = true;
  indexRowid(rowid);
}

/** The places of one term. */
function appendPlaces(from: usize, to: usize): void {
  let before: u64 = 0;
  let i = from;
  let place = load<u64>(i);
  let p = out;
  while (i < to) {
    const rank = <u32>(place >> 32);
    const rowid = load<u64>(rowids + (<usize>rank << 3));
    if (hasRowid) {
      p = put(p, rowid - before);
    } else {
      out = p;
      startLeafWithRowid(rowid);
      p = out;
    }
    before = rowid;
    const first = i;
    const list = p;
    const far = i + (FEW << 3);
    if (far < to && load<u32>(far, 4) == rank) {
      do i += 8;
      while (i < to && load<u32>(i, 4) == rank);
      place = load<u64>(i);
      out = list;
      splitPlaces(first, i);
      p = out;
    } else {
      p++;
      let columnBefore: u32 = 0;
      let positionBefore: u32 = 0;
      do {
        const column = <u32>place >> 30;
        const position = <u32>place & 0x3fffffff;
        if (column != columnBefore) {
          store<u16>(p, <u16>(1 | (column << 8)));
          p += 2;
          columnBefore = column;
          positionBefore = 0;
        }
        p = put(p, <u64>(position - positionBefore + 2));
        positionBefore = position;
        i += 8;
        place = load<u64>(i);
      } while (i < to && <u32>(place >> 32) == rank);
      const bytes = p - list - 1;
      if (bytes < 64) {
        store<u8>(list, <u8>(bytes << 1));
      } else {
        const extra = <usize>varintBytes(bytes << 1) - 1;
        memory.copy(list + 1 + extra, list + 1, bytes);
        put(list, bytes << 1);
        p += extra;
      }
      if (p - LEAF + (footer - FOOTER) > <usize>pageSize) {
        out = list;
        splitPlaces(first, i);
        p = out;
      }
    }
  }
  out = p;
}

// ---- a list of positions over more than one leaf: varints stay whole, a leaf that is full takes one more

let left: i64 = 0;
let space: i64 = 0;
let taken: i64 = 0;

function startSection(): void {
  left -= taken;
  taken = 0;
  if (used() >= pageSize) flushLeaf();
  space = <i64>(pageSize - used());
}

function appendVarint(value: u64): void {
  const bytes = <i64>varintBytes(value);
  if (taken > 0 && left > space && taken + bytes > space) startSection();
  out = put(out, value);
  taken += bytes;
}

function splitPlaces(from: usize, to: usize): void {
  let bytes: u64 = 0;
  let fits = false;
  for (let pass = 0; pass < 2; pass++) {
    if (pass == 1) {
      left = <i64>(bytes + varintBytes(bytes << 1));
      taken = 0;
      space = <i64>(pageSize - used());
      fits = left <= space;
      appendVarint(bytes << 1);
    }
    let columnBefore: u32 = 0;
    let positionBefore: u32 = 0;
    for (let i = from; i < to; i += 8) {
      const place = load<u32>(i);
      const column = place >> 30;
      const position = place & 0x3fffffff;
      if (column != columnBefore) {
        if (pass == 0) bytes += 2;
        else {
          appendVarint(1);
          appendVarint(column);
        }
        columnBefore = column;
        positionBefore = 0;
      }
      const delta = <u64>(position - positionBefore + 2);
      if (pass == 0) bytes += varintBytes(delta);
      else appendVarint(delta);
      positionBefore = position;
    }
  }
  if (!fits) startSection();
}

// ---- doclist indexes. LEVEL (40 bytes): u64 first rowid, u64 last, u32 page, u32 its bytes, u32 where they are

// @ts-ignore: decorator
@inline
function levelAt(height: u32): usize {
  return LEVELS + <usize>height * LEVEL_BYTES;
}

/** The doclist of the last term on the branch's leaf is complete. */
function finishBranch(): void {
  const isIndexed = levels > 0 && termless >= INDEXED_LEAVES;
  const place = emit(BRANCH_RECORD, branch, isIndexed ? 1 : 0, separator);
  memory.copy(place, SEPARATOR, separator);
  if (isIndexed) {
    for (let height: u32 = 0; height < levels; height++) emitLevel(height);
  }
  levels = 0;
  termless = 0;
}

function emitLevel(height: u32): void {
  const level = levelAt(height);
  const bytes = <usize>load<u32>(level, 20);
  const place = emit(LEVEL_RECORD, height, load<u32>(level, 16), bytes);
  memory.copy(place, load<u32>(level, 24), bytes);
}

function appendToLevel(height: u32, value: u64): void {
  const level = levelAt(height);
  let bytes = <usize>load<u32>(level, 20);
  if (height == 0 && bytes + 16 > lowestRoom) {
    // It moves to the end of the output, in a record that nobody reads.
    lowestRoom = lowestRoom == 0 ? <usize>pageSize + 64 : lowestRoom << 1;
    const place = emit(SKIPPED_RECORD, 0, 0, lowestRoom);
    if (bytes > 0) memory.copy(place, load<u32>(level, 24), bytes);
    store<u32>(level, <u32>place, 24);
  }
  const data = <usize>load<u32>(level, 24);
  bytes = put(data + bytes, value) - data;
  store<u32>(level, <u32>bytes, 20);
}

function startLevelPage(height: u32, isRoot: bool, number: u32, child: u32, rowid: u64): void {
  const level = levelAt(height);
  store<u64>(level, rowid);
  store<u64>(level, rowid, 8);
  store<u32>(level, number, 16);
  store<u32>(level, 0, 20);
  if (height > 0) store<u32>(level, <u32>(LEVEL_PAGES + <usize>height * LEVEL_ROOM), 24);
  appendToLevel(height, isRoot ? 0 : 1);
  appendToLevel(height, child);
  appendToLevel(height, rowid);
}

/** The first rowid on a leaf: a page that is full is written, and the next one named one level above. */
function indexRowid(rowid: u64): void {
  if (levels == 0) {
    levels = 1;
    startLevelPage(0, true, branch, page, rowid);
    return;
  }
  let child = page;
  for (let height: u32 = 0; ; height++) {
    const level = levelAt(height);
    if (<i32>load<u32>(level, 20) < pageSize) {
      appendToLevel(height, rowid - load<u64>(level, 8));
      store<u64>(level, rowid, 8);
      return;
    }
    store<u8>(load<u32>(level, 24), 1);
    emitLevel(height);
    const number = load<u32>(level, 16);
    if (height + 1 == levels) {
      if (levels == MAX_LEVELS) unreachable();
      levels++;
      startLevelPage(height + 1, true, number, number, load<u64>(level));
    }
    startLevelPage(height, false, number + 1, child, rowid);
    child = number + 1;
  }
}

// ---- merging. Doclists of all inputs stand one behind the other, as if pages had no borders, and so do their terms.
// HEAD (12 bytes and a term's rest): u32 where its doclist begins, u32 the next of `marks` there, u16 bytes shared with the
// term before, u16 bytes of the rest. CURSOR (64 bytes, an input): u64 the term's first 8 bytes, for comparison; u32 next
// head, u32 end of heads, u32 the term's length, u32 its text, u32 its doclist, u32 the doclist's end, u32 next mark; of the
// input u32 table of removed rows, u32 bits of that, 0 without, u32 end of doclists.
// READER (32 bytes): u64 rowid, u32 where its list of positions is, u32 end, u32 next mark, u32 table, u32 bits.

const CURSOR: usize = 64;
/** The index's number and a token, and what is written without looking. */
const TERM_ROOM: usize = 32832;
const MAX_ROWID: u64 = 0x1fffffffffffff;

let damage: u32 = 0;
let value: u64 = 0;
let doclists: usize = 0;
let doclistEnd: usize = 0;
let heads: usize = 0;
let headEnd: usize = 0;
/** Where rowids stand that are no differences: u32 each, ascending, and one that is beyond all. */
let marks: usize = 0;
let mark: usize = 0;
let cursors: usize = 0;
let cursor: usize = 0;
/** u32 places of cursors, the smallest term first. */
let heap: usize = 0;
let heapSize: u32 = 0;
let readers: usize = 0;
let readerOrder: usize = 0;
let readerCount: u32 = 0;
/** Two terms: the one written last and the next. */
let texts: usize = 0;
let isTermWritten: bool = false;
let writtenRowid: u64 = 0;

/** What was wrong with the pages, 0 where the last trap had another cause. */
export function damaged(): u32 {
  return damage;
}

function refuse(what: u32): void {
  damage = what;
  unreachable();
}

/** `bytes` and `leaves` of all inputs together. In a new instance. */
export function startMerge(bytes: usize, leaves: u32, inputCount: u32): void {
  damage = 0;
  cursors = allocate(<usize>inputCount * CURSOR);
  cursor = cursors;
  heap = allocate(<usize>inputCount << 2);
  readers = allocate(<usize>inputCount << 5);
  readerOrder = allocate(<usize>inputCount << 2);
  texts = allocate(TERM_ROOM << 1);
  marks = allocate((<usize>leaves + 1) << 2);
  mark = marks;
  doclists = allocate(bytes + SLACK);
  doclistEnd = doclists;
  // A term of n bytes takes n + 6 of its page at least.
  heads = allocate((bytes << 1) + SLACK);
  headEnd = heads;
}

/** Sets `value`; returns where it ends. Behind everything that is read stand bytes that end a varint. */
// @ts-ignore: decorator
@inline
function read(p: usize): usize {
  const byte = <u64>load<u8>(p);
  if (byte < 0x80) {
    value = byte;
    return p + 1;
  }
  return readLong(p);
}

function readLong(p: usize): usize {
  let sum: u64 = 0;
  for (let i: usize = 0; i < 8; i++) {
    const byte = <u64>load<u8>(p + i);
    sum = (sum << 7) | (byte & 0x7f);
    if (byte < 0x80) {
      if (sum > MAX_ROWID) refuse(1);
      value = sum;
      return p + i + 1;
    }
  }
  refuse(1);
  return p;
}

/** Some more bytes than asked for are written. */
function copy(to: usize, from: usize, bytes: usize): void {
  if (bytes > 64) {
    memory.copy(to, from, bytes);
    return;
  }
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.load(from + i));
}

export function startInput(): void {
  store<u32>(cursor, <u32>headEnd, 8);
}

/** A page of the input that was started, in `inputFor`'s place. */
export function addLeaf(bytes: u32): void {
  const from = input;
  const stop = from + bytes;
  v128.store(stop, i64x2.splat(0));
  if (bytes < 4) refuse(2);
  const firstRowid = <usize>(<u32>load<u8>(from) << 8) | load<u8>(from + 1);
  const end = <usize>(<u32>load<u8>(from + 2) << 8) | load<u8>(from + 3);
  if (end < 4 || end > bytes) refuse(2);
  let foot = from + end;
  let border = end;
  if (foot < stop) {
    foot = read(foot);
    if (value < 4 || value >= end) refuse(3);
    border = <usize>value;
  }
  if (firstRowid != 0) {
    if (firstRowid < 4 || firstRowid >= border) refuse(4);
    store<u32>(mark, <u32>(doclistEnd + firstRowid - 4));
    mark += 4;
  }
  if (border > 4 && headEnd == load<u32>(cursor, 8)) refuse(4);
  appendDoclist(from + 4, border - 4);
  let isFirst = true;
  while (border < end) {
    let p = from + border;
    if (foot < stop) {
      foot = read(foot);
      if (value == 0 || value >= end - border) refuse(3);
      border += <usize>value;
    } else border = end;
    let shared: u64 = 0;
    if (!isFirst) {
      p = read(p);
      shared = value;
    }
    p = read(p);
    const next = from + border;
    if (p > next || value == 0 || value > next - p || shared + value > TOKEN_BYTES + 1) refuse(5);
    // A doclist has three bytes at least. The last one may go on, or stand, on the next page.
    if (border < end && next - p - <usize>value < 3) refuse(7);
    store<u32>(headEnd, <u32>doclistEnd);
    store<u32>(headEnd, <u32>mark, 4);
    store<u16>(headEnd, <u16>shared, 8);
    store<u16>(headEnd, <u16>value, 10);
    const size = <usize>value;
    copy(headEnd + 12, p, size);
    headEnd += 12 + size;
    appendDoclist(p + size, next - p - size);
    isFirst = false;
  }
}

function appendDoclist(from: usize, bytes: usize): void {
  copy(doclistEnd, from, bytes);
  doclistEnd += bytes;
}

/** After the leaves of an input: its removed rows are `count` f64 in `inputFor`'s place. */
export function finishInput(count: u32): void {
  store<u32>(cursor, <u32>headEnd, 12);
  store<u32>(cursor, 0, 16);
  store<u32>(cursor, <u32>doclistEnd, 44);
  let bits: u32 = 0;
  if (count > 0) {
    bits = 3;
    while (<u32>1 << bits < count << 1) bits++;
    const table = allocate(<usize>8 << bits);
    memory.fill(table, 0, <usize>8 << bits);
    store<u32>(cursor, <u32>table, 36);
    for (let p = input; p < input + (<usize>count << 3); p += 8) {
      const rowid = <u64>load<f64>(p) + 1;
      let at = (rowid * multiplier) >> <u64>(64 - bits);
      while (load<u64>(table + (<usize>at << 3)) != 0) at = (at + 1) & ((<u64>1 << <u64>bits) - 1);
      store<u64>(table + (<usize>at << 3), rowid);
    }
  }
  store<u32>(cursor, bits, 40);
  cursor += CURSOR;
}

// @ts-ignore: decorator
@inline
function isRemoved(table: usize, bits: u32, rowid: u64): bool {
  return bits != 0 && isIn(table, bits, rowid + 1);
}

function isIn(table: usize, bits: u32, key: u64): bool {
  let at = (key * multiplier) >> <u64>(64 - bits);
  while (true) {
    const found = load<u64>(table + (<usize>at << 3));
    if (found == key) return true;
    if (found == 0) return false;
    at = (at + 1) & ((<u64>1 << <u64>bits) - 1);
  }
}

export function merge(bytesPerPage: u32): void {
  v128.store(doclistEnd, i64x2.splat(0));
  store<u32>(mark, u32.MAX_VALUE);
  heapSize = 0;
  for (let at = cursors; at < cursor; at += CURSOR) {
    store<u32>(at, <u32>allocate(TERM_ROOM), 20);
    if (!advance(at)) continue;
    let place = heapSize++;
    for (; place > 0 && isTermBefore(at, heapAt((place - 1) >> 1)); place = (place - 1) >> 1) {
      store<u32>(heap + (<usize>place << 2), <u32>heapAt((place - 1) >> 1));
    }
    store<u32>(heap + (<usize>place << 2), <u32>at);
  }
  output = allocate(0);
  top = output;
  startSegment(bytesPerPage);
  while (heapSize > 0) mergeNext();
  finishSegment();
}

// @ts-ignore: decorator
@inline
function heapAt(place: u32): usize {
  return <usize>load<u32>(heap + (<usize>place << 2));
}

/** To an input's next term. False at its end. */
function advance(at: usize): bool {
  const head = <usize>load<u32>(at, 8);
  if (head == <usize>load<u32>(at, 12)) return false;
  const shared = <usize>load<u16>(head, 8);
  const size = <usize>load<u16>(head, 10);
  const next = head + 12 + size;
  const text = <usize>load<u32>(at, 20);
  const before = <usize>load<u32>(at, 16);
  if (shared > before) refuse(5);
  // It must be larger than the term before.
  let i: usize = 0;
  while (i < size && shared + i < before && load<u8>(head + 12 + i) == load<u8>(text + shared + i)) i++;
  if (i == size || (shared + i < before && load<u8>(head + 12 + i) < load<u8>(text + shared + i))) refuse(10);
  copy(text + shared, head + 12, size);
  const length = shared + size;
  if (length < 2 || load<u8>(text) != 48) refuse(6);
  const unused = length > 8 ? 0 : <u64>(72 - (length << 3));
  store<u64>(at, (bswap<u64>(load<u64>(text + 1)) >> unused) << unused);
  store<u32>(at, <u32>next, 8);
  store<u32>(at, <u32>length, 16);
  store<u32>(at, load<u32>(head), 24);
  store<u32>(at, next == <usize>load<u32>(at, 12) ? load<u32>(at, 44) : load<u32>(next), 28);
  store<u32>(at, load<u32>(head, 4), 32);
  return true;
}

function isTermBefore(one: usize, other: usize): bool {
  const a = load<u64>(one);
  const b = load<u64>(other);
  return a < b || (a == b && isLongTermBefore(one, other));
}

function isLongTermBefore(one: usize, other: usize): bool {
  const most = min(load<u32>(one, 16), load<u32>(other, 16));
  const a = <usize>load<u32>(one, 20);
  const b = <usize>load<u32>(other, 20);
  const n = common(a, b, most);
  return n == most ? load<u32>(one, 16) < load<u32>(other, 16) : load<u8>(a + n) < load<u8>(b + n);
}

/** The smallest term's input goes on to its next one. */
function advanceSmallest(): void {
  let at = heapAt(0);
  if (!advance(at)) {
    if (--heapSize == 0) return;
    at = heapAt(heapSize);
  }
  let place: u32 = 0;
  while (true) {
    let child = (place << 1) + 1;
    if (child >= heapSize) break;
    if (child + 1 < heapSize && isTermBefore(heapAt(child + 1), heapAt(child))) child++;
    const smaller = heapAt(child);
    if (!isTermBefore(smaller, at)) break;
    store<u32>(heap + (<usize>place << 2), <u32>smaller);
    place = child;
  }
  store<u32>(heap + (<usize>place << 2), <u32>at);
}

/** The smallest term of all inputs. */
export function mergeNext(): void {
  let at = heapAt(0);
  const key = load<u64>(at);
  const length = load<u32>(at, 16);
  const text = termText == texts + 1 ? texts + TERM_ROOM : texts;
  copy(text, <usize>load<u32>(at, 20), <usize>length);
  readerCount = 0;
  do {
    addReader(at);
    advanceSmallest();
    if (heapSize == 0) break;
    at = heapAt(0);
  } while (
    load<u64>(at) == key &&
    load<u32>(at, 16) == length &&
    (length <= 9 || common(text, <usize>load<u32>(at, 20), length) == length)
  );
  isTermWritten = false;
  writtenRowid = 0;
  let first: u32 = 0;
  while (first < readerCount) {
    const order = readerOrder + (<usize>first << 2);
    const reader = <usize>load<u32>(order);
    const limit = first + 1 < readerCount ? load<u64>(<usize>load<u32>(order, 4)) : u64.MAX_VALUE;
    if (limit == load<u64>(reader)) refuse(8);
    if (!isTermWritten) {
      startTerm(text + 1, length - 1);
      isTermWritten = true;
    }
    if (!copyRows(reader, limit)) {
      first++;
      continue;
    }
    const rowid = load<u64>(reader);
    let place = order;
    const last = readerOrder + (<usize>(readerCount - 1) << 2);
    for (; place < last && load<u64>(<usize>load<u32>(place, 4)) <= rowid; place += 4) {
      store<u32>(place, load<u32>(place, 4));
    }
    store<u32>(place, <u32>reader);
  }
}

/** The doclist of an input's term, among the readers in order of their first rows. */
function addReader(at: usize): void {
  const reader = readers + (<usize>readerCount << 5);
  store<u64>(reader, load<u64>(at, 28), 12);
  store<u64>(reader, load<u64>(at, 36), 20);
  if (!nextRow(reader, <usize>load<u32>(at, 24), 0, true)) return;
  const rowid = load<u64>(reader);
  let place = readerOrder + (<usize>(readerCount++) << 2);
  for (; place > readerOrder && load<u64>(<usize>load<u32>(place - 4)) > rowid; place -= 4) {
    store<u32>(place, load<u32>(place - 4));
  }
  store<u32>(place, <u32>reader);
}

/** To the next row at or behind p that is left; false at the doclist's end. */
function nextRow(reader: usize, p: usize, before: u64, isFirst: bool): bool {
  const end = <usize>load<u32>(reader, 12);
  while (p < end) {
    const at = <usize>load<u32>(reader, 16);
    const isWhole = load<u32>(at) == <u32>p;
    if (isWhole) store<u32>(reader, <u32>(at + 4), 16);
    else if (load<u32>(at) < <u32>p) refuse(7);
    p = read(p);
    const rowid = isWhole || isFirst ? value : before + value;
    if ((rowid <= before && !isFirst) || rowid > MAX_ROWID) refuse(7);
    if (!isRemoved(<usize>load<u32>(reader, 20), load<u32>(reader, 24), rowid)) {
      store<u64>(reader, rowid);
      store<u32>(reader, <u32>p, 8);
      return true;
    }
    p = listEnd(p, end);
    before = rowid;
    isFirst = false;
  }
  if (p > end) refuse(7);
  return false;
}

/** Where the list of positions at p ends. */
// @ts-ignore: decorator
@inline
function listEnd(p: usize, end: usize): usize {
  let size = <u64>load<u8>(p);
  p++;
  if (size >= 0x80) {
    p = readLong(p - 1);
    size = value;
  }
  if (p > end || (size & 1) != 0 || size == 0 || size >> 1 > <u64>(end - p)) refuse(9);
  p += <usize>(size >> 1);
  if (load<u8>(p - 1) >= 0x80) refuse(9);
  return p;
}

/** The reader's rows below `limit`, as many as stand together in one go. False when none are behind them. */
export function copyRows(reader: usize, limit: u64): bool {
  const end = <usize>load<u32>(reader, 12);
  const table = <usize>load<u32>(reader, 20);
  const bits = load<u32>(reader, 24);
  let rowid = load<u64>(reader);
  do {
    const from = <usize>load<u32>(reader, 8);
    if (hasRowid) out = put(out, rowid - writtenRowid);
    else startLeafWithRowid(rowid);
    let stop = listEnd(from, end);
    const space = pageSize - used();
    if (<i32>(stop - from) > space) {
      splitList(from, stop);
    } else {
      // Behind the last that may be looked at.
      const border = min(end, <usize>load<u32>(<usize>load<u32>(reader, 16)));
      const most = from + space;
      while (stop < border) {
        let difference = <u64>load<u8>(stop);
        let p = stop + 1;
        if (difference >= 0x80) {
          p = readLong(stop);
          difference = value;
        }
        const next = rowid + difference;
        if (difference == 0 || next > MAX_ROWID) refuse(7);
        if (next >= limit || isRemoved(table, bits, next)) break;
        p = listEnd(p, end);
        if (p > most) break;
        rowid = next;
        stop = p;
      }
      copy(out, from, stop - from);
      out += stop - from;
    }
    writtenRowid = rowid;
    if (!nextRow(reader, stop, rowid, false)) return false;
    rowid = load<u64>(reader);
  } while (rowid < limit);
  return true;
}

function splitList(from: usize, to: usize): void {
  left = <i64>(to - from);
  taken = 0;
  space = <i64>(pageSize - used());
  for (let p = from; p < to; ) {
    let bytes: usize = 1;
    while (load<u8>(p + bytes - 1) >= 0x80) bytes++;
    if (bytes > 9) refuse(9);
    if (taken > 0 && left > space && taken + <i64>bytes > space) startSection();
    memory.copy(out, p, bytes);
    out += bytes;
    taken += <i64>bytes;
    p += bytes;
  }
  startSection();
}
