import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { filesWhere } from "../../src/store/files.ts";
import { checkPostings } from "../../src/store/posting-check.ts";
import { openStore, storePath } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { Tree } from "../indexing/tree.ts";

const NOTES = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [
    `d${n % 3}/n${n}.md`,
    `# Note ${n}\n\nA golden bearing, parseHTTPHeader 1.0.21 über 步骤 GPU加速 emoji 🐘\n\n${"filler words here ".repeat(n * 40)}\n`,
  ]),
);

test("postings are compared with the texts: sound, another term in its place, one missing", async () => {
  using tree = new Tree(NOTES);
  await tree.index();
  const check = () => tree.read((store) => checkPostings(store));
  check();
  tree.write("d0/n0.md", "other words\n");
  tree.remove("d1/n1.md");
  await tree.index({ paths: [] });
  check();
  const { dataDir } = tree;
  const sound = readFileSync(storePath(dataDir));
  const db = new Database(storePath(dataDir), { readonly: true });
  // The word as the index holds it, in every page.
  const pages = db.query<{ id: number; block: Uint8Array }, []>("SELECT id, block FROM fts_data").all();
  db.close();
  const page = pages.map(({ block }) => Buffer.from(block)).find((block) => block.includes("golden"));
  if (page === undefined) throw new Error("no page holds the word");
  const place = sound.indexOf(page.subarray(0, 200)) + page.indexOf("golden");
  expect(sound.subarray(place, place + 6).toString()).toBe("golden");
  const damaged = Buffer.from(sound);
  damaged[place] = 0x68;
  writeFileSync(storePath(dataDir), damaged);
  expect(check).toThrow("damaged");
  writeFileSync(storePath(dataDir), sound);
  check();
  const store = openStore(tree.dataDir, "write");
  store.write(() => store.db.run("DELETE FROM fts WHERE rowid = (SELECT max(rowid) FROM fts)"));
  store.close();
  expect(check).toThrow("damaged");
});

test("a file that moves to where what programs write lies is of that type, and the store is whole", async () => {
  using tree = new Tree({ "src/a.js": "export function walrus() {}\n", "b.md": "golden\n" });
  await tree.index();
  for (const [from, to, category] of [
    ["src/a.js", "vendor/a.js", "generated"],
    ["vendor/a.js", "lib/a.js", "source"],
  ] as const) {
    tree.move(from, to);
    expect((await tree.index({ paths: [] })).result.moved).toBe(1);
    expect(tree.read((store) => filesWhere(store, "f.ext = 'js'")[0]?.category)).toBe(category);
    const store = openStore(tree.dataDir, "read");
    verifyStore(store);
    store.close();
  }
});
