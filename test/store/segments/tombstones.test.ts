/** Tombstones as FTS5 writes them, and as it finds them. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { decodeTombstones, encodeTombstones } from "../../../src/store/segments/tombstones.ts";

/** What FTS5 does to find a row: the pages are told apart by the rowid, then slots are looked at from its own on. */
function isFound(pages: readonly Uint8Array[], rowid: number): boolean {
  const page = pages[rowid % pages.length];
  if (!page) return false;
  const view = new DataView(page.buffer, page.byteOffset);
  const slots = (page.length - 8) / 8;
  for (let looked = 0, slot = Math.floor(rowid / pages.length) % slots; looked < slots; looked++) {
    const value = view.getBigUint64(8 + slot * 8);
    if (value === 0n) return false;
    if (value === BigInt(rowid)) return true;
    slot = (slot + 1) % slots;
  }
  return false;
}

test.each([1, 16, 17, 250, 251, 700, 20_000])("%p rows are found, and no others", (count) => {
  const rowids = Array.from({ length: count }, (_, i) => (5000 + (i >> 3)) * 2 ** 20 + (i & 7));
  const pages = encodeTombstones(rowids);
  expect(decodeTombstones(pages).sort((a, b) => a - b)).toEqual(rowids);
  for (const rowid of rowids) expect(isFound(pages, rowid)).toBe(true);
  for (const rowid of rowids) expect(isFound(pages, rowid + 8)).toBe(false);
  for (const page of pages) {
    const view = new DataView(page.buffer);
    expect(2 * view.getUint32(4)).toBeLessThanOrEqual((page.length - 8) / 8);
    expect(page.length).toBeLessThan(6000);
  }
});

test("the pages of FTS5 are read, of narrow and of wide rowids", () => {
  for (const base of [1, 2 ** 33]) {
    const db = new Database(":memory:");
    db.run("CREATE VIRTUAL TABLE fts USING fts5(body, content='', contentless_delete=1, tokenize='ascii')");
    db.run("INSERT INTO fts (fts, rank) VALUES ('deletemerge', 0)");
    db.transaction(() => {
      for (let row = 0; row < 900; row++) db.run("INSERT INTO fts (rowid, body) VALUES (?, 'word')", [base + row]);
    })();
    db.run("DELETE FROM fts WHERE rowid % 3 = 0");
    const pages = db.query<{ block: Uint8Array }, []>("SELECT block FROM fts_data WHERE id >= 1 << 53").all();
    const expected = Array.from({ length: 900 }, (_, row) => base + row).filter((rowid) => rowid % 3 === 0);
    expect(decodeTombstones(pages.map(({ block }) => block)).sort((a, b) => a - b)).toEqual(expected);
  }
});

test("damaged pages are refused", () => {
  const cut = encodeTombstones([1, 2, 35]).map((page) => page.slice(0, -32 * 8 + 16));
  for (const page of [new Uint8Array(0), new Uint8Array(40), Uint8Array.of(8), ...cut]) {
    expect(() => decodeTombstones([page])).toThrow(RangeError);
  }
});
