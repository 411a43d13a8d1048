/**
 * The tokeniser on UTF-16 text in wasm memory: body and ident columns as UTF-8, as src/text/tokens.ts makes them, which is
 * its scalar reference. What needs more than one code unit to be understood (surrogates, combining marks, ligatures) is
 * left to the reference; src/kernels/tokens.ts shares the layout and fills the tables.
 *
 * CLASSES: u8 per code unit, the class of text/char-class.ts after folding; 0 not known yet, BAIL beyond this kernel.
 * LOWERED: u16 per code unit, folded and in lower case; for ß, ligatures and the like a place in EXPANSIONS.
 */

const STARTS: usize = 256;
const CLASSES: usize = 1024;
const LOWERED: usize = CLASSES + 65536;
/** Entries of four u16, number and up to three units: what a unit folds to whose LOWERED is EXPANDED + its index. */
const EXPANSIONS: usize = LOWERED + 131072;
/** The private use area: no letter is there. */
const EXPANDED: u32 = 0xe000;

const LOWER: u32 = 2;
const UPPER: u32 = 3;
const DIGIT: u32 = 4;
const IDEOGRAPH: u32 = 5;
const SYLLABLE: u32 = 6;
const PICTOGRAPH: u32 = 7;
const UNDERSCORE: u32 = 8;
const HYPHEN: u32 = 9;
const DOT: u32 = 10;
const JOINER: u32 = 11;
const BAIL: u32 = 63;

/** UTF-16 units of a word that its token keeps. */
const TOKEN_LENGTH: i32 = 64;
/** Bit c - 97 is set for a, e, i, o, u. */
const VOWELS: u32 = 0x104111;
/** The same for b, d, g, m, n, p, r, t: doubled before ing and ed. */
const UNDOUBLED: u32 = 0xab04a;

/** The same for d, e, g, l, s, y: how words with another stem end. */
const INFLECTING: u32 = 0x1040858;

let body: usize = 0;
let ident: usize = 0;
let stopped: i32 = 0;
/** While terms are counted: a stem begins as its word does, so words that begin as no term are left as they are. */
let counting: bool = false;

export function bodyEnd(): usize {
  return body;
}
export function identEnd(): usize {
  return ident;
}
/** After `tokenise` returned -1: the code unit whose class is not known, or -1 when the text is beyond this kernel. */
export function stoppedAt(): i32 {
  return stopped;
}

// @ts-ignore: decorator
@inline
function unitAt(p: usize): u32 {
  return load<u16>(p);
}

// @ts-ignore: decorator
@inline
function classOf(unit: u32): u32 {
  return load<u8>(CLASSES + unit);
}

// @ts-ignore: decorator
@inline
function lowered(unit: u32): u32 {
  return load<u16>(LOWERED + (<usize>unit << 1));
}

function expandedLength(c: u32): u32 {
  return load<u16>(EXPANSIONS + (<usize>(c - EXPANDED) << 3));
}

function expandedAt(c: u32, i: u32): u32 {
  return load<u16>(EXPANSIONS + (<usize>(c - EXPANDED) << 3) + ((<usize>i + 1) << 1));
}

// @ts-ignore: decorator
@inline
function isAlphanumeric(kind: u32): bool {
  return kind - LOWER < 3;
}

// @ts-ignore: decorator
@inline
function put(to: usize, unit: u32): usize {
  if (unit < 0x80) {
    store<u8>(to, <u8>unit);
    return to + 1;
  }
  if (unit < 0x800) {
    store<u8>(to, <u8>(0xc0 | (unit >> 6)));
    store<u8>(to + 1, <u8>(0x80 | (unit & 63)));
    return to + 2;
  }
  store<u8>(to, <u8>(0xe0 | (unit >> 12)));
  store<u8>(to + 1, <u8>(0x80 | ((unit >> 6) & 63)));
  store<u8>(to + 2, <u8>(0x80 | (unit & 63)));
  return to + 3;
}

