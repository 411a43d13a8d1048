/** The memory files are read into: one block that grows and is used again and again. */

/** Memory a reader writes into. A kernel may lend its own, so that bytes need no copy. */
export interface ReadBuffer {
  /** At least `bytes` bytes; what an earlier view held stands at the start of the new one. */
  reserve(bytes: number): Uint8Array;
}

const SMALLEST = 256 * 1024;
/** A block above this is let go by the next small request: one giant file should not cost its size for ever. */
const KEEP = 16 * 1024 * 1024;

export class GrowingBuffer implements ReadBuffer {
  private block = Buffer.allocUnsafeSlow(0);

  reserve(bytes: number): Uint8Array {
    if (this.block.length > KEEP && bytes <= SMALLEST) this.block = Buffer.allocUnsafeSlow(SMALLEST);
    if (bytes > this.block.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(bytes))));
      this.block.copy(larger);
      this.block = larger;
    }
    return this.block;
  }
}

/** The one buffer of this thread. */
export const readBuffer: ReadBuffer = new GrowingBuffer();
