/**
 * Words that someone may have meant: listed words within one edit of a short word, two edits of a long one. An edit inserts,
 * deletes or replaces a letter, or swaps two neighbours. One loop over 290,000 words takes a few milliseconds.
 */

export interface ListedWord {
  /** Folded. */
  readonly word: string;
  /** Number of index rows that hold the word. */
  readonly rows: number;
}

export interface NearWord extends ListedWord {
  readonly distance: number;
}

/** Shorter words are close to every other short word. */
const LEAST = 3;
/** From this length on, two edits count as a slip. */
const LONG = 6;
const LONGEST = 40;
/** Cost, in edits, of a different first letter, the rarest slip. */
const FIRST_LETTER = 0.5;

/** Number of edits allowed for a word of this length. */
export function editsAllowed(word: string): number {
  return word.length < LONG ? 1 : 2;
}

/** Letters as bits: a–z, and five bits for all others. */
function maskOf(word: string): number {
  let mask = 0;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at) - 97;
    mask |= 1 << (unit >= 0 && unit < 26 ? unit : 26 + ((unit & 0xff) % 5));
  }
  return mask;
}

function bits(mask: number): number {
  let left = mask - ((mask >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Words of one length. */
interface Bucket {
  readonly words: string[];
  readonly rows: number[];
  masks: Uint32Array;
}

/** One edit more is as unlikely as a word in so many times fewer rows. */
const ROWS_PER_EDIT = 1000;

/** Unlikeliness of a meant word, in edits: slips are rare, and so are words in few rows. */
export function unlikeliness({ distance, rows }: Pick<NearWord, "distance" | "rows">): number {
  return distance - Math.log(rows + 1) / Math.log(ROWS_PER_EDIT);
}

export class WordList {
  readonly #buckets = new Map<number, Bucket>();
  readonly #rows = new Map<string, number>();
  size = 0;

  /** Skips words with a digit or a sign, and words that are too short or too long. */
  constructor(words: Iterable<ListedWord>) {
    for (const { word, rows } of words) {
      if (word.length < LEAST || word.length > LONGEST || !LETTERS.test(word)) continue;
      const known = this.#rows.get(word);
      if (known !== undefined) {
        // A word of two columns is listed twice.
        if (rows > known) this.#rows.set(word, rows);
        continue;
      }
      this.#rows.set(word, rows);
      const bucket = this.#buckets.get(word.length) ?? { words: [], rows: [], masks: NO_MASKS };
      this.#buckets.set(word.length, bucket);
      bucket.words.push(word);
      bucket.rows.push(rows);
      this.size++;
    }
    for (const bucket of this.#buckets.values()) bucket.masks = Uint32Array.from(bucket.words, maskOf);
  }

  /** The likeliest words, at most `most`, best first (`unlikeliness`), without the word itself. */
  near(word: string, most: number): NearWord[] {
    const found = new Map<string, NearWord>();
    for (const variant of variantsOf(word)) this.#collect(variant, word, found);
    return [...found.values()]
      .sort((a, b) => unlikeliness(a) - unlikeliness(b) || (a.word < b.word ? -1 : 1))
      .slice(0, most);
  }

  #collect(word: string, given: string, found: Map<string, NearWord>): void {
    if (word.length < LEAST || word.length > LONGEST) return;
    const most = editsAllowed(word);
    const mask = maskOf(word);
    const first = word.charCodeAt(0);
    for (let length = word.length - most; length <= word.length + most; length++) {
      const bucket = this.#buckets.get(length);
      if (bucket === undefined) continue;
      const { words, masks, rows } = bucket;
      for (let at = 0; at < masks.length; at++) {
        const other = masks[at] ?? 0;
        if (bits(mask & ~other) > most || bits(other & ~mask) > most) continue;
        const candidate = words[at] ?? "";
        const edits = boundedDistance(word, candidate, most);
        if (edits > most || candidate === given) continue;
        const distance = edits + (candidate.charCodeAt(0) === first ? 0 : FIRST_LETTER);
        const known = found.get(candidate);
        if (known === undefined || distance < known.distance) {
          found.set(candidate, { word: candidate, rows: rows[at] ?? 0, distance });
        }
      }
    }
  }
}

const NO_MASKS = new Uint32Array();
const LETTERS = /^[\p{L}\p{M}]+$/u;

/** Folding has removed accents and ß; the remaining variants are ae, oe, ue for ä, ö, ü. */
function variantsOf(word: string): readonly string[] {
  const plain = word.replace(/([aou])e/g, "$1");
  return plain === word ? [word] : [word, plain];
}

let previous = new Uint8Array(64);
let older = new Uint8Array(64);
let row = new Uint8Array(64);

/** Edits between two words of up to 63 letters, or `most` + 1 where more are needed: rows of a band around the diagonal. */
export function boundedDistance(a: string, b: string, most: number): number {
  const columns = b.length;
  if (Math.abs(a.length - columns) > most) return most + 1;
  for (let j = 0; j <= columns; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - most);
    const to = Math.min(columns, i + most);
    row[0] = i;
    if (from > 1) row[from - 1] = most + 1;
    let least = most + 1;
    const unit = a.charCodeAt(i - 1);
    const before = i > 1 ? a.charCodeAt(i - 2) : -1;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let value = (previous[j - 1] ?? 0) + (unit === other ? 0 : 1);
      if (j < i + most) value = Math.min(value, (previous[j] ?? 0) + 1);
      value = Math.min(value, (row[j - 1] ?? 0) + 1);
      if (j > 1 && before === other && unit === b.charCodeAt(j - 2)) value = Math.min(value, (older[j - 2] ?? 0) + 1);
      row[j] = value;
      if (value < least) least = value;
    }
    if (least > most) return most + 1;
    const free = older;
    older = previous;
    previous = row;
    row = free;
  }
  return Math.min(previous[columns] ?? 0, most + 1);
}