/**
 * Tokenises `length` code units at `text`; the 16 bytes behind them are overwritten. Columns are written to `bodyTo` and `identTo`,
 * each token followed by a blank. Returns the number of body tokens, -1 when it stopped (see stoppedAt).
 */
export function tokenise(text: usize, length: i32, bodyTo: usize, identTo: usize): i32 {
  const end = text + (<usize>length << 1);
  // Reading ahead stops at zero units, which separate.
  v128.store(end, i64x2.splat(0));
  body = bodyTo;
  ident = identTo;
  let tokens = 0;
  let p = text;
  while (p < end) {
    const unit = unitAt(p);
    const kind = classOf(unit);
    if (kind == 1) {
      p += 2;
      while (unitAt(p) == 32) p += 2;
      continue;
    }
    if (isAlphanumeric(kind)) {
      // A short word in lower case with nothing to join: the commonest by far.
      const short = lowerRun(p);
      if (short > 0 && short < 8) {
        const behind = p + (<usize>short << 1);
        const next = classOf(unitAt(behind));
        if (next == 1 || next == JOINER) {
          v128.store64_lane(body, i8x16.narrow_i16x8_u(v128.load(p), v128.load(p)), 0);
          const out = body + <usize>short;
          body = finish(body, out, true);
          tokens++;
          p = behind + 2;
          continue;
        }
      }
      // An identifier: stretches of parts, with connectors between.
      const from = p;
      let parts = 0;
      while (true) {
        const begin = p;
        let start = body;
        let out = start;
        let size = 0;
        let letters = true;
        let before: u32 = 0;
        let current = classOf(unitAt(p));
        while (true) {
          if (before != 0 && (current != before || current == UPPER) && isBorder(p, begin, before, current)) {
            body = finish(start, out, letters);
            parts++;
            start = body;
            out = start;
            size = 0;
            letters = true;
          }
          before = current;
          // Lower-case ASCII, eight at a time: most words are nothing else.
          const run = current == LOWER ? lowerRun(p) : 0;
          if (run > 0 && size + run <= TOKEN_LENGTH) {
            v128.store64_lane(out, i8x16.narrow_i16x8_u(v128.load(p), v128.load(p)), 0);
            out += <usize>run;
            size += run;
            p += <usize>run << 1;
          } else {
            const c = lowered(unitAt(p));
            if (c - EXPANDED < 0x1900) {
              for (let i: u32 = 0, n = expandedLength(c); i < n && size < TOKEN_LENGTH; i++, size++) {
                const e = expandedAt(c, i);
                letters = letters && e - 97 < 26;
                out = put(out, e);
              }
            } else if (size < TOKEN_LENGTH) {
              letters = letters && c - 97 < 26;
              out = put(out, c);
              size++;
            }
            p += 2;
          }
          current = classOf(unitAt(p));
          if (!isAlphanumeric(current)) break;
        }
        body = finish(start, out, letters);
        parts++;
        if (current < UNDERSCORE || current > JOINER) break;
        if (current == JOINER && before != DIGIT) break;
        const next = afterConnectors(p);
        const follower = classOf(unitAt(next));
        if (current >= DOT ? follower != DIGIT : !isAlphanumeric(follower)) break;
        p = next;
      }
      tokens += parts;
      if (parts > 1) {
        writeWhole(from, p);
        writeValues(from, p);
      }
      continue;
    }
    if (kind == IDEOGRAPH || kind == SYLLABLE) {
      let current = unit;
      let last = kind;
      while (true) {
        body = put(body, lowered(current));
        tokens++;
        p += 2;
        if (last == IDEOGRAPH) p = afterLineBreak(p);
        const next = unitAt(p);
        last = p < end ? classOf(next) : 1;
        if (last != IDEOGRAPH && last != SYLLABLE) {
          store<u8>(body++, 32);
          break;
        }
        body = put(body, lowered(next));
        store<u8>(body++, 32);
        current = next;
      }
      continue;
    }
    if (kind == PICTOGRAPH) {
      body = put(body, lowered(unit));
      store<u8>(body++, 32);
      tokens++;
    } else if (kind == 0) return stop(unit);
    else if (kind == BAIL) {
      stopped = -1;
      return -1;
    }
    p += 2;
  }
  return tokens;
}

