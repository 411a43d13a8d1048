/**
 * Character classes of the tokeniser. The class of most characters is found with Unicode properties at first use and cached: a
 * table of all 65,536 code units costs 15 ms to build, too much for a start-up.
 */

export const SEPARATOR = 1;
/** Lower-case and caseless letters, and marks that no rule removes. */
export const LOWER = 2;
export const UPPER = 3;
export const DIGIT = 4;
/** Han, Kana, Bopomofo: written without spaces, a line break inside a word is common. */
export const IDEOGRAPH = 5;
/** Hangul, Thai, Lao, Khmer, Myanmar: cut into bigrams too, but a line break ends the run. */
export const SYLLABLE = 6;
/** Emoji: each is a token of its own. */
export const PICTOGRAPH = 7;
/** Joins parts of an identifier, any number in a row. */
export const UNDERSCORE = 8;
/** Joins parts of an identifier, one at a time. */
export const HYPHEN = 9;
/** Joins parts of an identifier where a digit follows. */
export const DOT = 10;

/** `:`, `/` and `,`: join digits to digits, as in 10:15, 3/4 and 1,299. */
export const JOINER = 11;

/** Flag of a character that folding changes or that may combine with its neighbour. */
export const UNSTABLE = 0x40;
export const CLASS_MASK = 0x3f;
/** Flag of the first half of a pair: two surrogates, or two capitals from the folding of one character. */
export const WIDE = 0x80;

/**
 * Marks and format characters that folding drops: accents, Hebrew points, Arabic vowel signs and tatweel, soft hyphen,
 * joiners, variation selectors, byte-order mark.
 */
const DROPPED = new RegExp(
  `[${[
    "\\u00ad",
    "\\u0300-\\u036f\\u0483-\\u0487\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f",
    "\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7",
    "\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed",
    "\\u200c\\u200d\\u2060\\ufe00-\\ufe0f\\ufeff\\u{e0100}-\\u{e01ef}",
  ].join("")}]`,
  "gu",
);

/** Letters without a Unicode decomposition that people type without their stroke or as two letters. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ł: "l",
  Ł: "L",
  ı: "i",
};
const LETTER = /[ßẞæÆœŒøØđĐłŁı]/g;

/** NFKC of one base character and its combining characters, without accents, case kept. */
export function foldSegment(segment: string): string {
  return segment
    .normalize("NFKD")
    .replace(DROPPED, "")
    .normalize("NFC")
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u30fc]/u;
const SYLLABLES = /[\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;
const CAPITAL = /[\p{Lu}\p{Lt}]/u;
const NUMBER = /\p{N}/u;
const MARK = /\p{M}/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const COMBINING_JAMO = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u3099\u309a\uff9e\uff9f]/;

function kindOf(character: string): number {
  if (character === "_" || character === "\uff3f") return UNDERSCORE;
  if (character === "-" || character === "\u2010") return HYPHEN;
  if (character === ".") return DOT;
  if (character === ":" || character === "/" || character === ",") return JOINER;
  if (WORD.test(character)) {
    if (IDEOGRAPHS.test(character)) return IDEOGRAPH;
    if (SYLLABLES.test(character)) return SYLLABLE;
    if (NUMBER.test(character)) return DIGIT;
    return CAPITAL.test(character) ? UPPER : LOWER;
  }
  return PICTURE.test(character) && character > "\x7f" ? PICTOGRAPH : SEPARATOR;
}

/** Computes the class of a code point, without the cache. */
export function classify(codePoint: number): number {
  // A lone surrogate is no character, but a separator.
  if (codePoint >= 0xd800 && codePoint < 0xe000) return SEPARATOR;
  const character = String.fromCodePoint(codePoint);
  const kind = kindOf(character);
  if (codePoint < 0x80) return kind;
  if (COMBINING_JAMO.test(character)) return kind | UNSTABLE;
  if (MARK.test(character) && kind !== SYLLABLE) return kind | UNSTABLE;
  const folded = foldSegment(character);
  if (folded === character) return kind;
  // Full-width punctuation is a separator before and after folding: Chinese text stays on the fast path.
  return kind === SEPARATOR && separates(folded) ? kind : kind | UNSTABLE;
}

