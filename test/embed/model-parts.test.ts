/** The model read by parts: all of them checked, none of them mixed up. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { openFastEncoder } from "../../src/embed/fast.ts";
import layout from "../../src/embed/model-layout.json" with { type: "json" };
import { ModelParts } from "../../src/embed/model-parts.ts";

const file = readFileSync(join(import.meta.dir, "../../models/all-MiniLM-L6-v2/model.int8.onnx"));

/** The model's file with one bit changed. */
function damagedAt(place: number): Blob {
  const bytes = Buffer.from(file);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return new Blob([bytes]);
}

describe("parts of the model", () => {
  test("are the bytes of the file, wherever they are cut", async () => {
    const parts = new ModelParts();
    const places = fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 200_000 }));
    await fc.assert(
      fc.asyncProperty(places, async ([start, length]) => {
        const end = Math.min(file.length, start + length);
        const found = Buffer.alloc(end - start);
        await parts.read(start, end, (bytes, at) => found.set(bytes, at));
        expect(found.equals(file.subarray(start, end))).toBe(true);
        await parts.keep(start, end);
        found.fill(0);
        parts.copy(start, found);
        expect(found.equals(file.subarray(start, end))).toBe(true);
      }),
      { seed: 20261130, numRuns: 30 },
    );
  });

  test("are not copied where they were not kept", () => {
    expect(() => new ModelParts().copy(0, new Uint8Array(1))).toThrow(RangeError);
  });

  test("are refused where a bit is not as it was, each when it is needed", async () => {
    const [first, last] = [layout.layers[0], layout.layers.at(-1)];
    const inOpening = [layout.small.start, layout.small.end - 1];
    // Of the text below: [CLS] is word 101, and the first position is everyone's.
    const inText = [first?.start, last?.end, layout.words.values + 101 * 384, layout.words.scales + 101 * 4];
    for (const place of inOpening) {
      await expect(openFastEncoder("damaged", new ModelParts(damagedAt(place)))).rejects.toThrow("model.int8.onnx");
    }
    for (const place of [...inText, layout.positions.values, layout.positions.scales]) {
      const encoder = await openFastEncoder("damaged", new ModelParts(damagedAt(place ?? 0)));
      await expect(encoder.embed(["open a file"])).rejects.toMatchObject({
        code: "internal",
        message: "model.int8.onnx of the embedding model is damaged: its checksum is wrong",
      });
    }
  });

  test("are refused where the file ends early", async () => {
    const cut = new ModelParts(new Blob([file.subarray(0, 20_000_000)]));
    await expect((await openFastEncoder("cut", cut)).embed(["open a file"])).rejects.toThrow("damaged");
    await expect(openFastEncoder("missing", new ModelParts(Bun.file("/none/model.onnx")))).rejects.toThrow(
      "cannot be read",
    );
  });

  test("that no text asked for cost nothing", async () => {
    // A word that is not in the text: [MASK].
    const encoder = await openFastEncoder("whole", new ModelParts(damagedAt(layout.words.values + 20_000 * 384)));
    expect(await encoder.embed(["open a file"])).toHaveLength(384);
  });
});
