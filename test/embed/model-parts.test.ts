/** The model read by parts: all of them checked, none of them mixed up. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { openFastEncoder } from "../../src/embed/fast.ts";
import layout from "../../src/embed/model-layout.json" with { type: "json" };
import { ModelParts } from "../../src/embed/model-parts.ts";
import { type ModelSource, openWithin } from "../../src/embed/model-source.ts";
import { rounds } from "../rounds.ts";

const file = readFileSync(join(import.meta.dir, "../../models/all-MiniLM-L6-v2/model.int8.onnx"));

function sourceOf(bytes: Uint8Array): ModelSource {
  return { read: (into, start) => into.set(bytes.subarray(start, start + into.length)), close: () => undefined };
}

/** The model's file with one bit changed. */
function damagedAt(place: number): ModelParts {
  const bytes = Buffer.from(file);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return new ModelParts(sourceOf(bytes));
}

describe("parts of the model", () => {
  test("are the bytes of the file, wherever they are cut", () => {
    const parts = new ModelParts();
    const places = fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 200_000 }));
    fc.assert(
      fc.property(places, ([start, length]) => {
        const end = Math.min(file.length, start + length);
        const room = Buffer.alloc(ModelParts.room(start, end));
        const at = parts.read(start, end, room);
        expect(room.subarray(at, at + end - start).equals(file.subarray(start, end))).toBe(true);
        const copied = Buffer.alloc(end - start);
        parts.copy(start, copied);
        expect(copied.equals(file.subarray(start, end))).toBe(true);
      }),
      { seed: 20261130, numRuns: rounds(30) },
    );
    parts.close();
  });

  test("are refused where a bit is not as it was, each when it is needed", async () => {
    const [first, last] = [layout.layers[0], layout.layers.at(-1)];
    const inOpening = [layout.small.start, layout.small.end - 1];
    // Of the text below: [CLS] is word 101, and the first position is everyone's.
    const inText = [first?.start, last?.end, layout.words.values + 101 * 384, layout.words.scales + 101 * 4];
    for (const place of inOpening) {
      expect(() => openFastEncoder("damaged", damagedAt(place))).toThrow("model.int8.onnx");
    }
    for (const place of [...inText, layout.positions.values, layout.positions.scales]) {
      const encoder = openFastEncoder("damaged", damagedAt(place ?? 0));
      await expect(encoder.embed(["open a file"])).rejects.toMatchObject({
        code: "internal",
        message: "model.int8.onnx of the embedding model is damaged: its checksum is wrong",
      });
    }
  });

  test("are closed where they are refused", () => {
    let closed = 0;
    const bytes = Buffer.from(file);
    bytes[layout.small.start] = (bytes[layout.small.start] ?? 0) ^ 1;
    const source = { ...sourceOf(bytes), close: () => void closed++ };
    expect(() => openFastEncoder("damaged", new ModelParts(source))).toThrow("damaged");
    expect(closed).toBe(1);
  });

  test("are found within another file, or not at all", () => {
    const place = 12_345;
    const path = join(mkdtempSync(join(tmpdir(), "qsearch-model-")), "program");
    try {
      writeFileSync(path, Buffer.concat([Buffer.alloc(place), file.subarray(0, 100_000)]));
      const source = openWithin(path, place);
      const read = Buffer.alloc(1000);
      source?.read(read, 70_000);
      source?.close();
      expect(read.equals(file.subarray(70_000, 71_000))).toBe(true);
      // Another program by the same name; a place beyond its end; a folder; nothing.
      for (const [other, at] of [
        [path, place + 1],
        [path, 10_000_000],
        [dirname(path), 0],
        [`${path}-gone`, 0],
      ] as const) {
        expect(openWithin(other, at)).toBeNull();
      }
    } finally {
      rmSync(dirname(path), { recursive: true });
    }
  });

  test("are refused where the file ends early", async () => {
    const cut = new ModelParts(sourceOf(file.subarray(0, 20_000_000)));
    await expect(openFastEncoder("cut", cut).embed(["open a file"])).rejects.toThrow("damaged");
  });

  test("that no text asked for cost nothing", async () => {
    // A word that is not in the text: [MASK].
    const encoder = openFastEncoder("whole", damagedAt(layout.words.values + 20_000 * 384));
    expect(await encoder.embed(["open a file"])).toHaveLength(384);
  });
});
