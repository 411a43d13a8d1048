/** Postings written into FTS5's tables by ourselves are those that FTS5 writes: the same answers, the same checks. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkIntegrity } from "../../../src/store/integrity.ts";
import { PostingWriter } from "../../../src/store/posting-writer.ts";
import {
  countSegments,
  decodeStructure,
  MERGED_TOGETHER,
  STRUCTURE_ROW,
  type Structure,
} from "../../../src/store/segments/structure.ts";
import { openForPostings, openStore, type Store } from "../../../src/store/store.ts";

const encoder = new TextEncoder();
const opened: { stores: Store[]; dataDir: string }[] = [];

afterEach(() => {
  for (const { stores, dataDir } of opened.splice(0)) {
    for (const store of stores) store.close();
    rmSync(dataDir, { recursive: true });
  }
});

class Table {
  readonly store: Store;
  readonly writer: PostingWriter;
  /** FTS5 looks at the tables of the writer through a connection of its own. */
  readonly reader: Store;

  constructor(readonly isDirect: boolean) {
    const dataDir = mkdtempSync(join(tmpdir(), "qsearch-postings-"));
    this.store = isDirect ? openForPostings(dataDir) : openStore(dataDir, "write");
    this.reader = openStore(dataDir, "write");
    opened.push({ stores: [this.store, this.reader], dataDir });
    this.writer = new PostingWriter(this.store);
    expect(this.writer.isDirect).toBe(isDirect);
  }

  transaction(body: (writer: PostingWriter) => void): void {
    try {
      this.store.write(() => {
        body(this.writer);
        this.writer.flush();
      });
      this.writer.settleMeanwhile();
    } catch (error) {
      this.writer.discard();
      throw error;
    }
  }

  insert(
    writer: PostingWriter,
    id: number,
    [body, ident, symbols, path]: readonly [string, string, string, string],
  ): void {
    writer.insert(id, {
      body: encoder.encode(body),
      ident: encoder.encode(ident),
      symbols: encoder.encode(symbols),
      path: encoder.encode(path),
    });
  }

  /** Every place of every token of the rows that are there. */
  instances(): unknown[] {
    this.reader.db.run("CREATE VIRTUAL TABLE IF NOT EXISTS temp.places USING fts5vocab(main, fts, instance)");
    return this.reader.db.query('SELECT term, doc, col, "offset" FROM temp.places').values();
  }

  found(match: string): unknown[] {
    const sql = "SELECT rowid, bm25(fts), bm25(fts, 1, 2, 3, 4) FROM fts WHERE fts MATCH ? ORDER BY rowid";
    return this.reader.db.query<unknown, [string]>(sql).values(match);
  }

  get rows(): unknown[] {
    return this.reader.db.query("SELECT rowid FROM fts ORDER BY rowid").values();
  }

  get totals(): Uint8Array | undefined {
    return this.reader.db.query<{ block: Uint8Array }, []>("SELECT block FROM fts_data WHERE id = 1").get()?.block;
  }

  get sizes(): unknown[] {
    return this.reader.db.query("SELECT id, hex(sz) FROM fts_docsize ORDER BY id").values();
  }

  get structure(): Structure {
    const sql = "SELECT block FROM fts_data WHERE id = ?";
    const row = this.reader.db.query<{ block: Uint8Array }, [number]>(sql).get(STRUCTURE_ROW);
    return decodeStructure(row?.block ?? new Uint8Array(0));
  }
}

