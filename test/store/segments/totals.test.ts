/** The record of totals, and the check of it that FTS5's own leaves out. */
import { expect, test } from "bun:test";
import { checkIntegrity } from "../../../src/store/integrity.ts";
import { areTotalsRight, decodeSizes, decodeTotals, encodeTotals } from "../../../src/store/segments/totals.ts";
import { areSegmentsWhole } from "../../../src/store/segments/whole.ts";
import { openForPostings, openStore } from "../../../src/store/store.ts";
import { Tree } from "../../indexing/tree.ts";

test("what is written is read; what is of another table is refused", () => {
  const totals = [3, 4000, 200, 0, 7];
  expect(decodeTotals(encodeTotals(totals))).toEqual(totals);
  expect(decodeTotals(new Uint8Array())).toEqual([0, 0, 0, 0, 0]);
  for (const other of [[1], totals.slice(1), [...totals, 0]]) {
    expect(() => decodeTotals(encodeTotals(other))).toThrow(RangeError);
  }
  expect(decodeSizes(encodeTotals([1, 300, 0, 2]))).toEqual([1, 300, 0, 2]);
  for (const other of [[], [1, 2, 3], totals]) expect(() => decodeSizes(encodeTotals(other))).toThrow(RangeError);
});

test("a store whose totals are not those of its rows is no whole one", async () => {
  using tree = new Tree({ "a.md": "some words\n", "b.md": "and some more\n" });
  await tree.index();
  // Changes the tables, which a connection that has checked them may not.
  const store = openForPostings(tree.dataDir);
  expect(areTotalsRight(store.db)).toBe(true);
  for (const damage of [
    "DELETE FROM fts_data WHERE id = 1",
    "UPDATE fts_data SET block = X'' WHERE id = 1",
    "UPDATE fts_data SET block = X'0201010101' WHERE id = 1",
    "DELETE FROM fts_docsize WHERE id = (SELECT max(id) FROM fts_docsize)",
    "UPDATE fts_docsize SET sz = X'01'",
  ]) {
    store.db.run("BEGIN");
    store.db.run(damage);
    expect(areTotalsRight(store.db)).toBe(false);
    store.db.run("ROLLBACK");
  }
  const reader = openStore(tree.dataDir, "read");
  expect(() => checkIntegrity(reader)).not.toThrow();
  store.db.run("DELETE FROM fts_data WHERE id = 1");
  expect(() => checkIntegrity(reader)).toThrow(expect.objectContaining({ code: "corrupt_store" }));
  for (const each of [store, reader]) each.close();
});

test("a segment that could not be merged is no whole one, though FTS5 takes it", async () => {
  using tree = new Tree(Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.md`, "the same word\n"])));
  await tree.index();
  const store = openForPostings(tree.dataDir);
  expect(areSegmentsWhole(store)).toBe(true);
  // The difference to the next row: of file 2 to file 3.
  const far = "instr(block, X'C08000')";
  expect(store.db.query(`SELECT ${far} > 0 FROM fts_data WHERE id > 10`).values()).toEqual([[1]]);
  const none = "X'808000'";
  store.db.run(
    `UPDATE fts_data SET block = substr(block, 1, ${far} - 1) || ${none} || substr(block, ${far} + 3) WHERE id > 10`,
  );
  expect(areSegmentsWhole(store)).toBe(false);
  store.close();
});
