/** The memory that files are read into: one block that grows and is reused. */

/** Memory a reader writes into. A kernel may lend its own, so that bytes need no copy. */
export interface ReadBuffer {
  /** At least `bytes` bytes; the content of an earlier view is kept at the start of the new one. */
  reserve(bytes: number): Uint8Array;
}

const SMALLEST = 256 * 1024;
/** Bytes. The next small request frees a larger block: one giant file should not keep its memory for ever. */
const KEEP = 16 * 1024 * 1024;

/** Plain Uint8Array, so that `slice()` copies: a Buffer's slice is a view into memory that is soon overwritten. */
export class GrowingBuffer implements ReadBuffer {
  private block = new Uint8Array(0);

  reserve(bytes: number): Uint8Array {
    if (this.block.length > KEEP && bytes <= SMALLEST) this.block = new Uint8Array(SMALLEST);
    if (bytes > this.block.length) {
      const larger = new Uint8Array(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(bytes))));
      larger.set(this.block);
      this.block = larger;
    }
    return this.block;
  }
}

/** The one buffer of this thread. */
export const readBuffer: ReadBuffer = new GrowingBuffer();