/** Numbers in [0, below), always the same ones: a linear congruential generator. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function words(random: (below: number) => number, most: number): string {
  const word = () => (random(4) === 0 ? `水${"化学工业".slice(random(4))}` : `w${Math.floor(random(60) ** 2 / 40)}`);
  return Array.from({ length: random(most) }, word).join(" ");
}

const QUERIES = [
  "w0",
  "w1 OR w7",
  '"w0 w1"',
  "w1*",
  "body : w3 NOT w5",
  "水化 * OR w88",
  "path : w2",
  "ident : (w1 w2)",
];

function expectEqual(ours: Table, theirs: Table): void {
  expect(ours.rows).toEqual(theirs.rows);
  expect(ours.sizes).toEqual(theirs.sizes);
  expect(ours.totals).toEqual(theirs.totals as Uint8Array);
  expect(ours.instances()).toEqual(theirs.instances());
  for (const query of QUERIES) expect([query, ours.found(query)]).toEqual([query, theirs.found(query)]);
  checkIntegrity(ours.reader);
}

describe("rows come and go in transactions, some of which are undone", () => {
  test.each([1, 2, 3])("world %p", (seed) => {
    const random = randomNumbers(seed);
    const [ours, theirs] = [new Table(true), new Table(false)];
    const present = new Set<number>();
    for (let step = 0; step < 40; step++) {
      const isUndone = random(6) === 0;
      const before = new Set(present);
      const changes: ((table: Table) => void)[] = [];
      for (let change = random(14); change >= 0; change--) {
        const id = (1 + random(30)) * 2 ** 20 + random(3);
        if (present.delete(id)) changes.push(({ writer }) => writer.remove(id));
        if (random(3) === 0) continue;
        present.add(id);
        const row = [words(random, 90), words(random, 9), words(random, 3), words(random, 3)] as const;
        changes.push((table) => table.insert(table.writer, id, row));
      }
      for (const table of [ours, theirs]) {
        const all = () =>
          table.transaction(() => {
            for (const change of changes) change(table);
            if (isUndone) throw new Error("undone");
          });
        if (isUndone) expect(all).toThrow("undone");
        else all();
      }
      if (isUndone) {
        present.clear();
        for (const id of before) present.add(id);
      }
      if (step % 8 === 7) expectEqual(ours, theirs);
    }
    expect(ours.rows).toHaveLength(present.size);
    expectEqual(ours, theirs);
  });
});

test("another connection's search sees each transaction once it is committed", () => {
  const table = new Table(true);
  for (let id = 1; id <= 5; id++) {
    table.transaction((writer) => {
      table.insert(writer, id, [`all n${id}`, "", "", ""]);
      writer.flush();
      expect(table.found("all")).toHaveLength(id - 1);
    });
    expect(table.found("all")).toHaveLength(id);
    expect(table.found(`n${id}`)).toHaveLength(1);
  }
});

test("rows without any token count as rows", () => {
  const [ours, theirs] = [new Table(true), new Table(false)];
  for (const table of [ours, theirs]) {
    table.transaction((writer) => table.insert(writer, 1, ["", "", "", ""]));
    table.transaction((writer) => table.insert(writer, 2, ["w1", "", "", ""]));
    table.transaction((writer) => writer.remove(1));
  }
  expectEqual(ours, theirs);
});

test("a table that was emptied is filled again", () => {
  const [ours, theirs] = [new Table(true), new Table(false)];
  for (const table of [ours, theirs]) {
    table.transaction((writer) => table.insert(writer, 1, ["w1 w2", "", "", ""]));
    table.transaction((writer) => {
      table.insert(writer, 2, ["w3", "", "", ""]);
      writer.removeAll();
    });
    expect(table.rows).toEqual([]);
    table.transaction((writer) => table.insert(writer, 2, ["w1", "", "", ""]));
  }
  expectEqual(ours, theirs);
});

test("segments are merged, whatever is being removed meanwhile; FTS5 can merge them as well", () => {
  const random = randomNumbers(9);
  const [ours, theirs] = [new Table(true), new Table(false)];
  for (let id = 1; id <= 200; id++) {
    const row = [words(random, 300), "", "", "w2"] as const;
    for (const table of [ours, theirs]) {
      table.transaction((writer) => {
        if (id % 5 === 0) writer.remove(id - 4);
        table.insert(writer, id, row);
      });
    }
  }
  expect(countSegments(ours.structure)).toBeLessThan(2 * MERGED_TOGETHER);
  expectEqual(ours, theirs);
  ours.writer.settle();
  expectEqual(ours, theirs);
  for (const { reader } of [ours, theirs]) reader.db.run("INSERT INTO fts (fts) VALUES ('optimize')");
  expect(countSegments(ours.structure)).toBe(1);
  expectEqual(ours, theirs);
  ours.transaction((writer) => writer.remove(77));
  theirs.transaction((writer) => writer.remove(77));
  expectEqual(ours, theirs);
});

test("a segment that was written anew keeps its place: FTS5 takes origins from the first and the last one", () => {
  const [ours, theirs] = [new Table(true), new Table(false)];
  for (const table of [ours, theirs]) {
    for (const first of [1, 11, 21]) {
      table.transaction((writer) => {
        for (let id = first; id < first + 10; id++) table.insert(writer, id, ["w1", "", "", ""]);
      });
    }
    table.transaction((writer) => {
      for (let id = 1; id <= 6; id++) writer.remove(id);
    });
    table.writer.settle();
    table.reader.db.run("INSERT INTO fts (fts) VALUES ('optimize')");
    table.transaction((writer) => {
      for (const id of [8, 15, 28]) writer.remove(id);
      table.insert(writer, 15, ["w1 w2", "", "", ""]);
    });
  }
  expect(ours.structure.levels.flatMap(({ segments }) => segments)).toHaveLength(2);
  expectEqual(ours, theirs);
});

test("the direct way goes on after others have changed the schema, and after FTS5 has used the connection", () => {
  const table = new Table(true);
  table.transaction((writer) => table.insert(writer, 1, ["w1", "", "", ""]));
  table.reader.db.run("CREATE TABLE another (x)");
  table.transaction((writer) => table.insert(writer, 2, ["w1", "", "", ""]));
  expect(table.store.db.query("SELECT rowid FROM store.fts WHERE fts MATCH 'w1'").values()).toHaveLength(2);
  table.transaction((writer) => table.insert(writer, 3, ["w1", "", "", ""]));
  expect(table.found("w1")).toHaveLength(3);
});

test("a lost page of tombstones is said: without it removed rows would come back", () => {
  const table = new Table(true);
  table.transaction((writer) => {
    for (let id = 1; id <= 20; id++) table.insert(writer, id, [`all n${id}`, "", "", ""]);
  });
  table.transaction((writer) => writer.remove(3));
  expect(table.store.db.run("DELETE FROM fts_data WHERE id >= 1 << 53").changes).toBe(1);
  expect(() => table.transaction((writer) => writer.remove(4))).toThrow("damaged");
});
