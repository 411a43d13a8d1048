/**
 * A list of paths in shared memory, cut into parts that threads take by one atomic counter. No thread copies the list, and only
 * timing decides which thread takes which part: the rows name their files.
 */
import { pathFromBytes, pathToBytes } from "../corpus/path-bytes.ts";

/** Files of one part: about a millisecond of reading. */
export const PART = 128;

/** The part posted to a worker. */
export interface SharedList {
  /** The paths' bytes, each followed by a NUL. */
  readonly paths: SharedArrayBuffer;
  /** Int32: the next part to take, then the byte offset of each part, and the end. */
  readonly parts: SharedArrayBuffer;
  /** Number of the first file. */
  readonly base: number;
}

/** Some files of the list, in its order; `first` is the index of the first one. */
export interface ListSlice {
  readonly first: number;
  readonly rels: readonly string[];
}

/** Shares the files from number `base` on. */
export function shareList(all: readonly string[], base: number): SharedList {
  const rels = all.slice(base);
  const chunks: Buffer[] = [];
  const starts: number[] = [];
  let at = 0;
  for (let first = 0; first < rels.length; first += PART) {
    const bytes = pathToBytes(`${rels.slice(first, first + PART).join("\0")}\0`);
    starts.push(at);
    chunks.push(bytes);
    at += bytes.length;
  }
  const paths = new SharedArrayBuffer(at);
  const into = new Uint8Array(paths);
  chunks.forEach((bytes, part) => {
    into.set(bytes, starts[part]);
  });
  const parts = new SharedArrayBuffer(4 * (starts.length + 2));
  new Int32Array(parts).set([0, ...starts, at]);
  return { paths, parts, base };
}

/** The next free part, null without one. */
export function takeSlice({ paths, parts, base }: SharedList): ListSlice | null {
  const numbers = new Int32Array(parts);
  const part = Atomics.add(numbers, 0, 1);
  const start = numbers[part + 1];
  const end = numbers[part + 2];
  if (start === undefined || end === undefined) return null;
  // Buffers in shared memory cannot be decoded: the part's bytes are copied out.
  const bytes = new Uint8Array(paths, start, end - start - 1).slice();
  return { first: base + part * PART, rels: pathFromBytes(bytes).split("\0") };
}

/** Takes all free parts, so every thread ends after its current part; returns the index of the first file left. */
export function takeRest({ parts, base }: SharedList): number {
  const numbers = new Int32Array(parts);
  const part = Math.min(Atomics.exchange(numbers, 0, numbers.length), numbers.length - 2);
  return base + part * PART;
}