/** Whether a whole folded character separates. Dots join only one at a time, so an ellipsis separates, too. */
function separates(folded: string): boolean {
  if (folded === "") return false;
  return [...folded].every((character) => {
    const kind = kindOf(character);
    return kind === SEPARATOR || kind === JOINER || (kind === DOT && folded.length > 1);
  });
}

/** Consecutive code units of one class that folding leaves alone (of capitals, folding changes only the case). */
export interface UniformRange {
  readonly first: number;
  readonly last: number;
  readonly kind: number;
}

/** ASCII (later ranges override it) and scripts of thousands of characters, which would cost milliseconds one by one. */
export const UNIFORM: readonly UniformRange[] = [
  { first: 0, last: 0x7f, kind: SEPARATOR },
  { first: 0x30, last: 0x39, kind: DIGIT },
  { first: 0x41, last: 0x5a, kind: UPPER },
  { first: 0x61, last: 0x7a, kind: LOWER },
  { first: 0x2c, last: 0x2c, kind: JOINER },
  { first: 0x2d, last: 0x2d, kind: HYPHEN },
  { first: 0x2e, last: 0x2e, kind: DOT },
  { first: 0x2f, last: 0x2f, kind: JOINER },
  { first: 0x3a, last: 0x3a, kind: JOINER },
  { first: 0x5f, last: 0x5f, kind: UNDERSCORE },
  // Han without its compatibility forms, and Hangul syllables.
  { first: 0x3400, last: 0x4dbf, kind: IDEOGRAPH },
  { first: 0x4e00, last: 0x9fff, kind: IDEOGRAPH },
  { first: 0xac00, last: 0xd7a3, kind: SYLLABLE },
];

const basic = new Uint8Array(0x10000);
for (const { first, last, kind } of UNIFORM) basic.fill(kind, first, last + 1);
const astral = new Map<number, number>();

/** Class of a code point, with UNSTABLE where folding must look at it. */
export function classOf(codePoint: number): number {
  if (codePoint < 0x10000) {
    const known = basic[codePoint];
    if (known) return known;
    const found = classify(codePoint);
    basic[codePoint] = found;
    return found;
  }
  const known = astral.get(codePoint);
  if (known !== undefined) return known;
  const found = classify(codePoint);
  // The cache is bounded: a file of random code points must not fill the memory.
  if (astral.size < 0x8000) astral.set(codePoint, found);
  return found;
}

export interface TextClasses {
  /**
   * The class of each code unit, with UNSTABLE and WIDE, then a separator at the end. The first half of a pair has its
   * character's class; the second half is a separator.
   */
  readonly classes: Uint8Array;
  /** Whether folding leaves the text as it is. */
  readonly isStable: boolean;
}

/** Classes of a whole text in one loop: a call for each character would be most of a short text's cost. */
export function classesOf(text: string): TextClasses {
  const { length } = text;
  const classes = new Uint8Array(length + 2);
  classes[length] = SEPARATOR;
  classes[length + 1] = SEPARATOR;
  let all = 0;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    let found = basic[unit] ?? 0;
    if (found === 0 || (unit >= 0xd800 && unit < 0xdc00)) {
      const codePoint = text.codePointAt(at) ?? 0;
      found = classOf(codePoint);
      if (codePoint > 0xffff) {
        classes[at + 1] = SEPARATOR;
        classes[at++] = found | WIDE;
        all |= found;
        continue;
      }
    }
    classes[at] = found;
    all |= found;
  }
  return { classes, isStable: (all & UNSTABLE) === 0 };
}

/** True for jamo, kana marks and other letters that merge with a neighbour. */
export function combines(codePoint: number): boolean {
  return COMBINING_JAMO.test(String.fromCodePoint(codePoint));
}

/** True where `character` attaches to the character before it: folding must see both together. */
export function attaches(codePoint: number): boolean {
  if (codePoint < 0x300) return codePoint === 0xad;
  if ((classOf(codePoint) & UNSTABLE) === 0) return false;
  const character = String.fromCodePoint(codePoint);
  return MARK.test(character) || /[\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]/.test(character) || isDropped(character);
}

function isDropped(character: string): boolean {
  return character.replace(DROPPED, "") === "";
}
