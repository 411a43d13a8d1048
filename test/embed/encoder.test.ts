/** Both encoders against recorded vectors of Python's onnxruntime on the same model file. */
import { afterAll, describe, expect, test } from "bun:test";
import {
  DIMENSIONS,
  ENCODER_KINDS,
  type Encoder,
  encoderName,
  openEncoder,
  openWindows,
} from "../../src/embed/encoder.ts";
import { cosine, recordedTexts } from "./reference.ts";

const recorded = recordedTexts();
/** So many go into one compared here; bench/quality/encoder/compare.ts takes all. */
const SHARE = { fast: 4, ort: 12 } as const;
/** SHA-256 of what "fast-2" made of these, in bits. Where they change its number must, for vectors are kept by its name. */
const FAST = { name: "-fast-2", sum: "1b59b1376b0fa95781d3aadf8372984d3099e7734aa602c307e1cf7eb835754f" };

describe("encoder", () => {
  for (const kind of ENCODER_KINDS) {
    describe(kind, () => {
      const open = once(() => openEncoder(kind));
      afterAll(async () => (await open()).close());

      test("is called what encoderName says, without being loaded", async () => {
        expect((await open()).name).toBe(encoderName(kind));
      });

      test("gives the recorded vectors", async () => {
        const texts = recorded.filter((_, k) => k % SHARE[kind] === 0);
        const vectors = await (await open()).embed(texts.map(({ text }) => text));
        expect(vectors).toHaveLength(texts.length * DIMENSIONS);
        const cosines = texts.map(({ vector }, row) => cosine(rowOf(vectors, row), vector));
        expect(Math.min(...cosines)).toBeGreaterThan(0.9999);
        for (let row = 0; row < texts.length; row++) expect(norm(rowOf(vectors, row))).toBeCloseTo(1, 5);
        if (kind !== "fast") return;
        expect(encoderName(kind)).toEndWith(FAST.name);
        expect(Bun.SHA256.hash(vectors.buffer, "hex")).toBe(FAST.sum);
      }, 120_000);

      test("gives a text the same vector whatever shares the call", async () => {
        const encoder = await open();
        const texts = ["how to open a file safely", "", "open ".repeat(400), "水化学", "a"];
        const together = await encoder.embed(texts);
        const apart = await Promise.all(texts.toReversed().map((text) => encoder.embed([text])));
        apart.reverse().forEach((vector, row) => {
          expect(Buffer.from(vector.buffer).equals(Buffer.from(rowOf(together, row).slice().buffer))).toBe(true);
        });
      });

      test("stops at the signal, between two texts", async () => {
        const abort = new AbortController();
        const texts = Array.from({ length: 1000 }, () => "a text of some length ".repeat(10));
        setTimeout(() => abort.abort(new Error("enough")), 5);
        expect((await open()).embed(texts, abort.signal)).rejects.toThrow("enough");
      });

      test("cuts chunks as every encoder does", async () => {
        const windows = await openWindows();
        const text = "A line of words that say something.\n".repeat(40);
        expect((await open()).windows("docs/a.md", text)).toEqual(windows("docs/a.md", text));
      });
    });
  }

  test("refuses to go on when it is closed", async () => {
    const encoder = await openEncoder("fast");
    encoder.close();
    expect(encoder.embed(["a"])).rejects.toThrow("closed");
  });
});

function once(make: () => Promise<Encoder>): () => Promise<Encoder> {
  let made: Promise<Encoder> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function rowOf(vectors: Float32Array, row: number): Float32Array {
  return vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
}

function norm(vector: Float32Array): number {
  return Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
}
