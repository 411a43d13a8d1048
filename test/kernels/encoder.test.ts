/** The encoder kernel against plain arithmetic, on arbitrary matrices of every size a text can have. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { meanOfRows } from "../../src/embed/pooling.ts";
import { activationLimit, attentionRoom, EncoderKernel, paddedRows } from "../../src/kernels/encoder.ts";
import { rounds } from "../rounds.ts";
import {
  addNormaliseReference,
  attentionReference,
  geluReference,
  multiplyReference,
  quantiseReference,
} from "./encoder-reference.ts";

const SEED = 20261130;

/** Numbers as activations have them: most small, few large. */
function numbers(length: number, seed: number, size = 1): Float32Array {
  const random = generator(seed);
  return Float32Array.from({ length }, () => {
    const x = (random() - 0.5) * 2 * size;
    return random() < 0.01 ? x * 20 : x;
  });
}

function weights(length: number, seed: number): Int8Array {
  const random = generator(seed);
  return Int8Array.from({ length }, () => Math.floor(random() * 256) - 128);
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

class KernelArena {
  readonly kernel = EncoderKernel.load();

  floats(values: Float32Array, room = values.length): number {
    const at = this.kernel.allocate(room * 4);
    this.kernel.floats(at, values.length).set(values);
    return at;
  }

  /** `shift`: so far behind an aligned address. */
  bytes(values: Int8Array, shift = 0): number {
    const at = this.kernel.allocate(values.length + shift + 16) + shift;
    this.kernel.bytes(at, values.length).set(values);
    return at;
  }
}

/** The largest difference, in parts of the largest expected number. */
function difference(got: ArrayLike<number>, expected: ArrayLike<number>): number {
  let most = 0;
  let size = 1e-30;
  for (let k = 0; k < expected.length; k++) {
    const gap = Math.abs((got[k] ?? Number.NaN) - (expected[k] ?? 0));
    most = Number.isNaN(gap) ? Number.POSITIVE_INFINITY : Math.max(most, gap);
    size = Math.max(size, Math.abs(expected[k] ?? 0));
  }
  return most / size;
}

const seeds = fc.integer({ min: 1, max: 2 ** 30 });
const rowCounts = fc.integer({ min: 1, max: 128 });

describe("encoder kernel", () => {
  test("quantises rows by their largest number", () => {
    const property = fc.property(rowCounts, fc.constantFrom(8, 384, 1536), seeds, (rows, width, seed) => {
      const arena = new KernelArena();
      const from = numbers(rows * width, seed);
      const limit = activationLimit(width);
      const into = arena.kernel.allocate(rows * width * 2);
      const steps = arena.kernel.allocate(rows * 4);
      arena.kernel.operations.quantise(arena.floats(from), rows, width, limit, into, steps);
      const expected = quantiseReference(from, width, limit);
      // Half-way cases and the last bit of a float may go either way.
      expect(difference(arena.kernel.floats(steps, rows), expected.steps)).toBeLessThan(1e-6);
      const values = arena.kernel.shorts(into, rows * width);
      expect(values.every((value, k) => Math.abs(value - (expected.values[k] ?? 0)) <= 1)).toBe(true);
    });
    fc.assert(property, { seed: SEED, numRuns: rounds(20) });
  });

  test("multiplies exactly, at the largest numbers there can be too", () => {
    const shapes = fc.constantFrom([384, 12], [384, 384], [1536, 24], [2, 12]);
    const property = fc.property(
      rowCounts,
      shapes,
      fc.boolean(),
      seeds,
      (rows, [depth = 0, columns = 0], most, seed) => {
        const arena = new KernelArena();
        const padded = paddedRows(rows);
        const matrix = most ? new Int8Array(depth * columns).fill(-128) : weights(depth * columns, seed);
        const limit = activationLimit(depth);
        const a = most
          ? { values: new Int16Array(rows * depth).fill(limit), steps: new Float32Array(rows).fill(0.5) }
          : quantiseReference(numbers(rows * depth, seed), depth, limit);
        const scales = numbers(columns, seed + 1, 0.01);
        const bias = numbers(columns, seed + 2);
        const raw = arena.bytes(matrix, seed % 16);
        const panels = arena.kernel.allocate(depth * columns + 8);
        arena.kernel.operations.pack(raw, depth, columns, panels);
        const activations = arena.kernel.allocate(padded * depth * 2);
        arena.kernel.shorts(activations, a.values.length).set(a.values);
        const steps = arena.floats(a.steps, padded);
        // Rows of the result with as much between them.
        const width = columns * 2;
        const into = arena.kernel.allocate(padded * width * 4);
        const [s, b] = [arena.floats(scales), arena.floats(bias)];
        const room = arena.kernel.allocate(depth * 24);
        const expected = multiplyReference(a, matrix, scales, bias);
        for (const packed of [0, 1] as const) {
          const from = packed ? panels : raw;
          const { multiply } = arena.kernel.operations;
          multiply(activations, steps, from, packed, s, b, padded, depth, columns, into, width * 4, room);
          const got = arena.kernel.floats(into, rows * width).filter((_, at) => at % width < columns);
          expect(difference(got, expected)).toBeLessThan(1e-6);
          const between = arena.kernel.floats(into, rows * width).filter((_, at) => at % width >= columns);
          expect(between.every((value) => value === 0)).toBe(true);
        }
      },
    );
    fc.assert(property, { seed: SEED, numRuns: rounds(20) });
  });

  test("applies GELU", () => {
    const arena = new KernelArena();
    const inputs = Float32Array.from({ length: 1200 }, (_, k) => (k - 600) / 40);
    const at = arena.floats(inputs);
    arena.kernel.operations.gelu(at, inputs.length);
    const got = arena.kernel.floats(at, inputs.length);
    inputs.forEach((x, k) => {
      expect(Math.abs((got[k] ?? Number.NaN) - geluReference(x))).toBeLessThan(2.5e-4);
    });
  });

  test("brings a table's row into floats and adds rows, exactly", () => {
    const arena = new KernelArena();
    const values = weights(384, 5);
    const into = arena.floats(numbers(384, 6));
    arena.kernel.operations.dequantise(arena.bytes(values, 3), Math.fround(0.0123), into);
    const expected = Float32Array.from(values, (value) => value * Math.fround(0.0123));
    expect(arena.kernel.floats(into, 384)).toEqual(expected);
    const other = numbers(384, 7);
    arena.kernel.operations.add(into, arena.floats(other));
    expect(arena.kernel.floats(into, 384)).toEqual(expected.map((value, k) => value + (other[k] ?? 0)));
  });

  test("makes a vector of rows as pooling does, bit for bit", () => {
    const property = fc.property(rowCounts, fc.constantFrom(0, 1), seeds, (rows, size, seed) => {
      const arena = new KernelArena();
      const states = numbers(rows * 384, seed, size);
      const into = arena.kernel.allocate(384 * 4);
      const sums = arena.bytes(weights(384 * 8, seed));
      arena.kernel.operations.meanOfRows(arena.floats(states), rows, sums, into);
      const expected = new Float32Array(384);
      meanOfRows(states, rows, expected);
      expect(arena.kernel.floats(into, 384)).toEqual(expected);
    });
    fc.assert(property, { seed: SEED, numRuns: rounds(20) });
  });

  test("adds and normalises rows", () => {
    const property = fc.property(rowCounts, seeds, (rows, seed) => {
      const arena = new KernelArena();
      const [states, other] = [numbers(rows * 384, seed, 3), numbers(rows * 384, seed + 1)];
      const [gain, bias] = [numbers(384, seed + 2), numbers(384, seed + 3)];
      const at = arena.floats(states);
      arena.kernel.operations.addNormalise(at, arena.floats(other), rows, arena.floats(gain), arena.floats(bias));
      const got = arena.kernel.floats(at, rows * 384);
      expect(difference(got, addNormaliseReference(states, other, gain, bias))).toBeLessThan(2e-6);
    });
    fc.assert(property, { seed: SEED, numRuns: rounds(20) });
  });

  test("attends as softmax in float64 does, to the precision of 14 bits", () => {
    const property = fc.property(rowCounts, fc.constantFrom(0.1, 0.3, 1), seeds, (rows, size, seed) => {
      const arena = new KernelArena();
      const padded = paddedRows(rows);
      const qkv = numbers(rows * 1152, seed, size);
      const into = arena.kernel.allocate(padded * 384 * 4);
      const room = arena.kernel.allocate(attentionRoom(rows));
      // What another text has left there must not matter.
      arena.kernel.bytes(room, attentionRoom(rows)).fill(0x55);
      const behind = arena.kernel.allocate(64);
      arena.kernel.operations.attention(arena.floats(qkv, padded * 1152), rows, into, room);
      expect(difference(arena.kernel.floats(into, rows * 384), attentionReference(qkv, rows))).toBeLessThan(3e-3);
      expect(arena.kernel.bytes(behind, 64).every((byte) => byte === 0)).toBe(true);
    });
    fc.assert(property, { seed: SEED, numRuns: rounds(20) });
  });
});
