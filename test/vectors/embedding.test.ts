import { describe, expect, test } from "bun:test";
import { readdirSync, utimesSync } from "node:fs";
import { QsearchError } from "../../src/errors.ts";
import type { EmbeddingAhead } from "../../src/indexing/embed-options.ts";
import type { ProgressSink } from "../../src/progress.ts";
import type { IndexRequest } from "../../src/request/index-run-request.ts";
import type { Settings } from "../../src/settings/settings.ts";
import { embeddedCounts, vectorState } from "../../src/store/vectors.ts";
import { Tree } from "../indexing/tree.ts";
import { hashing, hashingName, vectorDump } from "./embed-world.ts";

const counts = (tree: Tree) => tree.read((store) => embeddedCounts(store, { policy: "docs" }));
const rows = (tree: Tree, table: string) =>
  tree.read((store) => store.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n);

describe("a run that embeds", () => {
  test("gives every chunk its vectors, and says how many", async () => {
    using tree = new Tree({ "a.md": "one two\n", "b/c.md": "three ".repeat(400), "empty.txt": "" });
    const { result } = await tree.index({}, { embed: hashing() });
    expect(result.embedded).toBe(result.chunks);
    expect(result.pending).toBe(0);
    expect(Object.keys(tree.read(vectorDump))).toHaveLength(result.chunks);
    expect(readdirSync(tree.dataDir).filter((name) => name.startsWith("vectors-"))).toHaveLength(1);
    const again = await tree.index({}, { embed: hashing({ onEmbed: () => expect.unreachable() }) });
    expect(again.result).toMatchObject({ embedded: 0, pending: 0 });
  });

  test("says that it has begun before the first passages are done", async () => {
    using tree = new Tree({ "a.md": "one two\n", "b.md": "three\n" });
    const seen: string[] = [];
    const embed = hashing({ onEmbed: () => void seen.push("embedded") });
    const progress: ProgressSink = { update: ({ unit, files }) => void (unit === "passages" && seen.push(`${files}`)) };
    await tree.index({}, { embed, progress });
    expect(seen).toEqual(["0", "embedded", "2", "2"]);
  });

  test("begins with the files changed last", async () => {
    using tree = new Tree();
    for (let i = 0; i < 12; i++) {
      tree.write(`f${i}.md`, `text ${i}\n`);
      utimesSync(tree.path(`f${i}.md`), 1000 + i, 1000 + i);
    }
    const order: string[] = [];
    await tree.index({}, { embed: hashing({ onEmbed: (texts) => void order.push(...texts) }), jobs: 1 });
    expect(order.map((text) => text.split("\n")[0])).toEqual(Array.from({ length: 12 }, (_, i) => `f${11 - i}.md`));
  });

  test("embeds a text once, and only what is new after an edit", async () => {
    using tree = new Tree({ "a.md": `${"same ".repeat(150)}\n\n${"tail ".repeat(150)}\n`, "b.md": "other\n" });
    await tree.index({}, { embed: hashing() });
    tree.write("a.md", `${"same ".repeat(150)}\n\n${"new ".repeat(150)}\n`);
    const texts: string[] = [];
    await tree.index({}, { embed: hashing({ onEmbed: (all) => void texts.push(...all) }) });
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.some((text) => /^a.md\n(same )+$/.test(text))).toBe(false);
    using clean = new Tree({ "a.md": `${"same ".repeat(150)}\n\n${"new ".repeat(150)}\n`, "b.md": "other\n" });
    await clean.index({}, { embed: hashing() });
    expect(tree.read(vectorDump)).toEqual(clean.read(vectorDump));
    expect(rows(tree, "vectors WHERE refs > 0")).toBe(rows(clean, "vectors"));
  });

  test("a file that moved is embedded under its new name", async () => {
    using tree = new Tree({ "a.md": "one\n" });
    await tree.index({}, { embed: hashing() });
    tree.move("a.md", "z/b.md");
    const { result } = await tree.index({}, { embed: hashing() });
    expect(result).toMatchObject({ moved: 1, embedded: 1 });
    using clean = new Tree({ "z/b.md": "one\n" });
    await clean.index({}, { embed: hashing() });
    expect(tree.read(vectorDump)).toEqual(clean.read(vectorDump));
  });

  test("vectors go with their files, and with clear", async () => {
    using tree = new Tree({ "a.md": "one\n", "b.md": "two\n" });
    await tree.index({}, { embed: hashing() });
    tree.remove("a.md");
    await tree.index({}, { embed: hashing() });
    expect(counts(tree)).toEqual({ embedded: 1, pending: 0 });
    expect(rows(tree, "vectors WHERE refs > 0")).toBe(1);
    const { clearStore } = await import("../../src/indexing/clear.ts");
    await clearStore({ settings: tree.settings() });
    expect(["embedded", "vectors", "vector_pages"].map((table) => rows(tree, table))).toEqual([0, 0, 0]);
    expect(readdirSync(tree.dataDir).filter((name) => name.startsWith("vectors-"))).toEqual([]);
  });
});

