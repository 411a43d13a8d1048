/**
 * Checksums of stored bytes: texts, layouts, chunks, symbols, pages of vectors. Each blob ends in four bytes, xxHash32 of the
 * content and the blob's kind, verified at every read: SQLite has no checksums, and a flipped bit in a text would be shown, or
 * hide a result.
 */
import { corruptStore } from "./sqlite-errors.ts";

const BYTES = 4;

/** Seeds by kind of blob; others: `blockSeed` for blocks of texts, the id for pages of vectors. */
export const SEEDS = { layout: 0x6c617931, chunks: 0x63686b31, symbols: 0x73796d31 } as const;

/** Seed of a text's block: from its start and codec. */
export function blockSeed(start: number, codec: number): number {
  return (start * 4 + codec) >>> 0;
}

/** The bytes with their checksum. `seed`, below 2^32, is their kind: bytes of another kind fail the check. */
export function sealed(bytes: Uint8Array, seed = 0): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes.length + BYTES);
  whole.set(bytes);
  new DataView(whole.buffer).setUint32(bytes.length, Bun.hash.xxHash32(bytes, seed), true);
  return whole;
}

/** The bytes without their checksum, a view. Throws `corrupt_store` for a wrong checksum. */
export function opened({ path }: { readonly path: string }, whole: Uint8Array, seed = 0): Uint8Array {
  // A damaged row may hold a value of another type: SQLite checks types at writing, not at reading.
  if (!(whole instanceof Uint8Array)) throw corruptStore(path);
  const length = whole.length - BYTES;
  if (length < 0) throw corruptStore(path);
  const bytes = whole.subarray(0, length);
  const sum = new DataView(whole.buffer, whole.byteOffset + length, BYTES).getUint32(0, true);
  if (Bun.hash.xxHash32(bytes, seed) !== sum) throw corruptStore(path);
  return bytes;
}
