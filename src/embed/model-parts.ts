/**
 * The model's file by parts: a search needs 12 of its 23 MB and no two of them at once, while memory that was never touched costs
 * more than the bytes that are put there. model-layout.json says where what stands.
 */
import { damagedFile } from "./model-files.ts";
import layout from "./model-layout.json" with { type: "json" };
import { CHECKSUM_BLOCK_BYTES, isBlock, type ModelSource, openModel } from "./model-source.ts";

export class ModelParts {
  readonly #kept = new Map<number, Uint8Array>();

  /** Every block is checked whenever it is read. `source`: another one of what should be the same bytes. */
  constructor(private readonly source: ModelSource = openModel()) {}

  /** How much `read` writes. */
  static room(start: number, end: number): number {
    return Math.min(layout.size, Math.ceil(end / CHECKSUM_BLOCK_BYTES) * CHECKSUM_BLOCK_BYTES) - firstByte(start);
  }

  /**
   * Reads the blocks that hold `start` to before `end` into `room`, and returns where there the byte `start` is. Throws
   * QsearchError("internal") where the bytes are not those that are pinned.
   */
  read(start: number, end: number, room: Uint8Array): number {
    const first = firstByte(start);
    for (let at = first; at < end; at += CHECKSUM_BLOCK_BYTES) {
      this.#block(
        at / CHECKSUM_BLOCK_BYTES,
        room.subarray(at - first, Math.min(at + CHECKSUM_BLOCK_BYTES, layout.size) - first),
      );
    }
    return start - first;
  }

  /** Fills `into` with the bytes from `start` on, of which the blocks are kept for the next call. Throws as `read` does. */
  copy(start: number, into: Uint8Array): void {
    for (let done = 0; done < into.length; ) {
      const from = (start + done) % CHECKSUM_BLOCK_BYTES;
      const part = this.#keep(Math.floor((start + done) / CHECKSUM_BLOCK_BYTES)).subarray(
        from,
        from + into.length - done,
      );
      into.set(part, done);
      done += part.length;
    }
  }

  close(): void {
    this.source.close();
  }

  #keep(block: number): Uint8Array {
    const kept = this.#kept.get(block);
    if (kept !== undefined) return kept;
    const bytes = new Uint8Array(Math.min(CHECKSUM_BLOCK_BYTES, layout.size - block * CHECKSUM_BLOCK_BYTES));
    this.#block(block, bytes);
    this.#kept.set(block, bytes);
    return bytes;
  }

  #block(block: number, into: Uint8Array): void {
    this.source.read(into, block * CHECKSUM_BLOCK_BYTES);
    if (!isBlock(block, into)) throw damagedFile("model.int8.onnx");
  }
}

function firstByte(start: number): number {
  return Math.floor(start / CHECKSUM_BLOCK_BYTES) * CHECKSUM_BLOCK_BYTES;
}
