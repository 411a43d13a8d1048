/** A root that had documents and lists none: a drive that is not mounted, more often than files that were removed. */

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { listRoots } from "../../src/store/roots.ts";
import { hashing } from "../vectors/embed-world.ts";
import { Tree } from "./tree.ts";

const NOTES = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`n${n}.md`, `note ${n} of a golden bearing\n`]));

const codes = ({ warnings }: Awaited<ReturnType<Tree["index"]>>) => warnings.map(({ code }) => code);

test.each(["user", "agent"] as const)(
  "a %s root keeps documents and vectors, unseen, and says so",
  async (rootKind) => {
    using tree = new Tree(NOTES);
    let embedded = 0;
    const embed = hashing({
      onEmbed: (texts) => {
        embedded += texts.length;
      },
    });
    const paths = [tree.root];
    const index = (more = {}) => tree.index({ paths, ...more }, { rootKind, embed });
    await index();
    expect(embedded).toBe(5);
    renameSync(tree.root, `${tree.root}_`);
    mkdirSync(tree.root);
    for (const _ of ["once", "again"]) {
      const report = await index();
      expect(report.result).toMatchObject({ deleted: 0, files: 0, chunks: 5 });
      expect(codes(report)).toEqual(["root_emptied"]);
      expect(report.warnings[0]?.message).toContain("5 documents");
    }
    expect(tree.read((store) => listRoots(store)[0]?.emptied)).toBe("empty");
    rmdirSync(tree.root);
    renameSync(`${tree.root}_`, tree.root);
    const back = await index();
    expect([back.result.unchanged, codes(back), embedded]).toEqual([5, [], 5]);
    expect(tree.read((store) => listRoots(store)[0]?.emptied)).toBe(null);
    for (const name of Object.keys(NOTES)) tree.remove(name);
    // What a drive's folder may hold besides is no document.
    tree.write(".DS_Store", new Uint8Array(300));
    expect((await index()).result.deleted).toBe(0);
    expect((await index({ prune_empty: true })).result).toMatchObject({ deleted: 5, chunks: 0 });
  },
);

test("a part that is gone leaves the index, and comes back without embedding", async () => {
  using tree = new Tree({
    "a.md": "alpha\n",
    ...Object.fromEntries(Object.entries(NOTES).map(([k, v]) => [`s/${k}`, v])),
  });
  let embedded = 0;
  const embed = hashing({
    onEmbed: (texts) => {
      embedded += texts.length;
    },
  });
  await tree.index({}, { embed });
  expect(embedded).toBe(6);
  renameSync(tree.path("s"), `${tree.root}_s`);
  const away = await tree.index({ paths: [] }, { embed });
  expect([away.result.deleted, codes(away)]).toEqual([5, []]);
  renameSync(`${tree.root}_s`, tree.path("s"));
  const back = await tree.index({ paths: [] }, { embed });
  expect([back.result.added, back.result.pending, embedded]).toEqual([5, 0, 6]);
});

test("one that lies on another device and has none of its documents", async () => {
  using tree = new Tree(NOTES);
  await tree.index();
  const onAnother = () => {
    using db = new Database(join(tree.dataDir, "qsearch.db"));
    db.run("UPDATE meta SET value = '1' WHERE key LIKE 'device %'");
  };
  onAnother();
  // The same files under another number: it is the number that has changed.
  const same = await tree.index({ paths: [] });
  expect([same.result.unchanged, codes(same)]).toEqual([5, []]);
  onAnother();
  for (const name of Object.keys(NOTES)) tree.remove(name);
  tree.write("lost+found.txt", "what lies beneath the mount\n");
  for (const _ of ["once", "again"]) {
    const other = await tree.index({ paths: [] });
    expect([other.result.added, other.result.deleted, codes(other)]).toEqual([0, 0, ["root_emptied"]]);
  }
  expect(tree.read((store) => listRoots(store)[0]?.emptied)).toBe("device");
  expect((await tree.index({ paths: [], prune_empty: true })).result).toMatchObject({ added: 1, deleted: 5 });
});
