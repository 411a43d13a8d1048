/** Others write while an index run reads symbols and embeds: hours of it keep nobody out, and nothing of theirs is lost. */
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { rebuildStore } from "../../src/indexing/rebuild.ts";
import { SymbolHandler } from "../../src/indexing/symbol-handler.ts";
import { filesWhere } from "../../src/store/files.ts";
import { lockForEmbedding, lockForWriting } from "../../src/store/lock.ts";
import { openStore } from "../../src/store/store.ts";
import { waitingFiles } from "../../src/store/symbols.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { StoreWriter } from "../../src/store/writer.ts";
import { createTokeniser } from "../../src/text/tokeniser.ts";
import { dumpStore } from "../indexing/dump.ts";
import { Tree } from "../indexing/tree.ts";
import { world } from "../world.ts";
import { hashing, vectorDump } from "./embed-world.ts";

function notes(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.md`, `# Note ${i}\n\nmarmalade ${i}\n`]));
}

/** Everything in the store, to be compared with that of a store that was made in one go. */
async function expectAsMadeAnew(tree: Tree): Promise<void> {
  const clean = { ...tree.settings(), dataDir: join(tree.dir, "clean") };
  await tree.index({ paths: [tree.root] }, { embed: hashing(), settings: clean });
  const states = [tree.dataDir, clean.dataDir].map((dataDir) => {
    const store = openStore(dataDir, "write");
    try {
      verifyStore(store);
      return store.read(() => ({ dump: dumpStore(store), vectors: vectorDump(store) }));
    } finally {
      store.close();
    }
  });
  expect(states[0]).toEqual(states[1]);
  rmSync(clean.dataDir, { recursive: true });
}

