/** Stored vectors: int8 by a fixed scale, so a vector is never quantised in two different ways. */
import { DIMENSIONS } from "../embed/encoder.ts";

/**
 * Components of a normed vector of 384 hardly exceed 0.2 (four times their root mean square); larger ones are clipped. Recall
 * of the best 10 against float32 is 0.99, better than with each vector's own maximum.
 */
const CLIP = 0.2;
const STORED_SCALE = 127 / CLIP;
/** Scale of queries, which are int16 and not clipped. */
const QUERY_SCALE = 16384;

/** Rows of DIMENSIONS float32 → as many int8. */
export function quantised(vectors: Float32Array): Int8Array {
  return Int8Array.from(vectors, (value) => Math.max(-127, Math.min(127, Math.round(value * STORED_SCALE))));
}

/** One vector in the kernel's form. */
export function quantisedQuery(vector: Float32Array): Int16Array {
  return Int16Array.from(vector, (value) => Math.round(value * QUERY_SCALE));
}

/** Cosine from a product of the two forms above. */
export function cosineOf(product: number): number {
  return product / (STORED_SCALE * QUERY_SCALE);
}

/** Cosine of a stored vector and a query, without the kernel. */
export function cosine(stored: Int8Array, query: Int16Array): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += (stored[at] ?? 0) * (query[at] ?? 0);
  return cosineOf(sum);
}

/** Key of a vector: the exact embedded text, and the encoder. */
export function vectorKey(encoder: string, text: string): Uint8Array {
  // Not node:crypto: a search would load it with Node's streams, for nothing.
  return new Bun.CryptoHasher("sha256").update(Buffer.from(`${encoder}\0${text}`, "utf8")).digest();
}

/** Ids of vectors in a row of `embedded`. */
export function packIds(ids: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(ids.length * 4));
  for (const [at, id] of ids.entries()) bytes.setUint32(at * 4, id, true);
  return new Uint8Array(bytes.buffer);
}

export function unpackIds(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / 4 }, (_, at) => view.getUint32(at * 4, true));
}
