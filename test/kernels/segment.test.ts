/** The kernel and its reference make the same pages; FTS5, for more than the reference can bear, as well. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Segment, SegmentKernel, type SegmentRow } from "../../src/kernels/segment.ts";
import { referenceSegment } from "../../src/store/segments/segment-reference.ts";
import { pageSizes, segmentRows, textOf } from "../store/segments/rows.ts";
import { insertedByFts5, type NumberedRow, storedRows, writtenSegment } from "../store/segments/table.ts";

const encoder = new TextEncoder();
const none = new Uint8Array();
const rowOf = (body: string): SegmentRow => ({ body: encoder.encode(body), ident: none, symbols: none, path: none });

function fed(kernel: SegmentKernel, rows: readonly NumberedRow[]): Segment {
  kernel.clear();
  for (const [rowid, row] of rows) kernel.add(rowid, row);
  return kernel.finish();
}

test("random rows, one kernel for all, which had room for few at first", () => {
  const kernels = new Map<number, SegmentKernel>();
  fc.assert(
    fc.property(segmentRows, pageSizes, (rows, pageSize) => {
      const kernel = kernels.get(pageSize) ?? new SegmentKernel(pageSize, 3);
      kernels.set(pageSize, kernel);
      expect(textOf(fed(kernel, rows))).toEqual(textOf(referenceSegment(rows, pageSize)));
    }),
    { seed: 12, numRuns: 60 },
  );
});

test("tokens of every length beside every border of 64 bytes", () => {
  const kernel = new SegmentKernel(4050);
  for (let start = 0; start < 70; start++) {
    const words = Array.from({ length: 70 }, (_, n) => "aB9é".repeat(n).slice(0, n + 1));
    const rows: NumberedRow[] = [[1, rowOf(`${" ".repeat(start)}${words.join(" ")}`)]];
    expect(fed(kernel, rows)).toEqual(referenceSegment(rows));
  }
});

test("many words that begin alike", () => {
  const words = Array.from({ length: 5000 }, (_, n) => `alike${"0".repeat(n % 40)}${(n * 7919) % 5003}`);
  const rows: NumberedRow[] = [[1, rowOf(words.join(" "))]];
  expect(fed(new SegmentKernel(500), rows)).toEqual(referenceSegment(rows, 500));
});

test("more than there is room for, of everything", () => {
  const words = (from: number, ending: string) =>
    Array.from({ length: 3000 }, (_, n) => `${((from + n) * 2654435761) % 2 ** 32}${ending}`).join(" ");
  const rows: NumberedRow[] = [[2 ** 30, rowOf("a ".repeat(200_000))]];
  for (let n = 0; n < 4000; n++) rows.push([n, rowOf("b")]);
  for (let n = 0; n < 10; n++) rows.push([2 ** 20 + n, rowOf(words(n * 3000, n % 2 === 0 ? "" : "longer"))]);
  for (const bits of [3, 18]) {
    const kernel = new SegmentKernel(4050, bits);
    for (const _ of ["grown", "as it is then"]) {
      using ours = writtenSegment(fed(kernel, rows), 4050);
      using theirs = insertedByFts5(rows, 4050);
      expect(storedRows(ours)).toEqual(storedRows(theirs));
    }
  }
});

test("what is refused", () => {
  const kernel = new SegmentKernel(4050);
  for (const rowid of [-1, 0.5, 2 ** 53, Number.NaN]) expect(() => kernel.add(rowid, rowOf("a"))).toThrow(RangeError);
  expect(() => new SegmentKernel(31)).toThrow(RangeError);
  expect(() => new SegmentKernel(16385)).toThrow(RangeError);
  const most = 2 ** 53 - 1;
  const rows: NumberedRow[] = [most, 7, 3].map((rowid) => [rowid, rowOf("a")]);
  expect(fed(kernel, rows).rows.map(({ rowid }) => rowid)).toEqual([3, 7, most]);
  expect(() => fed(kernel, [...rows, [7, rowOf("b")]])).toThrow("row 7 was added twice");
  // It goes on after an error.
  expect(fed(kernel, rows)).toEqual(referenceSegment(rows));
});
