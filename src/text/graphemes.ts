/** Finds places to cut a text without splitting a grapheme cluster. */

let segmenter: Intl.Segmenter | undefined;

/**
 * The last border between grapheme clusters in [low, at]. `low` must be a border; it is the answer when the cluster at `at`
 * starts at or before `low`. Only text that is not plain needs a segmenter, from the last safe border on.
 */
export function graphemeBorder(text: string, low: number, at: number): number {
  if (at <= low || at >= text.length || isPlainBorder(text, at)) return Math.max(low, at);
  let anchor = at - 1;
  while (anchor > low && !isPlainBorder(text, anchor)) anchor--;
  // The text before a border and one code point after it decide about the border.
  const piece = text.slice(anchor, at + 2);
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  let border = anchor;
  for (const { index } of segmenter.segment(piece)) {
    if (anchor + index > at) break;
    border = anchor + index;
  }
  return border;
}

/** The place to cut regardless of grapheme clusters: `at`, or one before where `at` would split a surrogate pair. */
export function codePointBorder(text: string, at: number): number {
  return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at;
}

/** Whether a border lies between the characters on both sides of `at`, for any text around them. */
export function isPlainBorder(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (before < 0x20) return !(before === 0x0d && text.charCodeAt(at) === 0x0a);
  return isPlain(before) && isPlain(text.charCodeAt(at));
}

/**
 * Characters that never join with another character of this set: no marks, joiners, conjoining jamo, prepended signs, emoji
 * parts or surrogates (Unicode Annex 29, Grapheme_Cluster_Break = Other, LV, LVT).
 */
function isPlain(unit: number): boolean {
  if (unit < 0x0300) return true;
  if (unit < 0x0530) return unit >= 0x0370 && (unit < 0x0483 || unit > 0x0489);
  if (unit < 0x3001) return false;
  if (unit < 0x3400) return unit < 0x302a || (unit > 0x3040 && unit < 0x3097) || (unit > 0x30a0 && unit < 0x30ff);
  return (
    (unit < 0x9fff && (unit < 0x4dc0 || unit >= 0x4e00)) ||
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit > 0xff00 && unit < 0xff61)
  );
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
