/** FTS5's own records, read and written again. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  countSegments,
  decodeStructure,
  encodeStructure,
  freeSegmentId,
  nextOrigin,
  STRUCTURE_ROW,
  type Structure,
  withSegment,
} from "../../../src/store/segments/structure.ts";
import { putVarint, VarintReader } from "../../../src/store/segments/varints.ts";

const EMPTY: Structure = { cookie: new Uint8Array(4), written: 0, levels: [] };

describe("varints", () => {
  test("what SQLite writes: a byte for 7 bits, most significant first", () => {
    const cases: [number, number[]][] = [
      [0, [0]],
      [127, [127]],
      [128, [0x81, 0]],
      [16_383, [0xff, 0x7f]],
      [16_384, [0x81, 0x80, 0]],
      [2 ** 32, [0x90, 0x80, 0x80, 0x80, 0]],
      [Number.MAX_SAFE_INTEGER, [0x8f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
    ];
    for (const [value, bytes] of cases) {
      const out: number[] = [];
      putVarint(out, value);
      expect(out).toEqual(bytes);
      expect(new VarintReader(Uint8Array.from(bytes)).next()).toBe(value);
    }
  });

  test("what is no such number is refused", () => {
    for (const value of [-1, 0.5, 2 ** 53, Number.NaN]) expect(() => putVarint([], value)).toThrow(RangeError);
    expect(() => new VarintReader(Uint8Array.of(0x81)).next()).toThrow(RangeError);
    expect(() => new VarintReader(new Uint8Array(9).fill(0xff)).next()).toThrow(RangeError);
  });
});

/** A table in the middle of its life: merged, being merged, with deleted rows. */
function grown(): { db: Database; record: () => Uint8Array } {
  const db = new Database(":memory:");
  db.run("CREATE VIRTUAL TABLE fts USING fts5(body, content='', contentless_delete=1, tokenize='ascii')");
  const insert = db.query("INSERT INTO fts (rowid, body) VALUES (?, ?)");
  for (let row = 1; row <= 130; row++) {
    insert.run(row, Array.from({ length: 400 }, (_, i) => `w${(row * 31 + i * i) % 5000}`).join(" "));
    if (row % 7 === 0) db.run("DELETE FROM fts WHERE rowid = ?", [row - 3]);
  }
  db.run("DELETE FROM fts WHERE rowid = 2");
  const block = db.query<{ block: Uint8Array }, [number]>("SELECT block FROM fts_data WHERE id = ?");
  return { db, record: () => block.get(STRUCTURE_ROW)?.block ?? new Uint8Array(0) };
}

test("the record of a table in use is read, and written again byte for byte", () => {
  const { db, record } = grown();
  const bytes = record();
  const structure = decodeStructure(bytes);
  expect(countSegments(structure)).toBeGreaterThan(2);
  expect(structure.levels.length).toBeGreaterThan(1);
  expect(structure.levels.flatMap(({ segments }) => segments).some(({ tombstones }) => tombstones > 0)).toBe(true);
  expect([...encodeStructure(structure)]).toEqual([...bytes]);
  const rows = db.query<{ n: number }, []>("SELECT max(origin) AS n FROM fts_docsize").get();
  expect(nextOrigin(structure)).toBe((rows?.n ?? 0) + 1);
});

test("a segment more is the newest of level 0, under an id nobody has", () => {
  const structure = decodeStructure(grown().record());
  const id = freeSegmentId(structure);
  expect(structure.levels.flatMap(({ segments }) => segments).map((segment) => segment.id)).not.toContain(id);
  const origin = nextOrigin(structure);
  const more = withSegment(structure, { id, origin, pages: 5, rows: 9 });
  expect(decodeStructure(encodeStructure(more))).toEqual(more);
  expect(more.levels[0]?.segments.at(-1)?.id).toBe(id);
  expect(more.written).toBe(structure.written + 5);
  expect(nextOrigin(more)).toBe(origin + 1);
});

test("damaged records are refused", () => {
  const bytes = grown().record();
  for (const cut of [0, 3, 8, 10, bytes.length - 1]) {
    expect(() => decodeStructure(bytes.subarray(0, cut))).toThrow(RangeError);
  }
  expect(() => decodeStructure(new Uint8Array(40).fill(0xff))).toThrow(RangeError);
  const other = Uint8Array.from(bytes);
  other[9] = (other[9] ?? 0) + 1;
  expect(() => decodeStructure(other)).toThrow(RangeError);
});

test("segments that cannot be are refused", () => {
  const one = {
    id: 1,
    firstPage: 1,
    lastPage: 2,
    firstOrigin: 1,
    lastOrigin: 1,
    tombstonePages: 0,
    tombstones: 0,
    rows: 1,
  };
  const other = { ...one, id: 2 };
  const none = { merging: 0, segments: [] };
  const read = (levels: Structure["levels"]) => decodeStructure(encodeStructure({ ...EMPTY, levels })).levels;
  const merging = [
    { merging: 1, segments: [one] },
    { merging: 0, segments: [other] },
  ];
  expect(read(merging)).toEqual(merging);
  for (const levels of [
    [{ merging: 0, segments: [one, one] }],
    [{ merging: 0, segments: [{ ...one, firstPage: 3 }] }],
    [{ merging: 1, segments: [one] }],
    [{ merging: 2, segments: [one] }, ...merging.slice(1)],
    [{ merging: 1, segments: [one] }, none],
  ]) {
    expect(() => read(levels)).toThrow(RangeError);
  }
});
