/** Rows gathered for one statement: all of them are there once flushed, whatever their number. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { ROWS_TOGETHER, RowInserts } from "../../src/store/row-inserts.ts";
import { Store } from "../../src/store/store.ts";

function memoryStore(): Store {
  const db = new Database(":memory:", { strict: true });
  db.run("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE, c BLOB)");
  return new Store(db, "", ":memory:", "write");
}

const inserts = (store: Store) => new RowInserts(store, "INSERT OR IGNORE INTO t VALUES", "?1, ?2, CAST(?2 AS BLOB)");
const rowsOf = (store: Store) => store.statement<{ a: number; b: string; c: Uint8Array }, []>("SELECT * FROM t").all();

test.each([0, 1, ROWS_TOGETHER - 1, ROWS_TOGETHER, ROWS_TOGETHER + 1, 3 * ROWS_TOGETHER + 5])("%d rows", (count) => {
  const store = memoryStore();
  const rows = inserts(store);
  for (let i = 0; i < count; i++) rows.add([i, `name ${i} 水`]);
  expect(rows.flush()).toBe(count);
  expect(rows.flush()).toBe(0);
  const expected = Array.from({ length: count }, (_, a) => ({ a, b: `name ${a} 水` }));
  expect(rowsOf(store).map(({ a, b }) => ({ a, b }))).toEqual(expected);
  for (const { b, c } of rowsOf(store)) expect(Buffer.from(c).toString()).toBe(b);
  store.close();
});

test("rows that are there already are not counted", () => {
  const store = memoryStore();
  const rows = inserts(store);
  for (let i = 0; i < 2 * ROWS_TOGETHER + 3; i++) rows.add([i, `name ${i % 20}`]);
  expect(rows.flush()).toBe(20);
  store.close();
});

test("what is discarded is not inserted", () => {
  const store = memoryStore();
  const rows = inserts(store);
  rows.add([1, "a"]);
  rows.discard();
  rows.add([2, "b"]);
  expect(rows.flush()).toBe(1);
  expect(rowsOf(store).map(({ a }) => a)).toEqual([2]);
  store.close();
});
