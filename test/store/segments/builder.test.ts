/** Segments are what FTS5 itself writes for the same rows, byte for byte. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Segment, SegmentBuilder, type SegmentRow } from "../../../src/store/segments/segment-builder.ts";
import { asciiTokens, referenceSegment } from "../../../src/store/segments/segment-reference.ts";
import { pageSizes, segmentRows } from "./rows.ts";
import { insertedByFts5, type NumberedRow, storedRows, writtenSegment } from "./table.ts";

const encoder = new TextEncoder();
const none = new Uint8Array();

function rowOf(body: string, ident = "", symbols = "", path = ""): SegmentRow {
  const [one, two, three, four] = [body, ident, symbols, path].map((column) => encoder.encode(column));
  return { body: one ?? none, ident: two ?? none, symbols: three ?? none, path: four ?? none };
}

let last: SegmentBuilder | undefined;

/** Valid until the next one, which takes its memory over. */
function built(rows: readonly NumberedRow[], pageSize?: number): Segment {
  last?.clear();
  last = new SegmentBuilder(pageSize);
  for (const [rowid, row] of rows) last.add(rowid, row);
  return last.finish();
}

/** The segment, after it was found to be what FTS5 writes. */
function likeFts5(rows: readonly NumberedRow[], pageSize = 4050): Segment {
  const segment = built(rows, pageSize);
  using ours = writtenSegment(segment, pageSize);
  using theirs = insertedByFts5(rows, pageSize);
  expect(storedRows(ours)).toEqual(storedRows(theirs));
  ours.exec("INSERT INTO fts (fts) VALUES ('integrity-check')");
  return segment;
}

test("random rows, pages of all sizes", () => {
  let indexed = 0;
  fc.assert(
    fc.property(segmentRows, pageSizes, (rows, pageSize) => {
      if (likeFts5(rows, pageSize).doclistIndexes.length > 0) indexed++;
    }),
    { seed: 4, numRuns: 50 },
  );
  expect(indexed).toBeGreaterThan(3);
});

test("a common word's doclist index has levels", () => {
  const rows = Array.from({ length: 3000 }, (_, n): NumberedRow => [n * 300, rowOf("common common common common")]);
  const heights = likeFts5(rows, 32).doclistIndexes.map(({ height }) => height);
  expect(Math.max(...heights)).toBeGreaterThan(1);
});

test("position lists longer than pages", () => {
  const long = Array.from({ length: 30_000 }, (_, n) => (n % 3 === 0 ? "often" : `now${n % 7}`)).join(" ");
  const rows: NumberedRow[] = [5, 6, 2 ** 40, 2 ** 40 + 1].map((rowid) => [
    rowid,
    rowOf(long, "often", "", "often now1"),
  ]);
  for (const pageSize of [32, 100, 4050]) likeFts5(rows, pageSize);
});

test("words longer than pages, and longer than FTS5 takes them", () => {
  const sizes = [30, 4043, 4044, 4045, 4046, 4047, 4048, 4049, 4050, 4051, 9000, 32766, 32767, 32768, 32769, 70_000];
  const rows = sizes.map((size, n): NumberedRow => [n, rowOf(`${"x".repeat(size)} a ${"Y".repeat(size)}`)]);
  for (const pageSize of [32, 4050]) likeFts5(rows, pageSize);
});

test("pages end at every place that a list can end at", () => {
  for (let length = 1300; length < 1320; length++) {
    const words = Array.from({ length }, (_, n) => `w${n}`).join(" ");
    likeFts5([
      [1, rowOf(words)],
      [2, rowOf(words.slice(0, 4000))],
    ]);
  }
});

test("rows without tokens, and no rows", () => {
  const empty = likeFts5([]);
  expect(empty).toEqual({ leaves: [], index: [], doclistIndexes: [], rows: [], totals: [0, 0, 0, 0] });
  const bare = likeFts5([[7, rowOf(" - ", "", "\0")]]);
  expect(bare.leaves).toEqual([]);
  expect(bare.rows).toEqual([{ rowid: 7, sizes: Uint8Array.from([0, 0, 0, 0]) }]);
  likeFts5([
    [3, rowOf("", "", "", "z")],
    [2, rowOf("")],
    [1, rowOf("", "a")],
  ]);
});

test("tokens are those of the ascii tokenizer", () => {
  expect(asciiTokens(encoder.encode("Ab9_ÄZ  水-x\0y."))).toEqual(["ab9", "\xc3\x84z", "\xe6\xb0\xb4", "x", "y"]);
  const every = Uint8Array.from({ length: 1024 }, (_, n) => (n % 3 === 0 ? 97 : n >> 2));
  likeFts5([[1, { body: every, ident: every.toReversed(), symbols: none, path: none }]]);
});

test("searches of both tables agree", () => {
  const rows = Array.from({ length: 400 }, (_, n): NumberedRow => {
    const words = Array.from({ length: 60 }, (_, i) => `w${(n * 7 + i) % (5 + (n % 90))}`);
    return [n * 3, rowOf(words.join(" "), `id${n % 13}`, n % 5 === 0 ? "named" : "", `src w${n % 11}`)];
  });
  using ours = writtenSegment(built(rows, 100), 100);
  using theirs = insertedByFts5(rows, 100);
  const queries = [
    "w1",
    "w1 w2",
    '"w1 w2"',
    "w1*",
    "path : w3",
    "w1 NOT w2",
    "ident : id4 OR named",
    "{body path} : w7",
    "^w0",
    "NEAR(w1 w5, 3)",
  ];
  const sql = "SELECT rowid, bm25(fts, 1, 2, 3, 4) AS score FROM fts WHERE fts MATCH ? ORDER BY 2, 1";
  for (const query of queries) {
    const expected = theirs.prepare(sql).all(query);
    expect([query, expected.length > 0]).toEqual([query, true]);
    expect(ours.prepare(sql).all(query)).toEqual(expected);
  }
  // It goes on deleting and merging.
  for (const db of [ours, theirs]) {
    db.exec("DELETE FROM fts WHERE rowid % 9 = 0");
    db.exec(
      "INSERT INTO fts (rowid, body, ident, symbols, path) VALUES (0, 'w1 w2', '', '', ''), (1, 'w3', '', '', '')",
    );
    db.exec("INSERT INTO fts (fts) VALUES ('optimize')");
    db.exec("INSERT INTO fts (fts) VALUES ('integrity-check')");
  }
  expect(storedRows(ours)).toEqual(storedRows(theirs));
});

test("the builder gathers, counts, forgets and starts again", () => {
  const builder = new SegmentBuilder();
  const row = rowOf("one two", "three", "", "four");
  builder.add(9, row);
  expect([builder.count, builder.bytes]).toEqual([1, 16]);
  builder.clear();
  expect([builder.count, builder.bytes]).toEqual([0, 0]);
  builder.add(4, row);
  // Its bytes were copied.
  row.body.fill(0);
  expect(builder.finish()).toEqual(referenceSegment([[4, rowOf("one two", "three", "", "four")]]));
  expect([builder.count, builder.bytes]).toEqual([0, 0]);
  builder.add(1, rowOf("x"));
  builder.add(1, rowOf("y"));
  expect(() => builder.finish()).toThrow(RangeError);
});
