/**
 * Both encoders against the recorded reference (Python onnxruntime on the same model), on all texts: least and mean cosine.
 * CI compares a part of them. Bounds: ort 0.9999, fast 0.995.
 *
 *   bun bench/quality/encoder/compare.ts [fast|ort…]
 */
import { DIMENSIONS, ENCODER_KINDS, openEncoder } from "../../../src/embed/encoder.ts";
import { cosine, recordedTexts } from "../../../test/embed/reference.ts";
import { report } from "../../lib/measure.ts";

const kinds = ENCODER_KINDS.filter((kind) => process.argv.length < 3 || process.argv.includes(kind));
const recorded = recordedTexts();
const figures: Record<string, unknown> = {};
for (const kind of kinds) {
  const encoder = await openEncoder(kind);
  const vectors = await encoder.embed(recorded.map(({ text }) => text));
  const cosines = recorded.map(({ vector }, row) =>
    cosine(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), vector),
  );
  encoder.close();
  figures[kind] = {
    name: encoder.name,
    least: Math.min(...cosines),
    mean: cosines.reduce((sum, x) => sum + x, 0) / cosines.length,
  };
}
report("encoder-cosines", { texts: recorded.length, bounds: { fast: 0.995, ort: 0.9999 }, ...figures });