describe("what is embedded", () => {
  const files = {
    "note.md": "prose\n",
    NOTES: "a note without an ending\n",
    "mail.eml": "Subject: hello\n\nmail\n",
    "table.csv": "name,town\nAda,London\n",
    "src/a.py": "def run(): pass\n",
    "test/b_test.py": "def test_run(): pass\n",
    "data.json": '{"a": 1}\n',
    "conf.toml": "a = 1\n",
  };
  const DOCS = ["NOTES", "mail.eml", "note.md", "table.csv"];
  const embedded = (tree: Tree) =>
    [...new Set(Object.keys(tree.read(vectorDump)).map((key) => key.split(" ")[0] ?? ""))].sort();

  test("is prose, documents, mail and tables; everything or nothing where the option or the setting says so", async () => {
    using tree = new Tree(files);
    const run = (request: Partial<IndexRequest>, setting: Settings["embed"] = "docs") =>
      tree.index(request, { embed: hashing(), settings: tree.settings({ embed: setting }) });
    expect((await run({ no_embed: true })).result).toMatchObject({ embedded: 0, pending: 5, store_pending: 5 });
    expect((await run({}, "none")).result).toMatchObject({ embedded: 0, pending: 0 });
    expect((await run({})).result).toMatchObject({ embedded: 5, pending: 0 });
    expect(embedded(tree)).toEqual(DOCS);
    expect((await run({ embed: "none" }, "all")).result).toMatchObject({ embedded: 0, pending: 4 });
    expect((await run({ embed: "all" })).result).toMatchObject({ embedded: 4, pending: 0 });
    expect(embedded(tree)).toHaveLength(8);
    // What is there stays, and another default asks for no more.
    expect((await run({})).result).toMatchObject({ embedded: 0, pending: 0 });
    expect(embedded(tree)).toHaveLength(8);
  });

  test("is whatever an agent gave, and of its own path alone until that is done", async () => {
    using tree = new Tree({ ...files, "gift/src/b.ts": "export const b = 1;\n", "gift/c.md": "more prose\n" });
    await tree.index({ paths: [tree.path("note.md"), tree.path("src"), tree.path("NOTES")] }, {});
    const agent = { rootKind: "agent" as const, embed: { ...hashing(), ownPathsOnly: true } };
    const { result } = await tree.index({ paths: [tree.path("gift")] }, agent);
    expect(result).toMatchObject({ embedded: 2, chunks: 2, pending: 0, store_chunks: 5, store_pending: 2 });
    expect(embedded(tree)).toEqual(["c.md", "src/b.ts"]);
    expect((await tree.index({}, { embed: hashing() })).result.store_pending).toBe(0);
  });

  test("is nothing that is mostly in a script which the model cannot read, and that waits for nothing", async () => {
    using tree = new Tree({
      "ru.md": "Быстрая лиса прыгает через ленивую собаку\n",
      "el.md": "Η γρήγορη αλεπού πηδάει πάνω από το σκυλί\n",
      "en.md": "The word лиса means fox\n",
    });
    const texts: string[] = [];
    const { result } = await tree.index({}, { embed: hashing({ onEmbed: (all) => void texts.push(...all) }) });
    expect(result).toMatchObject({ embedded: 1, pending: 0 });
    expect(texts.map((text) => text.split("\n")[0])).toEqual(["en.md"]);
    expect(counts(tree)).toEqual({ embedded: 1, pending: 0 });
    await tree.index({}, { embed: hashing({ onEmbed: () => expect.unreachable() }) });
  });

  test("is told before it begins, with about how long it takes", async () => {
    using tree = new Tree(files);
    const told: number[][] = [];
    const onBegin = ({ passages, ms }: EmbeddingAhead) => void told.push([passages, ms]);
    await tree.index({}, { embed: { ...hashing(), onBegin } });
    expect(told).toEqual([[5, expect.any(Number)]]);
    await tree.index({}, { embed: { ...hashing(), onBegin } });
    expect(told).toHaveLength(1);
  });
});

