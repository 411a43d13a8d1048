/** What another version of a reader or of the tokeniser sets going: only what is needed. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { metaValue } from "../../src/store/meta.ts";
import { storePath } from "../../src/store/store.ts";
import { TOKENISER_VERSION } from "../../src/text/tokeniser.ts";
import { dumpStore } from "./dump.ts";
import { Tree } from "./tree.ts";

const FILES = {
  "a.md": "# Title\n\nalpha words\n",
  "b.txt": "beta words\n",
  "c/d.md": "gamma words\n",
  "bad.txt": "one\0two",
};

/** Changes rows as an older program would have left them. */
function tamper(tree: Tree, ...statements: string[]): void {
  const db = new Database(storePath(tree.dataDir));
  for (const statement of statements) db.run(statement);
  db.close();
}

test("a reader's new version reads files of its format again, and no other", async () => {
  using tree = new Tree(FILES);
  await tree.index();
  const before = tree.read(dumpStore);
  tamper(
    tree,
    "UPDATE recipes SET key = replace(key, 'markdown@', 'markdown@0')",
    "UPDATE content SET variant = replace(variant, 'markdown@', 'markdown@0')",
    "UPDATE roots SET settled = 'an older program'",
  );
  expect((await tree.index()).result).toMatchObject({ changed: 2, unchanged: 2, added: 0 });
  expect(tree.read(dumpStore)).toEqual(before);
  expect((await tree.index()).result).toMatchObject({ changed: 0, unchanged: 4 });
});

test("a new tokeniser makes the postings again from the stored text, without reading a file twice", async () => {
  using tree = new Tree(FILES);
  await tree.index();
  const before = tree.read(dumpStore);
  tamper(
    tree,
    "UPDATE recipes SET key = 'tokeniser 0' WHERE key LIKE 'tokeniser %'",
    "UPDATE meta SET value = '0' WHERE key = 'tokeniser'",
    "UPDATE files SET tokens = 99 WHERE content IS NOT NULL",
    "UPDATE counters SET tokens = 297",
    "INSERT INTO fts (fts) VALUES ('delete-all')",
  );
  expect((await tree.index()).result).toMatchObject({ changed: 0, unchanged: 4, added: 0 });
  const after = tree.read(dumpStore);
  const plain = (dump: typeof before) => ({
    ...dump,
    files: Object.fromEntries(Object.entries(dump.files).map(([path, { tokeniser_key, ...row }]) => [path, row])),
  });
  expect(plain(after)).toEqual(plain(before));
  expect(tree.read((store) => metaValue(store.db, "tokeniser"))).toBe(TOKENISER_VERSION);
});

test("a run that was cut short settles nothing: the next one looks at every recipe", async () => {
  using tree = new Tree(FILES);
  await tree.index();
  const smaller = { settings: tree.settings({ chunkSize: 200, overlap: 0 }) };
  // As if the run with the new size had ended right after its start.
  tamper(tree, "UPDATE roots SET settled = ''");
  expect((await tree.index({}, smaller)).result).toMatchObject({ changed: 4 });
  // A part indexed by another configuration unsettles the whole root.
  expect((await tree.index({ paths: [tree.path("c")] })).result).toMatchObject({ changed: 1 });
  expect((await tree.index({}, smaller)).result).toMatchObject({ changed: 1, unchanged: 3 });
});