test("a run while another embeds: changed, moved, new and removed files; both end, and the store is as one made anew", async () => {
  using tree = new Tree(notes(40));
  let batches = 0;
  let second: Awaited<ReturnType<Tree["index"]>> | null = null;
  const onEmbed = async (texts: readonly string[]) => {
    batches += 1;
    if (batches !== 2) return;
    // Of the chunks that are being embedded at this moment, among others.
    const names = texts.map((text) => text.slice(0, text.indexOf("\n")));
    const [changed = "", cut = "", moved = "", removed = ""] = names;
    tree.write(changed, "# Note changed\n\nquince\n");
    tree.write(cut, "longer than a chunk ".repeat(100));
    tree.move(moved, "moved/there.md");
    tree.remove(removed);
    tree.write("new.md", "medlar\n");
    second = await tree.index({ paths: [tree.root] }, { embed: hashing(), lockWaitMs: 5000 });
  };
  const { result } = await tree.index({}, { embed: hashing({ onEmbed }), jobs: 1 });
  expect(second).toMatchObject({
    result: { added: 1, changed: 2, moved: 1, deleted: 1, embedded: 0 },
    warnings: [{ code: "unembedded", message: expect.stringMatching(/left to process \d+ \(qsearch index, since/) }],
  });
  // The first one embeds what the second has left, too.
  expect(result).toMatchObject({ added: 40, pending: 0 });
  expect(tree.read((store) => Object.keys(vectorDump(store)).filter((key) => key.startsWith("new.md")))).toHaveLength(
    1,
  );
  await expectAsMadeAnew(tree);
}, 60_000);

test("other rules of cutting meanwhile: chunks of the same ids are others", async () => {
  using tree = new Tree({ "a.md": "some words of a note ".repeat(200), "b.md": "other words ".repeat(300) });
  let batches = 0;
  const small = tree.settings({ chunkSize: 300, overlap: 0 });
  const onEmbed = async () => {
    if (batches++ === 0) await tree.index({ paths: [tree.root] }, { settings: small });
  };
  await tree.index({}, { embed: hashing({ onEmbed }), jobs: 1 });
  await tree.index({}, { settings: small, embed: hashing() });
  using clean = new Tree({ "a.md": "some words of a note ".repeat(200), "b.md": "other words ".repeat(300) });
  await clean.index({}, { settings: clean.settings({ chunkSize: 300, overlap: 0 }), embed: hashing() });
  expect(tree.read(vectorDump)).toEqual(clean.read(vectorDump));
}, 60_000);

test("clear meanwhile: nothing comes back", async () => {
  using tree = new Tree(notes(40));
  const { clearStore } = await import("../../src/indexing/clear.ts");
  let batches = 0;
  const onEmbed = async () => {
    if (++batches === 2) await clearStore({ settings: tree.settings() });
  };
  const { result } = await tree.index({}, { embed: hashing({ onEmbed }), jobs: 1 });
  expect(result).toMatchObject({ chunks: 0, embedded: 8, pending: 0 });
  expect(tree.read(vectorDump)).toEqual({});
}, 60_000);

test("another store in its place meanwhile: the run ends, and the other store is left as it is", async () => {
  using tree = new Tree(notes(40));
  let batches = 0;
  const onEmbed = async () => {
    if (++batches === 2) await rebuildStore({ settings: tree.settings(), inline: true });
  };
  const { result } = await tree.index({}, { embed: hashing({ onEmbed }), jobs: 1 });
  expect(result).toMatchObject({ embedded: 8, chunks: 40, pending: 40 });
  expect(tree.read(vectorDump)).toEqual({});
  expect((await tree.index({}, { embed: hashing() })).result).toMatchObject({ embedded: 40, pending: 0 });
  await expectAsMadeAnew(tree);
}, 60_000);

test("the lock is free between the steps, and who holds it keeps them waiting", async () => {
  using tree = new Tree(notes(40));
  let held = 0;
  let batches = 0;
  const onEmbed = async () => {
    batches += 1;
    // Nobody else: the step before has ended.
    const lock = await lockForWriting(tree.dataDir, { command: "clear", waitMs: 0 });
    if (batches === 3) {
      // Longer than a writer waits by default.
      setTimeout(() => {
        held = 1;
        lock.release();
      }, 300);
    } else lock.release();
  };
  const { result } = await tree.index({}, { embed: hashing({ onEmbed }), jobs: 1 });
  expect(result).toMatchObject({ embedded: 40, pending: 0 });
  expect([held, batches]).toEqual([1, 5]);
}, 60_000);

test("whoever embeds does so alone", async () => {
  using tree = new Tree(notes(3));
  await tree.index();
  const lock = lockForEmbedding(tree.dataDir, "watch");
  const left = await tree.index({}, { embed: hashing({ onEmbed: () => expect.unreachable() }) });
  expect(left.result).toMatchObject({ embedded: 0, pending: 3 });
  expect(left.warnings[0]?.message).toMatch(
    /^3 passages are left to process \d+ \(qsearch watch, since .*\), which embeds/,
  );
  if (!("holder" in lock)) lock.release();
  expect((await tree.index({}, { embed: hashing() })).result).toMatchObject({ embedded: 3, pending: 0 });
  const again = lockForEmbedding(tree.dataDir, "watch");
  const other = await tree.index({ encoder: "ort" }, { embed: hashing() });
  expect(other.warnings[0]?.message).toMatch(
    /^3 passages are not embedded by hashing-1-ort: .* index again when it has ended$/,
  );
  if (!("holder" in again)) again.release();
}, 60_000);

test("symbols that were read of another text, place or cut are left out, and the file waits", async () => {
  const source = (name: string) => `class ${name}:\n    def open(self):\n        return "quince"\n`;
  using tree = new Tree({ "a.py": source("Store"), "b.py": source("Shop"), "c.py": source("Till") });
  await tree.index({}, { embed: { budgetMs: 0 } });
  tree.write("a.py", `${source("Counter")}# more\n`);
  tree.write("b.py", `${source("Basket")}# more\n`);
  await tree.index();
  const waiting = tree.read((store) => waitingFiles(store, 0, 10));
  const handler = new SymbolHandler();
  const read = await handler.answer({ dataDir: tree.dataDir, files: waiting });
  handler.close();
  expect(read).toHaveLength(2);
  // Another text of the same shape: only the bytes tell.
  tree.write("a.py", `${source("Counted")}# more\n`);
  await tree.index();
  const store = openStore(tree.dataDir, "write");
  const writer = new StoreWriter(store, { tokeniser: createTokeniser });
  writer.transaction(() => writer.putSymbols(read));
  expect(waitingFiles(store, 0, 10)).toEqual(waiting.slice(0, 1));
  store.close();
  await tree.index({}, { embed: { budgetMs: 0 } });
  expect(tree.read((now) => waitingFiles(now, 0, 10))).toEqual([]);
  using clean = new Tree({ "a.py": `${source("Counted")}# more\n` });
  await clean.index({}, { embed: { budgetMs: 0 } });
  const chunks = (where: Tree) =>
    Object.entries(where.read(dumpStore).files).flatMap(([path, { chunkRows }]) =>
      path.endsWith("a.py") ? [chunkRows] : [],
    );
  expect(chunks(tree)).toEqual(chunks(clean));
}, 60_000);

test("so are those of a text whose number another one has by now", async () => {
  const source = (name: string) => `class ${name}:\n    def open(self):\n        return "quince"\n`;
  using tree = new Tree({ "a.py": source("Store") });
  await tree.index();
  const handler = new SymbolHandler();
  const read = await handler.answer({ dataDir: tree.dataDir, files: tree.read((store) => waitingFiles(store, 0, 10)) });
  handler.close();
  tree.write("a.py", new Uint8Array([0, 1, 2]));
  await tree.index();
  tree.write("a.py", source("Counted"));
  await tree.index();
  const store = openStore(tree.dataDir, "write");
  expect(filesWhere(store, "1").map(({ contentId }) => contentId)).toEqual(read.map(({ contentId }) => contentId));
  const writer = new StoreWriter(store, { tokeniser: createTokeniser });
  writer.transaction(() => writer.putSymbols(read));
  expect(waitingFiles(store, 0, 10)).toHaveLength(1);
  store.close();
}, 60_000);

test("on the command line: index and import while an index embeds", async () => {
  const w = world(
    Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}.md`, `# Note ${i}\n\n${`word${i} `.repeat(90)}\n`])),
  );
  expect(w.run("index", "--root", w.dir).exitCode).toBe(0);
  const first = w.start({ timeout: 230_000 }, "index", "--embed-budget", "1h", "--json");
  const status = () => w.run("status", "--json").json<{ embedded: number; pending: number }>().data;
  const deadline = performance.now() + 60_000;
  while (status().embedded === 0 && performance.now() < deadline) await Bun.sleep(20);
  expect(status().pending).toBeGreaterThan(0);
  w.write({ "7.md": "a medlar instead\n" });
  const started = performance.now();
  const second = w.run("index", "--embed-budget", "1h", "--json");
  // It waits for one step of the other at most; ten seconds would be `locked`.
  expect(second.json()).toMatchObject({ ok: true, data: { changed: 1, embedded: 0 } });
  expect(performance.now() - started).toBeLessThan(9000);
  expect(first.exitCode).toBeNull();
  expect(w.run("search", "medlar", "--mode", "lexical", "--format", "files").stdout).toBe(`${w.path("7.md")}\n`);
  expect(w.run("import", exported(w), "--json").json()).toMatchObject({ ok: true });
  const outcome = JSON.parse(await first.stdout.text());
  expect(outcome).toMatchObject({ ok: true, data: { pending: 0 } });
  expect(status()).toMatchObject({ pending: 0 });
  const store = openStore(w.dataDir, "write");
  verifyStore(store);
  store.close();
}, 240_000);

function exported(w: ReturnType<typeof world>): string {
  const path = join(w.base, "manifest.json");
  expect(w.run("export", path).exitCode).toBe(0);
  return path;
}
