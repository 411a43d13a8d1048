import { expect, test } from "bun:test";
import fc from "fast-check";
import { VectorScanner } from "../../src/kernels/vectors.ts";
import { rounds } from "../rounds.ts";
import { bestGroups } from "./reference.ts";

const ROW = 384;

/** Vectors from a seed: whole arrays from fast-check would take longer than the scan by far. */
function numbers(seed: number, count: number, span: number): number[] {
  let state = seed | 1;
  return Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (Math.abs(state) % (2 * span + 1)) - span;
  });
}

const worlds = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  /** Rows of each group, of one block and of a second. */
  sizes: fc.tuple(
    fc.oneof(fc.array(fc.nat(3), { maxLength: 40 }), fc.array(fc.nat(3), { minLength: 64, maxLength: 90 })),
    fc.array(fc.nat(3), { maxLength: 8 }),
  ),
  /** Values of few bits make equal scores. */
  span: fc.constantFrom(0, 1, 127),
  most: fc.integer({ min: 1, max: 50 }),
  cuts: fc.array(fc.nat(100), { maxLength: 6 }),
});

test("the kernel finds what plain TypeScript finds", () => {
  const scanner = VectorScanner.load();
  fc.assert(
    fc.property(worlds, ({ seed, sizes, span, most, cuts }) => {
      scanner.keep(0);
      const all = sizes.flat();
      const rows = Int8Array.from(numbers(seed, all.reduce((a, b) => a + b, 0) * ROW, span));
      const starts = Uint32Array.from([0, ...all].map((_, at) => all.slice(0, at).reduce((a, b) => a + b, 0)));
      let at = 0;
      let row = 0;
      for (const block of sizes) {
        const count = block.reduce((a, b) => a + b, 0);
        const room = scanner.add({ groups: block.length, rows: count });
        room.starts.set(starts.subarray(at, at + block.length + 1).map((start) => start - row));
        room.rows.set(rows.subarray(row * ROW, (row + count) * ROW));
        at += block.length;
        row += count;
      }
      expect(scanner.groups).toBe(all.length);
      const query = Int16Array.from(numbers(seed + 1, ROW, span === 127 ? 3000 : 1));
      const borders = [...new Set([0, ...cuts.map((cut) => Math.min(cut, all.length)), all.length])].sort(
        (a, b) => a - b,
      );
      // Every other stretch between two borders.
      const ranges = borders.flatMap((first, i): [number, number][] =>
        i % 2 === 0 ? [[first, borders[i + 1] ?? first]] : [],
      );
      const expected = bestGroups(rows, starts, query, ranges, most);
      expect(scanner.search(query, ranges, most)).toEqual(expected);
      expect(
        scanner.scores(
          query,
          expected.map(({ group }) => group),
        ),
      ).toEqual(expected.map(({ score }) => score));
    }),
    { numRuns: rounds(200), seed: 20261130 },
  );
});

test("the largest values do not overflow", () => {
  const scanner = VectorScanner.load();
  const room = scanner.add({ groups: 2, rows: 2 });
  room.starts.set([0, 1, 2]);
  room.rows.fill(127, 0, ROW).fill(-128, ROW);
  const query = new Int16Array(ROW).fill(16384);
  expect(scanner.search(query, [[0, 2]], 2)).toEqual([
    { group: 0, score: 127 * 16384 * ROW },
    { group: 1, score: -128 * 16384 * ROW },
  ]);
});
