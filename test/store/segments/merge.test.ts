/** Merged segments are those that the builder makes of all rows that are left, whoever wrote the inputs. */
import { expect, test } from "bun:test";
import type { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { type MergeInput, mergeSegments, type SegmentPages } from "../../../src/store/segments/merge.ts";
import { referenceMerge } from "../../../src/store/segments/merge-reference.ts";
import { SegmentBuilder, type SegmentRow } from "../../../src/store/segments/segment-builder.ts";
import { decodeStructure, STRUCTURE_ROW } from "../../../src/store/segments/structure.ts";
import { pageSizes, segmentRows, textOf } from "./rows.ts";
import { emptyTable, insertRows, type NumberedRow } from "./table.ts";

const encoder = new TextEncoder();
const none = new Uint8Array();
const rowOf = (body: string, path = ""): SegmentRow => ({
  body: encoder.encode(body),
  ident: none,
  symbols: none,
  path: encoder.encode(path),
});

/** Pages of its own, as the builder's are valid only for a while. */
function built(rows: readonly NumberedRow[], pageSize?: number): SegmentPages {
  const builder = new SegmentBuilder(pageSize);
  for (const [rowid, row] of rows) builder.add(rowid, row);
  const { leaves, index, doclistIndexes } = builder.finish();
  const pages = {
    leaves: leaves.map((leaf) => leaf.slice()),
    index: index.map(({ term, pgno }) => ({ term: term.slice(), pgno })),
    doclistIndexes: doclistIndexes.map(({ height, page, data }) => ({ height, page, data: data.slice() })),
  };
  // The next builder takes its memory over.
  builder.clear();
  return pages;
}

/** Segments of a table, oldest first. */
function segmentsIn(db: DatabaseSync): Uint8Array[][] {
  const blob = (id: number) => {
    const block = db.prepare("SELECT block FROM fts_data WHERE id = ?").get(id)?.block;
    if (!(block instanceof Uint8Array)) throw new TypeError(`no row ${id}`);
    return block;
  };
  const segments = decodeStructure(blob(STRUCTURE_ROW))
    .levels.toReversed()
    .flatMap((level) => level.segments);
  return segments.map(({ id, firstPage, lastPage }) =>
    Array.from({ length: lastPage - firstPage + 1 }, (_, page) => blob(id * 2 ** 37 + firstPage + page)),
  );
}

const parts = fc.infiniteStream(fc.nat(5));

test("segments of ours, some rows removed", () => {
  let merged = 0;
  fc.assert(
    fc.property(segmentRows, pageSizes, parts, fc.nat(3), (rows, pageSize, part, share) => {
      const inputs = Array.from({ length: 5 }, () => ({ rows: [] as NumberedRow[], removed: new Set<number>() }));
      const left: NumberedRow[] = [];
      for (const [rowid, row] of rows) {
        const at = part.next().value ?? 0;
        const isRemoved = (part.next().value ?? 0) < share;
        inputs[at % 5]?.rows.push([rowid, row]);
        if (isRemoved) inputs[at % 5]?.removed.add(rowid);
        else left.push([rowid, row]);
        // What was removed from one may have been added anew.
        if (isRemoved && at === 5) {
          inputs[1]?.rows.push([rowid, rowOf("w1 again")]);
          left.push([rowid, rowOf("w1 again")]);
        }
      }
      const segments = inputs.map((input) => ({
        leaves: built(input.rows, pageSize).leaves,
        removed: input.removed.size === 0 ? null : input.removed,
      }));
      const expected = built(left, pageSize);
      expect(textOf(mergeSegments(segments, pageSize))).toEqual(textOf(expected));
      // It takes ten times as long as the rest.
      if (rows.length < 30) expect(textOf(referenceMerge(segments, pageSize))).toEqual(textOf(expected));
      if (expected.doclistIndexes.length > 0) merged++;
    }),
    { seed: 3, numRuns: 40 },
  );
  expect(merged).toBeGreaterThan(1);
});

test("segments that FTS5 wrote and merged itself", () => {
  fc.assert(
    fc.property(segmentRows, pageSizes, (rows, pageSize) => {
      using db = emptyTable(pageSize);
      db.exec("INSERT INTO fts (fts, rank) VALUES ('automerge', 0)");
      const third = Math.ceil(rows.length / 3);
      const sorted = rows.toSorted(([one], [other]) => one - other);
      // Two of them FTS5 merges, page borders being elsewhere then.
      insertRows(db, sorted.slice(0, third));
      insertRows(db, sorted.slice(third, 2 * third));
      db.exec("INSERT INTO fts (fts) VALUES ('optimize')");
      insertRows(db, sorted.slice(2 * third));
      const inputs = segmentsIn(db).map((leaves) => ({ leaves, removed: null }));
      expect(textOf(mergeSegments(inputs, pageSize))).toEqual(textOf(built(rows, pageSize)));
    }),
    { seed: 5, numRuns: 20 },
  );
});

test("position lists over many pages, rows between one another", () => {
  const long = Array.from({ length: 20_000 }, (_, n) => (n % 3 === 0 ? "often" : `now${n % 7}`)).join(" ");
  const rows = Array.from(
    { length: 8 },
    (_, n): NumberedRow => [n * n * 1000, rowOf(n % 3 === 1 ? long : `often ${n}`)],
  );
  for (const pageSize of [32, 100, 4050]) {
    const inputs = [1, 0].map((odd) => ({
      leaves: built(
        rows.filter((_, n) => n % 2 === odd),
        pageSize,
      ).leaves,
      removed: null,
    }));
    expect(textOf(mergeSegments(inputs, pageSize))).toEqual(textOf(built(rows, pageSize)));
  }
});

test("words longer than pages, in one segment and in all", () => {
  const sizes = [30, 4043, 4047, 4050, 9000, 32767, 32768, 70_000];
  const rows = sizes.map((size, n): NumberedRow => [n, rowOf(`${"x".repeat(size)} a`, "x".repeat(4048))]);
  for (const pageSize of [32, 4050]) {
    const inputs = [0, 1, 2].map((third) => ({
      leaves: built(
        rows.filter((_, n) => n % 3 === third),
        pageSize,
      ).leaves,
      removed: new Set([4]),
    }));
    expect(mergeSegments(inputs, pageSize)).toEqual(
      built(
        rows.filter(([rowid]) => rowid !== 4),
        pageSize,
      ),
    );
  }
});

test("the same terms in many inputs", () => {
  const row = rowOf(Array.from({ length: 5000 }, (_, n) => `${n} w`).join(" "));
  const segment = built([[1, row]]);
  const inputs = Array.from({ length: 56 }, (_, n) => ({
    leaves: segment.leaves,
    removed: n === 30 ? null : new Set([1]),
  }));
  expect(textOf(mergeSegments(inputs))).toEqual(textOf(segment));
});

test("nothing is left", () => {
  const nothing = { leaves: [], index: [], doclistIndexes: [] };
  expect(mergeSegments([])).toEqual(nothing);
  expect(mergeSegments([{ leaves: [], removed: null }])).toEqual(nothing);
  const { leaves } = built([
    [1, rowOf("a b")],
    [2 ** 52, rowOf("c")],
  ]);
  expect(mergeSegments([{ leaves, removed: new Set([1, 2 ** 52]) }])).toEqual(nothing);
});

test("a row that is in two of them is refused", () => {
  const inputs = ["a b", "b c"].map((body) => ({ leaves: built([[7, rowOf(body)]]).leaves, removed: null }));
  expect(() => mergeSegments(inputs)).toThrow(RangeError);
});

test("damaged pages are refused, or make other pages", () => {
  const rows = Array.from(
    { length: 60 },
    (_, n): NumberedRow => [n * 5, rowOf(`w${n % 7} common common${n} ${"w1 ".repeat(n)}`)],
  );
  const leaves = built(rows, 64).leaves;
  let refused = 0;
  const sound = { leaves: built([[2, rowOf("common")]]).leaves, removed: null };
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(255), fc.boolean()), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(damage, (changes) => {
      const pages = leaves.map((leaf) => leaf.slice());
      for (const [page, at, byte, isCut] of changes) {
        const index = page % pages.length;
        const leaf = pages[index] ?? none;
        if (isCut && at % 4 === 0) pages[index] = leaf.slice(0, at % (leaf.length + 1));
        else leaf[at % leaf.length] = byte;
      }
      const inputs: MergeInput[] = [{ leaves: pages, removed: new Set([5, 10]) }, sound];
      try {
        mergeSegments(inputs, 64);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        refused++;
      }
    }),
    { seed: 8, numRuns: 300 },
  );
  expect(refused).toBeGreaterThan(100);
});
