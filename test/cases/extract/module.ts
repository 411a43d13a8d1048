import { readFileSync } from "node:fs";

/** How much is read at once, in bytes. */
export const BLOCK = 4096;

/** A reader over one file. */
export class Reader {
  #offset = 0;

  constructor(private readonly path: string) {}

  /** The next block. */
  next(): Uint8Array {
    const bytes = readFileSync(this.path).subarray(this.#offset, this.#offset + BLOCK);
    this.#offset += bytes.length;
    return bytes;
  }
}

const cache = new Map<string, Reader>();

export function readerFor(path: string): Reader {
  const found = cache.get(path);
  if (found !== undefined) return found;
  const reader = new Reader(path);
  cache.set(path, reader);
  return reader;
}
