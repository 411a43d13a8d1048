/** An encoder without a model: a text's vector is the sum of one random direction a word, so that common words mean nearness. */
import { DIMENSIONS, type Encoder } from "../../src/embed/encoder.ts";

export const HASHING = "hashing-1";

/** Characters of a window; longer chunks have several. */
const WINDOW = 400;

export function hashingEncoder(name = HASHING): Encoder & { embedded: number } {
  return {
    name,
    embedded: 0,
    windows(path, text) {
      const windows: string[] = [];
      for (let at = 0; at === 0 || at < text.length; at += WINDOW)
        windows.push(`${path}\n${text.slice(at, at + WINDOW)}`);
      return windows;
    },
    embed(texts) {
      this.embedded += texts.length;
      const rows = new Float32Array(texts.length * DIMENSIONS);
      for (const [at, text] of texts.entries()) {
        const row = rows.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS);
        for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""]) add(row, word);
        const norm = Math.hypot(...row);
        for (let i = 0; i < DIMENSIONS; i++) row[i] = (row[i] ?? 0) / norm;
      }
      return Promise.resolve(rows);
    },
    close() {},
  };
}

function add(row: Float32Array, word: string): void {
  let state = Number(Bun.hash.crc32(word)) | 1;
  for (let at = 0; at < DIMENSIONS; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    row[at] = (row[at] ?? 0) + state / 2 ** 31;
  }
}
