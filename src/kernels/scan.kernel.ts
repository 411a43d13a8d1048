/**
 * Multi-keyword literal scan over UTF-8 bytes in wasm memory, ASCII case folded. Two filters in front of one verifier:
 * rare byte pairs for up to three keywords, Teddy (three-byte fingerprints in eight buckets) for more.
 * The scalar reference is src/kernels/scan-reference.ts; layout constants are shared with src/kernels/scan.ts.
 *
 * Keyword entry (STRIDE bytes): 0 length u32 · 4, 8 offsets of the two rarest bytes u32 · 12, 13 those bytes | 0x20 ·
 * 14 keyword id u8 · 16 end of the last counted match u32 · 20 bytes, ASCII letters in lower case.
 * Output record (8 bytes): position u32 · id u32, bit 31 set when a neighbour is no ASCII and the caller must decide.
 * The text must be followed by STRIDE bytes of blanks; table, counts and output lie outside of it.
 */

const STRIDE: usize = 320;
const BYTES: usize = 20;
const UNSURE: u32 = 0x80000000;

const SUBSTRING: i32 = 0;
const WORD: i32 = 1;

let found: i32 = 0;
let unsure: i32 = 0;
let lowest: v128 = i8x16.splat(-1);
let seen: v128 = i8x16.splat(0);

/** Matches written or that would have been written; over `maxOut` the rest was counted but not recorded. */
export function matches(): i32 {
  return found;
}

/** Matches whose neighbour is no ASCII: recorded with bit 31, not counted. */
export function undecided(): i32 {
  return unsure;
}

/** 1 when the last scanned text holds a NUL byte. */
export function hasNul(): i32 {
  return i32(!v128.all_true<i8>(lowest));
}

/** 1 when the last scanned text holds a byte over 0x7f. */
export function hasHighBytes(): i32 {
  return i32(i8x16.bitmask(seen) != 0);
}

/** 16 bytes with ASCII letters in lower case. */
// @ts-ignore: decorator
@inline
function lower16(bytes: v128): v128 {
  const isUpper = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(65)), i8x16.splat(26));
  return v128.or(bytes, v128.and(isUpper, i8x16.splat(0x20)));
}

/** Whether the text at `place` is the keyword. Reads up to 15 bytes beyond both: entry and text have room behind them. */
// @ts-ignore: decorator
@inline
function isKeyword(place: usize, entry: usize, length: u32): bool {
  let at: u32 = 0;
  for (; at + 16 < length; at += 16) {
    const same = i8x16.eq(lower16(v128.load(place + at)), v128.load(entry + at, BYTES));
    if (!i8x16.all_true(same)) return false;
  }
  const same = i8x16.bitmask(i8x16.eq(lower16(v128.load(place + at)), v128.load(entry + at, BYTES)));
  return ((~same << (16 - (length - at))) & 0xffff) == 0;
}

// @ts-ignore: decorator
@inline
function isLower(c: u32): bool {
  return c - 97 < 26;
}

// @ts-ignore: decorator
@inline
function isUpper(c: u32): bool {
  return c - 65 < 26;
}

// @ts-ignore: decorator
@inline
function isDigit(c: u32): bool {
  return c - 48 < 10;
}

// @ts-ignore: decorator
@inline
function isAlnum(c: u32): bool {
  return (c | 32) - 97 < 26 || isDigit(c);
}

/** Word border between two ASCII bytes where the left or right one belongs to the match. */
// @ts-ignore: decorator
@inline
function wordBorder(outer: u32): bool {
  return !isAlnum(outer) && outer != 95;
}

/** Identifier border: between a and b, given the byte after b. */
function partBorder(a: u32, b: u32, afterB: u32): bool {
  if (!isAlnum(a) || !isAlnum(b)) return true;
  if (isDigit(a) != isDigit(b)) return true;
  if (!isUpper(a) && isUpper(b)) return true;
  return isUpper(a) && isUpper(b) && isLower(afterB);
}

