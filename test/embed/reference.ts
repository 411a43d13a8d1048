/** What the Python reference says of 600 texts, recorded by bench/quality/encoder/reference.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIMENSIONS } from "../../src/embed/encoder.ts";

export interface Recorded {
  readonly text: string;
  /** At most 128 word pieces, [CLS] and [SEP] among them. */
  readonly ids: readonly number[];
  /** The first half of the SHA-256 over all pieces. */
  readonly all: string;
  readonly vector: Float32Array;
}

interface File {
  readonly texts: readonly { readonly text: string; readonly ids: string; readonly all: string }[];
  readonly vectors: string;
}

export function recordedTexts(): Recorded[] {
  const file: File = JSON.parse(
    readFileSync(join(import.meta.dir, "..", "cases", "encoder", "reference.json"), "utf8"),
  );
  const bytes = Buffer.from(file.vectors, "base64");
  const halves = new Float16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return file.texts.map(({ text, ids, all }, k) => ({
    text,
    ids: ids.split(",").map(Number),
    all,
    vector: Float32Array.from(halves.subarray(k * DIMENSIONS, (k + 1) * DIMENSIONS)),
  }));
}

/** The cosine of two vectors of any length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    const [x = Number.NaN, y = Number.NaN] = [a[k], b[k]];
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return dot / Math.sqrt(aa * bb);
}
