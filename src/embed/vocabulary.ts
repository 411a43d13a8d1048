/**
 * The vocabulary of word pieces as a table that the build makes of vocab.txt (tools/vocabulary.ts): to go through 30,522 lines would
 * cost a one-shot search 10 ms.
 *
 * Layout, little-endian uint32: pieces, bytes of the longest, binary logarithms of the two following sizes. Then two hash tables
 * of uint16 with linear probing, id + 1 or 0, of pieces that begin a word and of those that go on; a uint32 for each piece
 * where it begins in the text, and one for where the last ends; the text, UTF-8, "##" left out.
 */

const HEADER = 16;

export class WordPieces {
  readonly #begin: Uint16Array;
  readonly #inside: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #text: Uint8Array;
  /** Bytes of the longest piece. */
  readonly #longest: number;
  /** Of what is looked up: the hash of its first so many bytes. */
  readonly #hashes: Uint32Array;

  /** `table`: what `readVocabulary` gives. */
  constructor(table: Uint8Array<ArrayBuffer>) {
    // A copy begins at a multiple of 4. `slice` would be none: of a Buffer it is a view.
    const { buffer, byteOffset } = table.byteOffset % 4 === 0 ? table : new Uint8Array(table);
    const [pieces = 0, longest = 0, begin = 0, inside = 0] = new Uint32Array(buffer, byteOffset, HEADER / 4);
    let at = byteOffset + HEADER;
    this.#begin = new Uint16Array(buffer, at, 2 ** begin);
    at += this.#begin.byteLength;
    this.#inside = new Uint16Array(buffer, at, 2 ** inside);
    at += this.#inside.byteLength;
    this.#starts = new Uint32Array(buffer, at, pieces + 1);
    at += this.#starts.byteLength;
    this.#text = new Uint8Array(buffer, at, this.#starts[pieces]);
    this.#longest = longest;
    this.#hashes = new Uint32Array(longest + 1);
  }

  /** The longest piece that a word (UTF-8) begins with, or goes on with (`inside`), from `start` to before `end`; -1: none. */
  longestAt(word: Uint8Array, start: number, end: number, inside: boolean): number {
    const slots = inside ? this.#inside : this.#begin;
    const hashes = this.#hashes;
    const most = Math.min(this.#longest, end - start);
    let hash = FIRST_HASH;
    for (let length = 1; length <= most; length++) {
      hash = nextHash(hash, word[start + length - 1] ?? 0);
      hashes[length] = hash;
    }
    for (let length = most; length > 0; length--) {
      const id = this.#find(slots, slotOf(hashes[length] ?? 0, slots.length), word, start, length);
      if (id !== -1) return id;
    }
    return -1;
  }

  /** Bytes of a piece, without "##". */
  lengthOf(id: number): number {
    return (this.#starts[id + 1] ?? 0) - (this.#starts[id] ?? 0);
  }

  #find(slots: Uint16Array, first: number, word: Uint8Array, start: number, length: number): number {
    const last = slots.length - 1;
    for (let slot = first; ; slot = (slot + 1) & last) {
      const id = (slots[slot] ?? 0) - 1;
      if (id === -1 || this.#isPiece(id, word, start, length)) return id;
    }
  }

  #isPiece(id: number, word: Uint8Array, start: number, length: number): boolean {
    if (this.lengthOf(id) !== length) return false;
    const from = this.#starts[id] ?? 0;
    for (let k = 0; k < length; k++) if (this.#text[from + k] !== word[start + k]) return false;
    return true;
  }
}

/** FNV-1a, a byte at a time. */
export const FIRST_HASH = 0x811c9dc5;

export function nextHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193) >>> 0;
}

/**
 * The first slot of a hash, of a power of two from 2 on. The highest bits of a multiple: the hash's own hardly differ for
 * short words.
 */
export function slotOf(hash: number, slots: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 0) >>> (Math.clz32(slots) + 1);
}