describe("a run that embeds in part", () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}.md`, `text number${i}\n`]));

  test("--no-embed and a budget of nothing embed nothing; the next run does", async () => {
    using tree = new Tree(files);
    for (const request of [{ no_embed: true }, { embed_budget: "0" }]) {
      const { result } = await tree.index(request, { embed: hashing({ onEmbed: () => expect.unreachable() }) });
      expect(result).toMatchObject({ embedded: 0, pending: 40 });
    }
    expect((await tree.index({}, { embed: hashing() })).result).toMatchObject({ embedded: 40, pending: 0 });
  });

  test("a budget ends it early, with what was done kept", async () => {
    using tree = new Tree(files);
    // Long enough to begin on a busy machine, and over when the first step is.
    const slow = hashing({ onEmbed: () => Bun.sleep(1100) });
    const { result } = await tree.index({ embed_budget: "1s" }, { embed: slow, jobs: 1 });
    expect(result.embedded).toBe(8);
    expect(counts(tree)).toEqual({ embedded: 8, pending: 32 });
    expect((await tree.index({}, { embed: hashing() })).result).toMatchObject({ embedded: 32, pending: 0 });
  });

  test("cancelled, it keeps what was done, and words are searchable", async () => {
    using tree = new Tree(files);
    const stop = new AbortController();
    let batches = 0;
    const embed = hashing({ onEmbed: () => void (++batches === 3 && stop.abort()) });
    const run = tree.index({}, { embed, signal: stop.signal, jobs: 1 });
    const code = await run.catch((error: unknown) => (error instanceof QsearchError ? error.code : error));
    expect(code).toBe("cancelled");
    expect(counts(tree)).toEqual({ embedded: 16, pending: 24 });
  });

  test("what is no duration is a usage error before anything changes", async () => {
    using tree = new Tree(files);
    const run = tree.index({ embed_budget: "soon" }, { embed: hashing() });
    await expect(run).rejects.toThrow('--embed-budget must be a duration, not "soon"');
    expect(readdirSync(tree.dir)).toEqual(["root"]);
  });

  test("an encoder that fails costs the vectors alone", async () => {
    using tree = new Tree(files);
    const embed = hashing({ onEmbed: () => Promise.reject(new Error("the model is damaged")) });
    const { result, warnings } = await tree.index({}, { embed });
    expect(result).toMatchObject({ added: 40, embedded: 0, pending: 40 });
    expect(warnings).toEqual([
      { code: "lane_off", message: "40 passages could not be embedded (the model is damaged); words find them" },
    ]);
  });
});

describe("what changes vectors", () => {
  const files = { "a.md": "one ".repeat(300), "b.md": "two\n" };

  test("another encoder embeds everything again, and stays the one of the store", async () => {
    using tree = new Tree(files);
    await tree.index({}, { embed: hashing() });
    const { result } = await tree.index({ encoder: "ort" }, { embed: hashing() });
    expect(result.embedded).toBe(result.chunks);
    expect(tree.read((store) => vectorState(store).encoder)).toBe(hashingName("ort"));
    expect((await tree.index({}, { embed: hashing() })).result.embedded).toBe(0);
    using clean = new Tree(files);
    await clean.index({ encoder: "ort" }, { embed: hashing() });
    expect(tree.read(vectorDump)).toEqual(clean.read(vectorDump));
  });

  test("so does a new version of the encoder, and another chunk size what it concerns", async () => {
    using tree = new Tree(files);
    await tree.index({}, { embed: hashing() });
    const newer = hashing({ nameOf: (kind) => `${hashingName(kind)}b` });
    const { result } = await tree.index({}, { embed: newer });
    expect(result.embedded).toBe(result.chunks);
    const settings = tree.settings({ chunkSize: 400, overlap: 40 });
    const small = await tree.index({}, { embed: newer, settings });
    expect(small.result.chunks).toBeGreaterThan(result.chunks);
    expect(small.result.pending).toBe(0);
    using clean = new Tree(files);
    await clean.index({}, { embed: newer, settings: clean.settings({ chunkSize: 400, overlap: 40 }) });
    expect(tree.read(vectorDump)).toEqual(clean.read(vectorDump));
  });
});