/** How many of the next eight units are a–z, up to the first that is not. */
// @ts-ignore: decorator
@inline
function lowerRun(p: usize): i32 {
  const letters = i16x8.lt_u(i16x8.sub(v128.load(p), i16x8.splat(97)), i16x8.splat(26));
  return ctz(i16x8.bitmask(v128.not(letters)) | 0x100);
}

/**
 * Sets the class of the units from `from` up to `to`, exclusive, which fold to themselves plus `shift`: eight at a time, as a
 * script has thousands.
 */
export function learnRange(from: u32, to: u32, kind: u32, shift: u32): void {
  let unit = from;
  let next = i16x8.add(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(<i16>(from + shift)));
  while (unit + 8 <= to) {
    v128.store64_lane(CLASSES + unit, i8x16.splat(<i8>kind), 0);
    v128.store(LOWERED + (<usize>unit << 1), next);
    next = i16x8.add(next, i16x8.splat(8));
    unit += 8;
  }
  while (unit < to) {
    store<u8>(CLASSES + unit, <u8>kind);
    store<u16>(LOWERED + (<usize>unit << 1), <u16>(unit + shift));
    unit++;
  }
}

/**
 * Tokenises a text as `tokenise` does and counts terms in both columns. Returns the number of tokens of both, -1 when it
 * stopped. STARTS: u8 per byte value, 1 where a term begins so. A term is 16 bytes at `terms`: place u32 · bytes u32 · 1 for any
 * token that begins so u32 · count u32; the counts are copied to `row`, u32 each. In names (`named` 1) numbers of up to three
 * digits are no tokens.
 */
export function countText(
  text: usize,
  length: i32,
  bodyTo: usize,
  identTo: usize,
  terms: usize,
  number: i32,
  named: i32,
  row: usize,
): i32 {
  counting = true;
  const units = tokenise(text, length, bodyTo, identTo);
  counting = false;
  if (units < 0) return -1;
  const last = terms + (<usize>number << 4);
  for (let t = terms; t < last; t += 16) store<u32>(t, 0, 12);
  const tokens =
    countTerms(bodyTo, body, terms, number, named) + countTerms(identTo, ident, terms, number, named);
  for (let t = terms, to = row; t < last; t += 16, to += 4) store<u32>(to, load<u32>(t, 12));
  return tokens;
}

/** Counts terms among the tokens between two places, each followed by a blank. A value makes a text no longer: its parts do. */
function countTerms(from: usize, to: usize, terms: usize, number: i32, named: i32): i32 {
  let tokens = 0;
  let p = from;
  while (p < to) {
    let end = p;
    // Only marks begin so: no character of the private use area is in a word.
    let marks = 0;
    while (true) {
      const next = v128.load(end);
      const blank = ctz(i8x16.bitmask(i8x16.eq(next, i8x16.splat(32))) | 0x10000);
      marks |= i8x16.bitmask(i8x16.eq(next, i8x16.splat(<i8>0xee))) & ((1 << blank) - 1);
      end += <usize>blank;
      if (blank < 16) break;
    }
    const isValue = marks != 0;
    if (named == 0 || !isShortNumber(p, end)) {
      if (mayBeTerm(p)) countToken(p, <u32>(end - p), terms, number);
      if (!isValue) tokens++;
    }
    p = end + 1;
  }
  return tokens;
}

/** Whether a term begins with the first byte of the token. */
// @ts-ignore: decorator
@inline
function mayBeTerm(token: usize): bool {
  return load<u8>(STARTS + <usize>load<u8>(token)) != 0;
}

