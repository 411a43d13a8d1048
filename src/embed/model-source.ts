/** Where the bytes of the model's file come from, and whether they are the right ones. */
import { closeSync, openSync, readSync } from "node:fs";
import { COMPILED } from "../worker-urls.ts";
import { modelPath, readModel } from "./model-files.ts";
import layout from "./model-layout.json" with { type: "json" };

export interface ModelSource {
  /** Fills `into` with the bytes of the file from `start` on, as far as there are any. Nobody has looked at them yet. */
  read(into: Uint8Array, start: number): void;
  close(): void;
}

/** Bytes of a block, each of which has a checksum. */
export const CHECKSUM_BLOCK_BYTES = layout.block;

/** Whether these are the bytes of a block. */
export function isBlock(block: number, bytes: Uint8Array): boolean {
  return BigInt(Bun.hash.xxHash3(bytes)) === BigInt(`0x${layout.sums.slice(block * 16, block * 16 + 16)}`);
}

/**
 * The file, or the executable from where it holds it: the runtime gives what is embedded as copies, which its garbage collector
 * counts, and that cost as much as all else that is done with the weights. Where the executable is not as build.ts left it (packed,
 * or not to be read) the runtime is asked. Throws QsearchError("internal"), run from source what the file system throws.
 */
export function openModel(): ModelSource {
  if (!COMPILED) return openAt(modelPath, 0);
  const source = openWithin(process.execPath, MODEL_PLACE);
  if (source !== null) return source;
  const whole = readModel();
  return { read: (into, start) => into.set(whole.subarray(start, start + into.length)), close: () => undefined };
}

/** The model within another file, null where that has something else there or cannot be read. */
export function openWithin(path: string, place: number): ModelSource | null {
  let source: ModelSource | null = null;
  try {
    source = openAt(path, place);
    const block = new Uint8Array(CHECKSUM_BLOCK_BYTES);
    source.read(block, 0);
    if (isBlock(0, block)) return source;
  } catch {
    // Not there, or not to be read.
  }
  source?.close();
  return null;
}

/** The bytes of a file from `place` on. Throws what the file system throws. */
function openAt(path: string, place: number): ModelSource {
  const fd = openSync(path, "r");
  return {
    read(into, start) {
      for (let done = 0; done < into.length; ) {
        const count = readSync(fd, into, done, into.length - done, place + start + done);
        if (count === 0) return;
        done += count;
      }
    },
    close: () => closeSync(fd),
  };
}
