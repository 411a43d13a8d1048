/** Searches beside an index run, cancelling, and two runs at once. */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { textOf } from "../../src/store/content.ts";
import { countersOf } from "../../src/store/counters.ts";
import { filesWhere } from "../../src/store/files.ts";
import { Postings } from "../../src/store/postings.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { dumpStore } from "./dump.ts";
import { Tree } from "./tree.ts";

/** A file of several parts in one of two versions, each with a word of its own in every part. */
function version(name: "oldword" | "newword"): string {
  return `${name} and some further words to fill the line\n`.repeat(2000);
}

function partsOf(store: Store, fileId: number): number {
  return store.db.query<{ parts: number }, [number]>("SELECT parts FROM files WHERE id = ?").get(fileId)?.parts ?? 0;
}

test("a search while a file is replaced sees wholly the old or wholly the new", async () => {
  using tree = new Tree({ "a.txt": version("oldword") });
  await tree.index();
  const reader = openStore(tree.dataDir, "read");
  const postings = new Postings(reader);
  let seen = 0;
  const kinds = new Set<string>();
  const look = () =>
    reader.read(() => {
      const [file] = filesWhere(reader, "1");
      if (!file?.contentId) throw new Error("the file is not there");
      const old = postings.count('"oldword"');
      const fresh = postings.count('"newword"');
      expect(Math.min(old, fresh)).toBe(0);
      expect(old + fresh).toBe(partsOf(reader, file.id));
      const text = textOf(reader, file.contentId);
      expect(text === version(old > 0 ? "oldword" : "newword")).toBe(true);
      kinds.add(old > 0 ? "old" : "new");
      seen += 1;
    });
  for (let round = 0; round < 10; round++) {
    tree.write("a.txt", version(round % 2 === 0 ? "newword" : "oldword"));
    let running = true;
    const run = tree.index({}, { inline: false, jobs: 1 }).finally(() => {
      running = false;
    });
    while (running) {
      look();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await run;
  }
  reader.close();
  expect(kinds).toEqual(new Set(["old", "new"]));
  expect(seen).toBeGreaterThan(100);
}, 60_000);

test("cancelling ends a run soon, leaves the store whole, and the next run does the rest", async () => {
  using tree = new Tree();
  for (let i = 0; i < 3000; i++) tree.write(`d${i % 20}/f${i}.md`, `# Note ${i}\n\n${"some words ".repeat(i % 200)}\n`);
  let stopped = 0;
  for (const afterMs of [5, 60, 150, 250]) {
    const cancel = new AbortController();
    let cancelledAt = 0;
    setTimeout(() => {
      cancelledAt = performance.now();
      cancel.abort();
    }, afterMs);
    const error = await tree
      .index({}, { inline: false, jobs: 2, signal: cancel.signal })
      .catch((thrown: unknown) => thrown);
    // On a fast machine a run is over by then, or in the same moment.
    if (cancelledAt === 0 || !(error instanceof Error)) break;
    stopped += 1;
    expect(error).toMatchObject({ code: "cancelled" });
    // 200 ms are promised on a quiet machine; the tests share theirs.
    expect(performance.now() - cancelledAt).toBeLessThan(1500);
  }
  expect(stopped).toBeGreaterThan(0);
  await tree.index();
  const dump = tree.read(dumpStore);
  expect(Object.keys(dump.files)).toHaveLength(3000);
  await tree.index({ force: true });
  expect(tree.read(dumpStore)).toEqual(dump);
}, 60_000);

test("two runs at once: one waits, both end, both roots are saved", async () => {
  using tree = new Tree({ "one/a.md": "alpha", "two/b.md": "beta" });
  await Promise.all([
    tree.index({ paths: [tree.path("one")] }, { inline: false, jobs: 1 }),
    tree.index({ paths: [tree.path("two")] }, { inline: false, jobs: 1 }),
  ]);
  expect(tree.settings().roots.toSorted()).toEqual([tree.path("one"), tree.path("two")]);
  expect(tree.read((store) => countersOf(store).documents)).toBe(2);
  const store = openStore(tree.dataDir, "write");
  verifyStore(store);
  store.close();
});

test.each([500, 1000, 1001])(
  "a root of %d files, which fill the pages they are read in",
  async (files) => {
    using tree = new Tree();
    for (let i = 0; i < files; i++) tree.write(`${i}.txt`, `text ${i}`);
    await tree.index();
    expect((await tree.index()).result).toMatchObject({ unchanged: files, added: 0, deleted: 0 });
  },
  30_000,
);

test("a reader registered by the program is used, in this thread", async () => {
  const { registerExtractor } = await import("../../src/extract/registry.ts");
  using tree = new Tree({ "a.shout": "loud" });
  const remove = registerExtractor({
    name: "shout",
    version: 1,
    extensions: ["shout"],
    extract: ({ bytes }) => ({
      text: `${new TextDecoder().decode(bytes)} shouted`,
      locationKind: "line",
      units: [],
      lines: {},
      borders: [],
      headings: [],
      language: null,
    }),
  });
  try {
    // Not asked to be inline: the registered reader decides it.
    const context = { settings: tree.settings(), jobs: 2 };
    const { runIndex } = await import("../../src/indexing/indexer.ts");
    await runIndex({ paths: [tree.root], root: [], ext: [], force: false, no_prune: false }, context);
    expect(tree.read((store) => new Postings(store).count('"shout"'))).toBe(1);
  } finally {
    remove();
  }
});

test.skipIf(process.platform !== "linux")("runs in one process leave no descriptor open", async () => {
  using tree = new Tree({ "src/a.ts": "export function f() {}\n", "b.md": "golden\n" });
  const open = async () => {
    await tree.index({ force: true });
    return readdirSync("/proc/self/fd").length;
  };
  const before = await open();
  for (let run = 0; run < 3; run++) expect(await open()).toBeLessThanOrEqual(before);
});
