/**
 * The model's file by parts: a search needs 12 of its 23 MB and no two of them at once, while bytes that are copied out of the
 * program cost most where they are put into memory that was never touched. model-layout.json says where what stands.
 */
import { QsearchError } from "../errors.ts";
import { damagedFile, modelFile } from "./model-files.ts";
import layout from "./model-layout.json" with { type: "json" };

/** Bytes of a block, each of which is checked by itself. */
const BLOCK = layout.block;

export class ModelParts {
  readonly #kept = new Map<number, Uint8Array>();

  /** `file`: another one with what should be the same bytes. */
  constructor(private readonly file: Blob = modelFile()) {}

  /**
   * Gives `take` what stands from `start` to before `end`, piece by piece in order, each with its distance from `start`. A piece
   * is there during the call only. Throws QsearchError("internal") where the bytes are not those that are pinned.
   */
  async read(start: number, end: number, take: (bytes: Uint8Array, at: number) => void): Promise<void> {
    for (let block = Math.floor(start / BLOCK); block * BLOCK < end; block++) {
      const bytes = await this.#block(block);
      const from = Math.max(0, start - block * BLOCK);
      take(bytes.subarray(from, end - block * BLOCK), block * BLOCK + from - start);
      // The memory is free for the next block at once, instead of when the garbage collector sees that nobody has it.
      bytes.buffer.transfer(0);
    }
  }

  /** Reads into memory, for `copy`, what of `start` to before `end` is not there yet. Throws as `read` does. */
  async keep(start: number, end: number): Promise<void> {
    for (let block = Math.floor(start / BLOCK); block * BLOCK < end; block++) {
      if (!this.#kept.has(block)) this.#kept.set(block, await this.#block(block));
    }
  }

  /** Fills `into` with the bytes from `start` on, all of which are kept. */
  copy(start: number, into: Uint8Array): void {
    for (let done = 0; done < into.length; ) {
      const block = Math.floor((start + done) / BLOCK);
      const from = start + done - block * BLOCK;
      const part = this.#kept.get(block)?.subarray(from, from + into.length - done);
      if (part === undefined || part.length === 0) throw new RangeError(`no block ${block} of the model is kept`);
      into.set(part, done);
      done += part.length;
    }
  }

  async #block(block: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min((block + 1) * BLOCK, layout.size);
    const bytes = await this.file
      .slice(block * BLOCK, end)
      .bytes()
      .catch((error: unknown) => {
        throw new QsearchError("internal", "the embedding model cannot be read", "", { cause: error });
      });
    const sum = BigInt.asUintN(64, BigInt(Bun.hash.xxHash3(bytes)));
    if (sum !== BigInt(`0x${layout.sums.slice(block * 16, block * 16 + 16)}`)) throw damagedFile("model.int8.onnx");
    return bytes;
  }
}
