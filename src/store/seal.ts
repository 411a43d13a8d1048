/**
 * Checksums of what is stored as bytes: texts, layouts, chunks, symbols, pages of vectors. Each blob ends in four bytes, xxHash32 of what stands before
 * them and of what the blob is, and is compared whenever it is read: SQLite has no checksums, and a flipped bit in a text would be
 * shown, or hide an answer.
 */
import { corruptStore } from "./sqlite-errors.ts";

const BYTES = 4;

/** What blobs are, besides blocks of texts and pages of vectors, whose seed is their id. */
export const SEEDS = { layout: 0x6c617931, chunks: 0x63686b31, symbols: 0x73796d31 } as const;

/** Of a block of a text: where it stands and how it is made. */
export function blockSeed(start: number, codec: number): number {
  return (start * 4 + codec) >>> 0;
}

/** The bytes with their checksum. `seed` says what they are, a number below 2^32: bytes of another meaning do not pass. */
export function sealed(bytes: Uint8Array, seed = 0): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes.length + BYTES);
  whole.set(bytes);
  new DataView(whole.buffer).setUint32(bytes.length, Bun.hash.xxHash32(bytes, seed), true);
  return whole;
}

/** The bytes without their checksum, a view. Throws `corrupt_store` where it is another one. */
export function opened({ path }: { readonly path: string }, whole: Uint8Array, seed = 0): Uint8Array {
  // A damaged row may hold a value of another type: SQLite looks at types when it writes, not when it reads.
  if (!(whole instanceof Uint8Array)) throw corruptStore(path);
  const length = whole.length - BYTES;
  if (length < 0) throw corruptStore(path);
  const bytes = whole.subarray(0, length);
  const sum = new DataView(whole.buffer, whole.byteOffset + length, BYTES).getUint32(0, true);
  if (Bun.hash.xxHash32(bytes, seed) !== sum) throw corruptStore(path);
  return bytes;
}