function isShortNumber(from: usize, to: usize): bool {
  if (to - from > 3) return false;
  for (let p = from; p < to; p++) if (<u32>load<u8>(p) - 48 > 9) return false;
  return true;
}

function countToken(token: usize, length: u32, terms: usize, number: i32): void {
  for (let t = terms, last = terms + (<usize>number << 4); t < last; t += 16) {
    const size = load<u32>(t, 4);
    if (size == length || (size < length && load<u32>(t, 8) != 0)) {
      const term = <usize>load<u32>(t);
      let i: usize = 0;
      while (i < <usize>size && load<u8>(token + i) == load<u8>(term + i)) i++;
      if (i == <usize>size) store<u32>(t, load<u32>(t, 12) + 1, 12);
    }
  }
}

function stop(unit: u32): i32 {
  stopped = <i32>unit;
  return -1;
}

/**
 * Whether a part ends before the unit at `p`; see UnitScanner.isBorder. Where a follower's class is not known yet the answer
 * may be wrong, but then the scan stops at that follower and starts again.
 */
function isBorder(p: usize, begin: usize, before: u32, kind: u32): bool {
  if (kind == UPPER) {
    if (before == LOWER) return true;
    const next = unitAt(p + 2);
    if (classOf(next) != LOWER) return false;
    return !(lowered(next) == 115 && classOf(unitAt(p + 4)) != LOWER);
  }
  return kind == DIGIT && p == begin + 2 && lowered(unitAt(begin)) == 118;
}

function afterLineBreak(p: usize): usize {
  let q = skipBlanks(p);
  if (unitAt(q) != 10) return p;
  q = skipBlanks(q + 2);
  return classOf(unitAt(q)) == IDEOGRAPH ? q : p;
}

function skipBlanks(p: usize): usize {
  while (true) {
    const unit = unitAt(p);
    if (unit != 32 && unit != 9 && unit != 0x3000) return p;
    p += 2;
  }
}

/** Stems the token from `start` to `out` and puts a blank behind it. Returns where the next one starts. */
// @ts-ignore: decorator
@inline
function finish(start: usize, out: usize, letters: bool): usize {
  if (letters && out - start >= 3 && mayInflect(out) && (!counting || mayBeTerm(start))) {
    out = start + <usize>stem(start, <i32>(out - start));
  }
  store<u8>(out, 32);
  return out + 1;
}

/** Behind one connector, or several underscores. */
function afterConnectors(p: usize): usize {
  let next = p + 2;
  if (classOf(unitAt(p)) == UNDERSCORE) while (classOf(unitAt(next)) == UNDERSCORE) next += 2;
  return next;
}

/** What stands for a connector between digits: MARKS of src/text/values.ts. */
function markOf(connector: usize): u32 {
  const kind = classOf(unitAt(connector));
  if (kind == DOT) return 0xe001;
  if (kind != JOINER) return 0xe002;
  const unit = unitAt(connector);
  return unit == 58 ? 0xe003 : unit == 47 ? 0xe004 : 0xe005;
}

/** The values within an identifier, each a token of the ident column; none where it is one value. */
function writeValues(from: usize, to: usize): void {
  let p = from;
  while (p < to) {
    if (classOf(unitAt(p)) != DIGIT) {
      p += 2;
      continue;
    }
    const begin = p;
    let out = ident;
    let size = 0;
    let joints = 0;
    while (true) {
      while (p < to && classOf(unitAt(p)) == DIGIT) {
        if (size++ < TOKEN_LENGTH) out = put(out, lowered(unitAt(p)));
        p += 2;
      }
      if (p >= to || isAlphanumeric(classOf(unitAt(p)))) break;
      const next = afterConnectors(p);
      if (classOf(unitAt(next)) != DIGIT) break;
      if (size++ < TOKEN_LENGTH) out = put(out, markOf(p));
      joints++;
      p = next;
    }
    if (joints > 0 && (begin > from || p < to)) {
      store<u8>(out, 32);
      ident = out + 1;
    }
  }
}

