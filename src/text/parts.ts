/**
 * Cuts a long text into parts, the rows of the index: at the border of two chunks, between words. A part begins some tokens
 * before its first chunk, so every phrase of at most OVERLAP_TOKENS lies whole in one part.
 */

/** Chunks in a part: 32,000 characters where chunks have 800. */
const PART_CHUNKS = 40;
/** Parts of a longer text are longer: ten bits hold the number of a file's part. */
const MOST_PARTS = 700;
/** Tokens that a part repeats of the part before. Longer phrases are looked up by their beginning. */
export const OVERLAP_TOKENS = 30;
/** Longest overlap in UTF-16 units: in a text without words this many units hold fewer tokens. */
const MOST_OVERLAP = 8192;
const FIRST_OVERLAP = 256;
/** Chunks to look back for a chunk end between words. */
const LOOKED_BACK = 8;

/** Start of a part. */
export interface PartBorder {
  /** Ordinal of the part's first chunk. */
  readonly chunk: number;
  /** UTF-16 offset of the part's text, before that of its first chunk. */
  readonly start: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of a text with these chunks, none without chunks. `chunkSize` is the size that the chunks were cut with;
 * `countTokens` counts the tokens of a piece of the text.
 */
export function partBorders(
  text: string,
  chunks: readonly Span[],
  chunkSize: number,
  countTokens: (start: number, end: number) => number,
): PartBorder[] {
  const [first] = chunks;
  if (first === undefined) return [];
  const size = Math.max(PART_CHUNKS * chunkSize, Math.ceil(text.length / MOST_PARTS));
  const borders: PartBorder[] = [{ chunk: 0, start: first.start }];
  for (let at = 0; ; ) {
    const begin = chunks[at]?.start ?? 0;
    let next = at + 1;
    while (next < chunks.length && (chunks[next]?.end ?? 0) - begin <= size) next++;
    if (next >= chunks.length) return borders;
    next = betweenWords(text, chunks, at, next);
    borders.push({ chunk: next, start: overlapStart(text, chunks[next]?.start ?? 0, countTokens) });
    at = next;
  }
}

/** A chunk near `next` that starts between words, else `next`. */
function betweenWords(text: string, chunks: readonly Span[], first: number, next: number): number {
  for (let at = next; at > Math.max(first, next - LOOKED_BACK); at--) {
    if (!isInWord(text, chunks[at - 1]?.end ?? 0)) return at;
  }
  return next;
}

function overlapStart(text: string, end: number, countTokens: (start: number, end: number) => number): number {
  for (let length = FIRST_OVERLAP; ; length *= 2) {
    const start = wordStart(text, Math.max(0, end - length), end);
    if (start === 0 || length >= MOST_OVERLAP || countTokens(start, end) >= OVERLAP_TOKENS) return start;
  }
}

/** The next place between words, `from` where no place before `to` is. */
function wordStart(text: string, from: number, to: number): number {
  if (from === 0) return 0;
  for (let at = from; at < to; at++) if (isBlank(text.charCodeAt(at))) return at;
  for (let at = from; at < to; at++) if (!isInWord(text, at)) return at;
  return isLowSurrogate(text.charCodeAt(from)) ? from - 1 : from;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;
}

const WORD = /[\p{L}\p{N}\p{M}_.\-\p{Cs}]/u;

/** True where the characters on both sides may belong to one word, number or name. */
function isInWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD.test(text[at - 1] ?? "") && WORD.test(text[at] ?? "");
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
