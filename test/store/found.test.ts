/** What a search reads of chunks and files is what the tables hold, in whatever order and number it is asked for. */
import { expect, test } from "bun:test";
import { BLOCK_CHARS, blockOf, encodeBlocks, pieceOf, readBlocks } from "../../src/store/content.ts";
import { filesByIds } from "../../src/store/files.ts";
import { FoundFiles } from "../../src/store/found.ts";
import { Postings } from "../../src/store/postings.ts";
import { openStore } from "../../src/store/store.ts";
import { Tree } from "../indexing/tree.ts";

const LONG = Array.from({ length: 2500 }, (_, line) => `line ${line} of words 😀 and an orchid`).join("\n");

test("files are what the table holds, each one object", async () => {
  using tree = new Tree();
  tree.write("a/short.md", "# Orchid\nin a pot\n");
  tree.write("é/long.txt", LONG);
  await tree.index();
  tree.read((store) => {
    const ids = new Postings(store).filesMatching('"orchid"');
    const found = new FoundFiles(store);
    const loaded = found.load([...ids, 2 ** 30]);
    expect([...loaded.keys()].sort()).toEqual(ids);
    for (const [id, file] of loaded) {
      expect(filesByIds(store, [id]).get(id)).toMatchObject({ ...file });
      expect(found.load([id]).get(id)).toBe(file);
    }
  });
});

test("names that are no UTF-8 and times before 1970 keep every bit", async () => {
  using tree = new Tree();
  tree.write("a.txt", "orchid");
  await tree.index();
  const store = openStore(tree.dataDir, "write");
  const [id = 0] = new Postings(store).filesMatching('"orchid"');
  expect(new FoundFiles(store).load([id]).get(id)?.mtimeNs).toBe(filesByIds(store, [id]).get(id)?.mtimeNs ?? 0n);
  store.db.run("UPDATE files SET rel = x'61ff2e747874', rel_text = 'a\ufffd.txt', mtime_ns = -1500000001");
  const found = new FoundFiles(store).load([id]).get(id);
  expect(found?.rel).toBe("a\udcff.txt");
  expect(found?.mtimeNs).toBe(-1500000001n);
  store.close();
});

test("several blocks at once are the blocks one by one", async () => {
  using tree = new Tree();
  tree.write("short.txt", "orchid");
  tree.write("long.txt", LONG);
  await tree.index();
  tree.read((store) => {
    const contents = store.db.query<{ id: number }, []>("SELECT id FROM content").all();
    const blocks = Math.ceil(LONG.length / BLOCK_CHARS) + 1;
    const places = contents.flatMap(({ id }) =>
      Array.from({ length: blocks }, (_, at) => ({ contentId: id, ordinal: blocks - 1 - at })),
    );
    const expected = places.map(({ contentId, ordinal }) => blockOf(store, contentId, ordinal));
    expect(readBlocks(store, places)).toEqual(expected);
    expect(expected.filter((block) => block !== null).length).toBeGreaterThan(blocks - 1);
    expect(() => readBlocks(store, [{ contentId: 99_999, ordinal: 0 }])).toThrow();
  });
});

test("short texts come whole, whatever is in them", async () => {
  using tree = new Tree({ "a.txt": "orchid" });
  await tree.index();
  const store = openStore(tree.dataDir, "write");
  const texts = [
    "",
    "a\0b",
    "\ufeffBOM\ufeff",
    "lone \ud800 half",
    "水\u2028化\u{1f600}",
    "e\u0301\r\n",
    "x".repeat(300),
  ];
  for (const [at, text] of texts.entries()) {
    const [block] = encodeBlocks(text);
    store.db.run("INSERT INTO content VALUES (?, zeroblob(32), ?, 1, ?, ?, ?, x'')", [
      9000 + at,
      `${at}`,
      text.length,
      block?.codec ?? 0,
      block?.data ?? "",
    ]);
  }
  const places = texts.map((_, at) => ({ contentId: 9000 + at, ordinal: 0 }));
  expect(readBlocks(store, places).map((block) => block && pieceOf(block, 0, block.data.length))).toEqual(texts);
  store.close();
});