/** 0 no match, 1 match, 2 a neighbour is no ASCII. */
function bordered(start: usize, end: usize, textStart: usize, textEnd: usize, mode: i32): i32 {
  const before: u32 = start > textStart ? load<u8>(start - 1) : 32;
  const after: u32 = end < textEnd ? load<u8>(end) : 32;
  if (before > 127 || after > 127) return 2;
  if (mode == WORD) return i32(wordBorder(before) && wordBorder(after));
  const first: u32 = load<u8>(start);
  const last: u32 = load<u8>(end - 1);
  const second: u32 = start + 1 < textEnd ? load<u8>(start + 1) : 32;
  const afterNext: u32 = end + 1 < textEnd ? load<u8>(end + 1) : 32;
  return i32(partBorder(before, first, second) && partBorder(last, after, afterNext));
}

/** Compares one keyword at one place; counts and records it when it matches. */
function verify(
  place: usize,
  entry: usize,
  textStart: usize,
  textEnd: usize,
  mode: i32,
  counts: usize,
  out: usize,
  maxOut: i32,
): void {
  const length = load<u32>(entry);
  const end = place + length;
  if (end > textEnd) return;
  if (<u32>(place - textStart) < load<u32>(entry, 16)) return;
  if (!isKeyword(place, entry, length)) return;
  let flag: u32 = 0;
  if (mode != SUBSTRING) {
    const verdict = bordered(place, end, textStart, textEnd, mode);
    if (verdict == 0) return;
    if (verdict == 2) flag = UNSURE;
  }
  store<u32>(entry, <u32>(end - textStart), 16);
  const id = <u32>load<u8>(entry, 14);
  if (flag) unsure++;
  else {
    const count = counts + (<usize>id << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  if (found < maxOut) {
    const record = out + (<usize>found << 3);
    store<u32>(record, <u32>(place - textStart));
    store<u32>(record, id | flag, 4);
  }
  found++;
}

function begin(table: usize, keywords: i32): void {
  found = 0;
  unsure = 0;
  lowest = i8x16.splat(-1);
  seen = i8x16.splat(0);
  for (let k = 0; k < keywords; k++) store<u32>(table + <usize>k * STRIDE, 0, 16);
}

// @ts-ignore: decorator
@inline
function pairMask(q: usize, entry: usize, fold: v128, c1: v128, c2: v128, o1: usize, o2: usize): v128 {
  return v128.and(
    i8x16.eq(v128.or(v128.load(q + o1), fold), c1),
    i8x16.eq(v128.or(v128.load(q + o2), fold), c2),
  );
}

/** N is i8, i16 or i32 for one, two or three keywords: unrolled at compile time. */
function pairs<N>(text: usize, length: i32, table: usize, mode: i32, counts: usize, out: usize, maxOut: i32): void {
  const kb = table + STRIDE;
  const kc = kb + STRIDE;
  const a1 = i8x16.splat(load<i8>(table, 12));
  const a2 = i8x16.splat(load<i8>(table, 13));
  const b1 = i8x16.splat(load<i8>(kb, 12));
  const b2 = i8x16.splat(load<i8>(kb, 13));
  const c1 = i8x16.splat(load<i8>(kc, 12));
  const c2 = i8x16.splat(load<i8>(kc, 13));
  const oa1: usize = load<u32>(table, 4);
  const oa2: usize = load<u32>(table, 8);
  const ob1: usize = load<u32>(kb, 4);
  const ob2: usize = load<u32>(kb, 8);
  const oc1: usize = load<u32>(kc, 4);
  const oc2: usize = load<u32>(kc, 8);
  const fold = i8x16.splat(0x20);
  const end = text + length;
  let low = i8x16.splat(-1);
  let any = i8x16.splat(0);
  for (let q = text; q < end; q += 16) {
    const bytes = v128.load(q);
    low = i8x16.min_u(low, bytes);
    any = v128.or(any, bytes);
    const ma = pairMask(q, table, fold, a1, a2, oa1, oa2);
    let hit = ma;
    let mb = ma;
    let mc = ma;
    if (sizeof<N>() > 1) {
      mb = pairMask(q, kb, fold, b1, b2, ob1, ob2);
      hit = v128.or(hit, mb);
    }
    if (sizeof<N>() > 2) {
      mc = pairMask(q, kc, fold, c1, c2, oc1, oc2);
      hit = v128.or(hit, mc);
    }
    if (!v128.any_true(hit)) continue;
    const inA = i8x16.bitmask(ma);
    let inB = 0;
    let inC = 0;
    if (sizeof<N>() > 1) inB = i8x16.bitmask(mb);
    if (sizeof<N>() > 2) inC = i8x16.bitmask(mc);
    for (let mask = inA | inB | inC; mask; mask &= mask - 1) {
      const place = q + ctz(mask);
      const bit = mask & -mask;
      if (inA & bit) verify(place, table, text, end, mode, counts, out, maxOut);
      if (sizeof<N>() > 1) {
        if (inB & bit) verify(place, kb, text, end, mode, counts, out, maxOut);
      }
      if (sizeof<N>() > 2) {
        if (inC & bit) verify(place, kc, text, end, mode, counts, out, maxOut);
      }
    }
  }
  lowest = low;
  seen = any;
}

/** One to three keywords by their two rarest bytes. Returns matches(). */
export function scanPairs(
  text: usize,
  length: i32,
  table: usize,
  keywords: i32,
  mode: i32,
  counts: usize,
  out: usize,
  maxOut: i32,
): i32 {
  begin(table, keywords);
  if (keywords == 1) pairs<i8>(text, length, table, mode, counts, out, maxOut);
  else if (keywords == 2) pairs<i16>(text, length, table, mode, counts, out, maxOut);
  else pairs<i32>(text, length, table, mode, counts, out, maxOut);
  return found;
}

/**
 * Any number of keywords of three or more bytes. `masks` holds six 16-byte tables (low and high nibble of the three
 * bytes); keyword k is in bucket k & 7. Returns matches().
 */
export function scanTeddy(
  text: usize,
  length: i32,
  masks: usize,
  table: usize,
  keywords: i32,
  mode: i32,
  counts: usize,
  out: usize,
  maxOut: i32,
): i32 {
  begin(table, keywords);
  const l0 = v128.load(masks);
  const h0 = v128.load(masks, 16);
  const l1 = v128.load(masks, 32);
  const h1 = v128.load(masks, 48);
  const l2 = v128.load(masks, 64);
  const h2 = v128.load(masks, 80);
  const nibble = i8x16.splat(15);
  const zero = i8x16.splat(0);
  const end = text + length;
  const buckets = masks + 96;
  let low = i8x16.splat(-1);
  let any = zero;
  for (let q = text; q < end; q += 16) {
    const a = v128.load(q);
    const b = v128.load(q, 1);
    const c = v128.load(q, 2);
    low = i8x16.min_u(low, a);
    any = v128.or(any, a);
    let r = v128.and(i8x16.swizzle(l0, v128.and(a, nibble)), i8x16.swizzle(h0, i8x16.shr_u(a, 4)));
    r = v128.and(r, v128.and(i8x16.swizzle(l1, v128.and(b, nibble)), i8x16.swizzle(h1, i8x16.shr_u(b, 4))));
    r = v128.and(r, v128.and(i8x16.swizzle(l2, v128.and(c, nibble)), i8x16.swizzle(h2, i8x16.shr_u(c, 4))));
    if (!v128.any_true(r)) continue;
    v128.store(buckets, r);
    for (let mask = i8x16.bitmask(i8x16.ne(r, zero)); mask; mask &= mask - 1) {
      const place = q + ctz(mask);
      const bits = <u32>load<u8>(buckets + ctz(mask));
      for (let k = 0; k < keywords; k++) {
        if ((bits >> (k & 7)) & 1) verify(place, table + <usize>k * STRIDE, text, end, mode, counts, out, maxOut);
      }
    }
  }
  lowest = low;
  seen = any;
  return found;
}

/** Newlines in `length` bytes. */
export function countLines(text: usize, length: i32): i32 {
  const newline = i8x16.splat(10);
  const end = text + length;
  let lines = 0;
  let q = text;
  for (; q + 16 <= end; q += 16) lines += popcnt(i8x16.bitmask(i8x16.eq(v128.load(q), newline)));
  for (; q < end; q++) lines += i32(load<u8>(q) == 10);
  return lines;
}
