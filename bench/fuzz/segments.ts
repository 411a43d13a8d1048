/**
 * Segments without end: `bun bench/fuzz/segments.ts [rounds=2000] [seed=time]`. Rows become segments, which must be FTS5's own
 * byte for byte, and merged ones those of all rows that are left; damaged pages must be refused or make other pages. Ends with 1
 * and the seed at the first fault.
 */
import fc from "fast-check";
import { type MergeInput, mergePages, SegmentKernel } from "../../src/kernels/segment.ts";
import { referenceMerge } from "../../src/store/segments/merge-reference.ts";
import { referenceSegment } from "../../src/store/segments/segment-reference.ts";
import { pageSizes, segmentRows, textOf } from "../../test/store/segments/rows.ts";
import { insertedByFts5, type NumberedRow, storedRows, writtenSegment } from "../../test/store/segments/table.ts";

const rounds = Number(process.argv[2] ?? 2000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

function must(one: unknown, other: unknown, what: string): void {
  if (!Bun.deepEquals(one, other)) throw new Error(what);
}

function leavesOf(rows: readonly NumberedRow[], pageSize: number): Uint8Array[] {
  const kernel = new SegmentKernel(pageSize, 3);
  for (const [rowid, row] of rows) kernel.add(rowid, row);
  return kernel.finish().leaves.map((leaf) => leaf.slice());
}

function checkBuilder(rows: readonly NumberedRow[], pageSize: number): void {
  const kernel = new SegmentKernel(pageSize, 3);
  for (const [rowid, row] of rows) kernel.add(rowid, row);
  const segment = kernel.finish();
  must(textOf(segment), textOf(referenceSegment(rows, pageSize)), "kernel and reference");
  using ours = writtenSegment(segment, pageSize);
  using theirs = insertedByFts5(rows, pageSize);
  must(storedRows(ours), storedRows(theirs), "FTS5's own pages");
}

function checkMerge(rows: readonly NumberedRow[], pageSize: number, parts: readonly number[]): void {
  const inputs = Array.from({ length: 4 }, () => ({ rows: [] as NumberedRow[], removed: new Set<number>() }));
  const left: NumberedRow[] = [];
  for (const [i, row] of rows.entries()) {
    const part = parts[i % parts.length] ?? 0;
    const input = inputs[part % 4];
    input?.rows.push(row);
    if (part > 5) input?.removed.add(row[0]);
    else left.push(row);
  }
  const segments: MergeInput[] = inputs.map((input) => ({
    leaves: leavesOf(input.rows, pageSize),
    removed: input.removed,
  }));
  const merged = textOf(mergePages(segments, pageSize));
  const { leaves, index, doclistIndexes } = referenceSegment(left, pageSize);
  must(merged, textOf({ leaves, index, doclistIndexes }), "merged and built at once");
  must(merged, textOf(referenceMerge(segments, pageSize)), "kernel's merge and reference");
}

function checkDamage(
  rows: readonly NumberedRow[],
  pageSize: number,
  damage: readonly (readonly [number, number, number])[],
): void {
  const leaves = leavesOf(rows, pageSize);
  if (leaves.length === 0) return;
  for (const [page, at, byte] of damage) {
    const leaf = leaves[page % leaves.length];
    if (leaf !== undefined) leaf[at % leaf.length] = byte;
  }
  const inputs = [{ leaves, removed: new Set(rows.slice(0, 3).map(([rowid]) => rowid)) }];
  try {
    mergePages(inputs, pageSize);
  } catch (error) {
    must(error instanceof RangeError, true, "damaged pages");
  }
}

const parts = fc.array(fc.nat(8), { minLength: 1, maxLength: 60 });
const damage = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });

const start = performance.now();
fc.assert(
  fc.property(segmentRows, pageSizes, parts, damage, (rows, pageSize, part, changes) => {
    checkBuilder(rows, pageSize);
    checkMerge(rows, pageSize, part);
    checkDamage(rows, pageSize, changes);
  }),
  { seed, numRuns: rounds },
);
process.stdout.write(
  `${rounds} rounds, seed ${seed}, ${((performance.now() - start) / 1000).toFixed(1)} s: no fault\n`,
);