/**
 * The identifier between two places without its connectors, as one stemmed token of the ident column; between digits a mark
 * stands for the connector.
 */
function writeWhole(from: usize, to: usize): void {
  const start = ident;
  let out = start;
  let size = 0;
  let letters = true;
  for (let p = from; p < to && size < TOKEN_LENGTH; p += 2) {
    const run = lowerRun(p);
    if (run > 0 && size + run <= TOKEN_LENGTH) {
      v128.store64_lane(out, i8x16.narrow_i16x8_u(v128.load(p), v128.load(p)), 0);
      out += <usize>run;
      size += run;
      p += <usize>(run - 1) << 1;
      continue;
    }
    const unit = unitAt(p);
    if (!isAlphanumeric(classOf(unit))) {
      // Of underscores in a row the first has the digit before it.
      if (classOf(unitAt(p - 2)) == DIGIT && classOf(unitAt(afterConnectors(p))) == DIGIT) {
        out = put(out, markOf(p));
        size++;
        letters = false;
      }
      continue;
    }
    const c = lowered(unit);
    if (c - EXPANDED < 0x1900) {
      for (let i: u32 = 0, n = expandedLength(c); i < n && size < TOKEN_LENGTH; i++, size++) {
        const e = expandedAt(c, i);
        letters = letters && e - 97 < 26;
        out = put(out, e);
      }
      continue;
    }
    letters = letters && c - 97 < 26;
    out = put(out, c);
    size++;
  }
  ident = finish(start, out, letters);
}

// ---- stems: src/text/stem.ts on bytes. Bit i of the vowel mask is set where letter i is a vowel.

function vowelMask(s: usize, n: i32): u64 {
  if (n <= 16) {
    const v = v128.load(s);
    const valid = (1 << n) - 1;
    const y = i8x16.bitmask(i8x16.eq(v, i8x16.splat(121))) & valid;
    if ((y & (y << 1)) == 0) {
      const ae = v128.or(i8x16.eq(v, i8x16.splat(97)), i8x16.eq(v, i8x16.splat(101)));
      const io = v128.or(i8x16.eq(v, i8x16.splat(105)), i8x16.eq(v, i8x16.splat(111)));
      const others = i8x16.bitmask(v128.or(v128.or(ae, io), i8x16.eq(v, i8x16.splat(117)))) & valid;
      return <u64>(others | (y & ~(others << 1) & ~1));
    }
  }
  let mask: u64 = 0;
  let before: u64 = 1;
  for (let i = 0; i < n; i++) {
    const c = <u32>load<u8>(s + i);
    // y is a vowel after a consonant, never at the start.
    const vowel: u64 = c == 121 ? 1 - before : <u64>((VOWELS >> (c - 97)) & 1);
    mask |= vowel << <u64>i;
    before = vowel;
  }
  return mask;
}

// @ts-ignore: decorator
@inline
function first(mask: u64, n: i32): u64 {
  return n >= 64 ? mask : mask & ((<u64>1 << <u64>n) - 1);
}

// @ts-ignore: decorator
@inline
function vowelAt(mask: u64, at: i32): bool {
  return ((mask >> <u64>at) & 1) != 0;
}

/** Changes from vowel to consonant among the first n letters. */
function measure(mask: u64, n: i32): i32 {
  return <i32>popcnt(first((mask << 1) & ~mask, n));
}

function isShort(s: usize, mask: u64, n: i32): bool {
  if (n < 3) return false;
  const last = load<u8>(s + n - 1);
  if (last == 119 || last == 120 || last == 121) return false;
  return !vowelAt(mask, n - 1) && vowelAt(mask, n - 2) && !vowelAt(mask, n - 3);
}

