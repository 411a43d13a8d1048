/** Assets that tools/compressed.ts packs with zstd and the bundle embeds. */
import { readFileSync } from "node:fs";

/** The bytes of the embedded file at `path`, decompressed, in a buffer of their own. A megabyte takes about 1 ms of processor time. */
export function readCompressed(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Bun.zstdDecompressSync(readFileSync(path)));
}
