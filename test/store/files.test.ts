import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { utimesSync } from "node:fs";
import { type FileFilter, filesByIds, filterFiles } from "../../src/store/files.ts";
import { fileOfPart } from "../../src/store/parts.ts";
import { Postings } from "../../src/store/postings.ts";
import { Tree } from "../indexing/tree.ts";

const tree = new Tree({
  "2026_06_16.md": "alpha note",
  "2026-06-16.md": "alpha note two",
  "100%done.md": "alpha done",
  "100xdone.md": "alpha not done",
  "share/a.md": "alpha a",
  "share-secret/b.ts": "const alpha = 1;",
  "share/deep/c.py": "alpha = 1",
  "Upper/D.md": "alpha upper",
  "bad.bin": "no\0text",
});
beforeAll(async () => {
  for (const [index, rel] of ["share/a.md", "share-secret/b.ts"].entries()) {
    utimesSync(tree.path(rel), 1_700_000_000 + index, 1_700_000_000 + index);
  }
  await tree.index();
});
afterAll(() => tree[Symbol.dispose]());

function fitting(filter: FileFilter): string[] | null {
  return tree.read((store) => {
    const ids = filterFiles(store, filter);
    if (ids === null) return null;
    const rows = filesByIds(store, ids);
    return ids.map((id) => rows.get(id)?.rel ?? "?").sort();
  });
}

describe("files by filter", () => {
  test("no condition means all", () => {
    expect(fitting({})).toBeNull();
    expect(fitting({ beneath: [tree.root] })).toBeNull();
    expect(fitting({ beneath: ["/"] })).toBeNull();
    expect(fitting({ path: [], ext: [], category: [] })).toBeNull();
  });

  test("path is a literal substring with its case, of the absolute path (qmd#717)", () => {
    expect(fitting({ path: ["2026_06_16"] })).toEqual(["2026_06_16.md"]);
    expect(fitting({ path: ["100%"] })).toEqual(["100%done.md"]);
    expect(fitting({ path: ["upper"] })).toEqual([]);
    expect(fitting({ path: ["Upper/D"] })).toEqual(["Upper/D.md"]);
    expect(fitting({ path: ["root/share/", ".py"] })).toEqual(["share/deep/c.py"]);
    expect(fitting({ path: ["share"], notPath: ["secret"] })).toEqual(["share/a.md", "share/deep/c.py"]);
  });

  test("beneath counts whole components (markdownify-mcp#123)", () => {
    expect(fitting({ beneath: [tree.path("share")] })).toEqual(["share/a.md", "share/deep/c.py"]);
    expect(fitting({ beneath: [tree.path("share/a.md")] })).toEqual(["share/a.md"]);
    expect(fitting({ beneath: [tree.path("shar")] })).toEqual([]);
    expect(fitting({ beneath: [] })).toEqual([]);
  });

  test("places and paths of any number", () => {
    const places = Array.from({ length: 1200 }, (_, at) => tree.path(`none${at}`));
    expect(fitting({ beneath: [...places, tree.path("share")] })).toEqual(["share/a.md", "share/deep/c.py"]);
    expect(fitting({ notPath: places, path: ["share/deep"] })).toEqual(["share/deep/c.py"]);
  });

  test("extension, language, kind, time", () => {
    expect(fitting({ ext: ["ts", "py"] })).toEqual(["share-secret/b.ts", "share/deep/c.py"]);
    expect(fitting({ notExt: ["md"] })).toEqual(["share-secret/b.ts", "share/deep/c.py"]);
    expect(fitting({ language: ["python"] })).toEqual(["share/deep/c.py"]);
    expect(fitting({ category: ["source"], notLanguage: ["python"] })).toEqual(["share-secret/b.ts"]);
    const second = 1_700_000_001_000_000_000n;
    expect(fitting({ before: second })).toEqual(["share/a.md"]);
    expect(fitting({ after: second, before: second + 1n })).toEqual(["share-secret/b.ts"]);
  });
});

describe("postings", () => {
  test("the filter acts before the limit", () => {
    tree.read((store) => {
      const postings = new Postings(store);
      const [only] = filterFiles(store, { path: ["share/deep"] }) ?? [];
      const hits = postings.best({ match: '"alpha"', files: [only ?? 0], weights: [1, 1, 1, 1] }, 1);
      expect(hits.map(({ id }) => fileOfPart(id))).toEqual([only ?? -1]);
      expect(postings.count('"alpha"')).toBe(8);
      expect(postings.partsMatching('"alpha"', [only ?? 0])).toHaveLength(1);
      expect(postings.filesMatching('"alpha"')).toHaveLength(8);
      expect(postings.count('path : "alpha"')).toBe(0);
    });
  });

  test("the plan reads the index with the filter inside", () => {
    tree.read((store) => {
      const plan = store.db
        .query<{ detail: string }, [string, string]>(
          `EXPLAIN QUERY PLAN SELECT rowid FROM fts WHERE fts MATCH ?
           AND rowid >> 10 IN (SELECT value FROM json_each(?)) ORDER BY bm25(fts) LIMIT 5`,
        )
        .all('"alpha"', "[1]")
        .map((step) => step.detail);
      expect(plan[0]).toStartWith("SCAN fts VIRTUAL TABLE INDEX");
      expect(plan.join(" ")).not.toContain("SCAN files");
    });
  });
});