/** Length of the word of n letters without its plural. */
function withoutPlural(s: usize, n: i32): i32 {
  const before = load<u8>(s + n - 2);
  const third = load<u8>(s + n - 3);
  if (before == 101) {
    if (third == 105) return n > 4 ? n - 2 : n - 1;
    if (third == 115 && load<u8>(s + n - 4) == 115) return n - 2;
    return n - 1;
  }
  if (before == 115 || before == 117 || before == 105 || (before == 97 && third == 105)) return n;
  return n - 1;
}

/** Length without ing or ed; may write a final e. */
function withoutInflection(s: usize, n: i32, mask: u64): i32 {
  let cut = 0;
  const last = load<u8>(s + n - 1);
  if (last == 103) {
    if (n >= 3 && load<u8>(s + n - 2) == 110 && load<u8>(s + n - 3) == 105) cut = 3;
  } else if (last == 100 && load<u8>(s + n - 2) == 101 && load<u8>(s + n - 3) != 101) {
    // embed
    const isEmbed = n == 5 && load<u32>(s) == 0x65626d65;
    if (!isEmbed) cut = 2;
  }
  const rest = n - cut;
  if (cut == 0 || rest < 2 || first(mask, rest) == 0) return n;
  if (rest == 2) {
    if (!vowelAt(mask, 0) || vowelAt(mask, 1)) return n;
    store<u8>(s + 2, 101);
    return 3;
  }
  const end = <u32>load<u8>(s + rest - 1);
  if (rest > 3 && end == <u32>load<u8>(s + rest - 2) && ((UNDOUBLED >> (end - 97)) & 1) != 0) return rest - 1;
  if (measure(mask, rest) == 1 && isShort(s, mask, rest)) {
    store<u8>(s + rest, 101);
    return rest + 1;
  }
  return rest;
}

/** Whether the letter before `out` ends words that have another stem: four words in ten end otherwise. */
// @ts-ignore: decorator
@inline
function mayInflect(out: usize): bool {
  return ((INFLECTING >> (<u32>load<u8>(out - 1) - 97)) & 1) != 0;
}

/** Stems n ≥ 3 letters a–z at s in place and returns the new length. */
function stem(s: usize, n: i32): i32 {
  let length = n;
  let last = <u32>load<u8>(s + n - 1);
  if (last == 115) {
    if (n <= 3) return n;
    length = withoutPlural(s, n);
    if (length == n) return n;
    last = <u32>load<u8>(s + length - 1);
  }
  // Most words are settled by their last two letters, without a look at their vowels.
  const before = <u32>load<u8>(s + length - 2);
  if (last == 101) {
    if (length <= 3) return length;
  } else if (last == 100) {
    if (n <= 3 || before != 101) return length;
  } else if (last == 103) {
    if (n <= 3 || before != 110) return length;
  } else if (last == 121) {
    if (length < 3) return length;
    if (before != 121) {
      if (((VOWELS >> (before - 97)) & 1) == 0) store<u8>(s + length - 1, 105);
      return length;
    }
  } else if (last == 108) {
    if (length < 6 || before != 108) return length;
  } else return length;
  const mask = vowelMask(s, n);
  if (n > 3) length = withoutInflection(s, length, mask);
  last = load<u8>(s + length - 1);
  if (last == 121 && length >= 3 && !vowelAt(mask, length - 2)) {
    store<u8>(s + length - 1, 105);
    return length;
  }
  if (last == 101 && length > 3) {
    const rest = length - 1;
    const syllables = measure(mask, rest);
    if (load<u8>(s + rest - 1) == 117 || syllables > 1 || (syllables == 1 && !isShort(s, mask, rest))) length = rest;
  }
  if (length >= 6 && load<u8>(s + length - 1) == 108 && load<u8>(s + length - 2) == 108 && measure(mask, length) > 1) {
    return length - 1;
  }
  return length;
}
