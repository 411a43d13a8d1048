import { describe, expect, spyOn, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { QsearchError } from "../../src/errors.ts";
import type { IndexReport } from "../../src/indexing/report.ts";
import { StoreHandler } from "../../src/indexing/store-handler.ts";
import { chunksOfFile } from "../../src/store/chunks.ts";
import { textOf } from "../../src/store/content.ts";
import { countersOf, problemsOf } from "../../src/store/counters.ts";
import { type FileRow, filesWhere } from "../../src/store/files.ts";
import { LARGE_RUN, metaValue, setMeta } from "../../src/store/meta.ts";
import { Postings } from "../../src/store/postings.ts";
import { listRoots } from "../../src/store/roots.ts";
import { openStore } from "../../src/store/store.ts";
import { pdfFixture } from "../fixtures/documents/pdf.ts";
import { runUnprivileged } from "../store/unprivileged.ts";
import { dumpStore } from "./dump.ts";
import { Tree } from "./tree.ts";

function counts({ result }: IndexReport) {
  const { files, added, changed, unchanged, moved, deleted, errors } = result;
  return { files, added, changed, unchanged, moved, deleted, errors };
}

const NONE = { files: 0, added: 0, changed: 0, unchanged: 0, moved: 0, deleted: 0, errors: 0 };

function files(tree: Tree): FileRow[] {
  return tree.read((store) => filesWhere(store, "1"));
}

function rels(tree: Tree): string[] {
  return files(tree).map((file) => file.rel);
}

/** Paths beneath their root whose chunks hold the token. */
function found(tree: Tree, token: string): string[] {
  return tree.read((store) => {
    const ids = new Set(new Postings(store).filesMatching(`"${token}"`));
    return filesWhere(store, "1")
      .filter((file) => ids.has(file.id))
      .map((file) => file.rel);
  });
}

/** Segments of postings. */
function segmentsOf(tree: Tree): number {
  return tree.read(
    (store) => store.db.query<{ n: number }, []>("SELECT count(DISTINCT segid) AS n FROM fts_idx").get()?.n ?? 0,
  );
}

/** As a large run that is killed before its end leaves the store. */
function markLarge(tree: Tree): void {
  const store = openStore(tree.dataDir, "write");
  setMeta(store.db, LARGE_RUN, 1);
  store.close();
}

async function refusal(run: Promise<unknown>): Promise<string> {
  try {
    await run;
  } catch (error) {
    if (error instanceof QsearchError) return error.code;
    throw error;
  }
  return "none";
}

describe("what changed on disk", () => {
  test("added, unchanged, changed, deleted", async () => {
    using tree = new Tree({ "a.md": "# Alpha\nfirst\n", "b/c.txt": "second\n" });
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 2, added: 2 });
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 2, unchanged: 2 });
    tree.write("a.md", "# Alpha\nthird\n");
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 2, unchanged: 1, changed: 1 });
    expect(found(tree, "first")).toEqual([]);
    expect(found(tree, "third")).toEqual(["a.md"]);
    tree.remove("b");
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 1, unchanged: 1, deleted: 1 });
    expect(rels(tree)).toEqual(["a.md"]);
  });

  test("an unchanged tree writes nothing", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    await tree.index();
    const generation = tree.read((store) => countersOf(store).generation);
    await tree.index();
    expect(tree.read((store) => countersOf(store).generation)).toBe(generation);
  });

  test("same size and time, other bytes", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    utimesSync(tree.path("a.md"), 1_700_000_000, 1_700_000_000);
    await tree.index();
    tree.write("a.md", "gamma");
    utimesSync(tree.path("a.md"), 1_700_000_000, 1_700_000_000);
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 1, changed: 1 });
    expect(found(tree, "gamma")).toEqual(["a.md"]);
  });

  test("another time, same bytes: unchanged, and the time is known", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    await tree.index();
    utimesSync(tree.path("a.md"), 1_700_000_000, 1_700_000_000);
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 1, unchanged: 1 });
    expect(files(tree)[0]?.mtimeNs).toBe(1_700_000_000_000_000_000n);
  });

  test("a renamed file keeps its id, and its path words are new", async () => {
    using tree = new Tree({ "old/name.md": "alpha text", "b.md": "beta" });
    await tree.index();
    const before = files(tree).find((file) => file.rel === "old/name.md");
    tree.move("old/name.md", "fresh/title.md");
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 2, unchanged: 1, moved: 1 });
    const after = files(tree).find((file) => file.rel === "fresh/title.md");
    expect(after?.id).toBe(before?.id ?? -1);
    expect(found(tree, "fresh")).toEqual(["fresh/title.md"]);
    expect(found(tree, "old")).toEqual([]);
  });

  test("another extension is another recipe: no move", async () => {
    using tree = new Tree({ "a.md": "alpha text" });
    await tree.index();
    tree.move("a.md", "a.txt");
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 1, added: 1, deleted: 1 });
  });

  test("copies share their content, and lose it with the last one", async () => {
    using tree = new Tree({ "a.md": "the same text", "b.md": "the same text", "c.md": "the same text" });
    await tree.index();
    const rows = () => tree.read((store) => dumpStore(store).rows);
    expect(rows()).toMatchObject({ content: 1, references: 3, chunks: 3 });
    tree.write("a.md", "another text");
    tree.remove("b.md");
    await tree.index();
    expect(rows()).toMatchObject({ content: 2, references: 2 });
    tree.remove("c.md");
    await tree.index();
    expect(rows()).toMatchObject({ content: 1, references: 1, chunks: 1, postings: 1 });
  });

  test("ids are never used again", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    await tree.index();
    const first = files(tree)[0]?.id ?? 0;
    tree.remove("a.md");
    await tree.index();
    tree.write("b.md", "beta");
    await tree.index();
    expect(files(tree)[0]?.id).toBeGreaterThan(first);
  });

  test("--no-prune keeps what is gone", async () => {
    using tree = new Tree({ "a.md": "alpha", "b.md": "beta" });
    await tree.index();
    tree.move("a.md", "c.md");
    expect(counts(await tree.index({ no_prune: true }))).toEqual({ ...NONE, files: 2, added: 1, unchanged: 1 });
    expect(rels(tree)).toEqual(["a.md", "b.md", "c.md"]);
  });

  test("--force makes all rows again", async () => {
    using tree = new Tree({ "a.md": "alpha", "b.md": "beta" });
    await tree.index();
    const before = tree.read(dumpStore);
    expect(counts(await tree.index({ force: true }))).toEqual({ ...NONE, files: 2, changed: 2 });
    expect(tree.read(dumpStore)).toEqual(before);
  });

  test("a long text, in several blocks, is whole", async () => {
    const text = Array.from({ length: 9000 }, (_, line) => `line ${line} 水化学 😀`).join("\n");
    using tree = new Tree({ "a.txt": text });
    await tree.index();
    const [file] = files(tree);
    expect(tree.read((store) => textOf(store, file?.contentId ?? 0))).toBe(text);
    tree.write("a.txt", "short");
    await tree.index();
    expect(tree.read((store) => dumpStore(store).rows)).toMatchObject({ blocks: 0, chunks: 1 });
  });

  test("a large file is compared in pieces", async () => {
    const text = "word ".repeat(700_000);
    using tree = new Tree({ "a.txt": text });
    await tree.index();
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 1, unchanged: 1 });
    tree.write("a.txt", `${text.slice(0, -2)}x `);
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 1, changed: 1 });
  });
});

describe("names", () => {
  test("are kept byte for byte (qmd#82, #801, #717)", async () => {
    const names = ["cafe\u0301.md", "caf\u00e9.md", "README.md", "readme.md", "a b.md", "a_b.md", "🐘.md", "100%.md"];
    using tree = new Tree(Object.fromEntries(names.map((name) => [name, `text of ${name}`])));
    await tree.index();
    expect(rels(tree).sort()).toEqual([...names].sort());
    expect(counts(await tree.index())).toMatchObject({ unchanged: names.length });
  });

  test("that are no UTF-8, and one that looks like them", async () => {
    using tree = new Tree({ "x\ufffd.md": "the real character" });
    writeFileSync(Buffer.concat([Buffer.from(`${tree.root}/x`), Buffer.of(0xff), Buffer.from(".md")]), "alpha");
    await tree.index();
    expect(rels(tree).sort()).toEqual(["x\udcff.md", "x\ufffd.md"].sort());
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 2, unchanged: 2 });
  });
});

describe("files that cannot be indexed", () => {
  test("cost only themselves, and their stale text goes", async () => {
    using tree = new Tree({ "a.md": "alpha", "b.md": "beta" });
    await tree.index();
    tree.write("a.md", "one\0two");
    const { result, warnings } = await tree.index();
    expect(result).toMatchObject({ changed: 1, unchanged: 1, errors: 1 });
    expect(result.error_files).toEqual([{ path: tree.path("a.md"), code: "binary", message: expect.any(String) }]);
    expect(warnings.map(({ code }) => code)).toEqual(["file_errors"]);
    expect(found(tree, "alpha")).toEqual([]);
    expect(tree.read((store) => problemsOf(store, 10))).toMatchObject([{ path: tree.path("a.md"), code: "binary" }]);
    expect(tree.read((store) => countersOf(store))).toMatchObject({ documents: 1, chunks: 1 });
  });

  test("a run over a part of a root lists that part's alone", async () => {
    using tree = new Tree({ "a.md": "one\0two", "sub/b.md": "three\0four", "sub/c.md": "five" });
    await tree.index();
    const { result } = await tree.index({ paths: [tree.path("sub")] });
    expect(result.errors).toBe(1);
    expect(result.error_files.map(({ path }) => path)).toEqual([tree.path("sub/b.md")]);
  });

  test("are not read again until they change", async () => {
    using tree = new Tree({ "a.md": "one\0two" });
    await tree.index();
    expect((await tree.index()).result).toMatchObject({ unchanged: 1, changed: 0, errors: 1 });
    tree.write("a.md", "one two");
    expect((await tree.index()).result).toMatchObject({ changed: 1, errors: 0 });
    expect(found(tree, "one")).toEqual(["a.md"]);
  });

  test("too large, then not any more", async () => {
    using tree = new Tree({ "a.txt": "x".repeat(5000), "b.txt": "beta" });
    const small = { settings: tree.settings({ maxSize: 1024 }) };
    expect((await tree.index({}, small)).result).toMatchObject({ added: 2, errors: 1 });
    expect(files(tree)[0]).toMatchObject({ error: "too_large", size: 5000, sha256: null });
    expect((await tree.index({}, small)).result).toMatchObject({ unchanged: 2, errors: 1 });
    expect((await tree.index()).result).toMatchObject({ changed: 1, unchanged: 1, errors: 0 });
  });

  test("a GBK text is an error until its encoding is allowed (Octop#879)", async () => {
    using tree = new Tree({ "a.txt": Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4), "b.txt": "plain" });
    expect((await tree.index()).result).toMatchObject({ errors: 1 });
    const allowed = { settings: tree.settings({ encodings: ["gb18030"] }) };
    expect((await tree.index({}, allowed)).result).toMatchObject({ changed: 1, unchanged: 1, errors: 0 });
    expect(found(tree, "中文")).toEqual(["a.txt"]);
  });
});

describe("configuration changes", () => {
  test("a new exclude takes documents away, and brings them back", async () => {
    using tree = new Tree({ "a.md": "alpha", "private/b.md": "beta" });
    await tree.index();
    const without = { settings: tree.settings({ exclude: ["private/"] }) };
    expect(counts(await tree.index({}, without))).toEqual({ ...NONE, files: 1, unchanged: 1, deleted: 1 });
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 2, added: 1, unchanged: 1 });
  });

  test("an ignore file counts at once", async () => {
    using tree = new Tree({ "a.md": "alpha", "b.log": "beta" });
    await tree.index();
    tree.write(".gitignore", "*.log\n");
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 2, added: 1, unchanged: 1, deleted: 1 });
  });

  test("another chunk size cuts all files again", async () => {
    using tree = new Tree({ "a.txt": "some words here\n".repeat(200) });
    await tree.index();
    const [file] = files(tree);
    const chunks = () => tree.read((store) => chunksOfFile(store, file?.id ?? 0).length);
    const before = chunks();
    const smaller = { settings: tree.settings({ chunkSize: 200, overlap: 0 }) };
    expect(counts(await tree.index({}, smaller))).toEqual({ ...NONE, files: 1, changed: 1 });
    expect(chunks()).toBeGreaterThan(before);
    expect(counts(await tree.index({}, smaller))).toEqual({ ...NONE, files: 1, unchanged: 1 });
  });
});

describe("roots", () => {
  test("none at all is a usage error, and nothing is written (qmd#684)", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    expect(await refusal(tree.index({ paths: [] }))).toBe("usage");
    expect(existsSync(tree.dataDir)).toBe(false);
  });

  test("a missing one stops the run before anything changes", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    const missing = join(tree.dir, "missing");
    expect(await refusal(tree.index({ root: [missing] }))).toBe("root_unavailable");
    expect(existsSync(tree.dataDir)).toBe(false);
    await tree.index();
    tree.write("b.md", "beta");
    expect(await refusal(tree.index({ root: [tree.root, missing] }))).toBe("root_unavailable");
    expect(rels(tree)).toEqual(["a.md"]);
  });

  test("are saved, used without arguments, added to and replaced", async () => {
    using tree = new Tree({ "one/a.md": "alpha", "two/b.md": "beta" });
    const [one, two] = [tree.path("one"), tree.path("two")];
    const saved = () => JSON.parse(readFileSync(join(tree.dataDir, "qsearch.json"), "utf8")).roots;
    await tree.index({ root: [one] });
    expect(saved()).toEqual([one]);
    tree.write("one/c.md", "gamma");
    expect(counts(await tree.index({ paths: [] }))).toMatchObject({ added: 1, unchanged: 1 });
    expect(counts(await tree.index({ paths: [two] }))).toEqual({ ...NONE, files: 1, added: 1 });
    expect(saved()).toEqual([one, two]);
    expect(counts(await tree.index({ root: [two] }))).toEqual({ ...NONE, files: 1, unchanged: 1, deleted: 2 });
    expect(tree.read((store) => listRoots(store)).map((root) => root.path)).toEqual([two]);
    expect(saved()).toEqual([two]);
  });

  test("pruning stays within the roots indexed", async () => {
    using tree = new Tree({ "one/a.md": "alpha", "one/c.md": "gamma", "two/b.md": "beta" });
    await tree.index({ root: [tree.path("one"), tree.path("two")] });
    tree.remove("one/a.md");
    tree.remove("two/b.md");
    const pruned = { ...NONE, files: 1, unchanged: 1, deleted: 1 };
    expect(counts(await tree.index({ paths: [tree.path("one")] }))).toEqual(pruned);
    expect(rels(tree)).toEqual(["c.md", "b.md"]);
  });

  test("a path inside a root refreshes that part and adds no root", async () => {
    using tree = new Tree({ "a.md": "alpha", "sub/b.md": "beta", "sub-x/c.md": "gamma", "sub/deep/d.md": "delta" });
    await tree.index();
    for (const rel of ["a.md", "sub/b.md", "sub-x/c.md", "sub/deep/d.md"]) tree.write(rel, "changed");
    expect(counts(await tree.index({ paths: [tree.path("sub")] }))).toEqual({ ...NONE, files: 2, changed: 2 });
    expect(counts(await tree.index({ paths: [tree.path("sub/b.md")] }))).toEqual({ ...NONE, files: 1, unchanged: 1 });
    tree.remove("sub");
    expect(counts(await tree.index({ paths: [tree.path("sub")] }))).toEqual({ ...NONE, deleted: 2 });
    expect(tree.read((store) => listRoots(store))).toHaveLength(1);
    expect(counts(await tree.index())).toEqual({ ...NONE, files: 2, changed: 2 });
  });

  test("naming an ignored folder makes it a root of its own", async () => {
    using tree = new Tree({ ".gitignore": "out/\n", "out/a.md": "alpha", "b.md": "beta" });
    await tree.index();
    expect(counts(await tree.index({ paths: [tree.path("out")] }))).toEqual({ ...NONE, files: 1, added: 1 });
    expect(tree.read((store) => listRoots(store)).map((root) => root.path)).toEqual([tree.root, tree.path("out")]);
  });

  test("the deepest owns a file, which keeps its id when the owner changes", async () => {
    using tree = new Tree({ "a.md": "alpha", "sub/b.md": "beta" });
    await tree.index();
    const id = files(tree).find((file) => file.rel === "sub/b.md")?.id ?? -1;
    const { result, warnings } = await tree.index({ root: [tree.root, tree.path("sub")] });
    expect(result).toMatchObject({ moved: 1, unchanged: 1, added: 0, deleted: 0 });
    expect(warnings.map(({ code }) => code)).toEqual(["overlapping_roots"]);
    expect(files(tree).map((file) => [file.path, file.id === id])).toEqual([
      [tree.path("a.md"), false],
      [tree.path("sub/b.md"), true],
    ]);
    expect(counts(await tree.index({ root: [tree.root] }))).toEqual({ ...NONE, files: 2, unchanged: 1, moved: 1 });
  });

  test("a single file can be one", async () => {
    using tree = new Tree({ "a.md": "alpha", "b.md": "beta" });
    expect(counts(await tree.index({ paths: [tree.path("a.md")] }))).toEqual({ ...NONE, files: 1, added: 1 });
    expect(files(tree).map((file) => [file.path, file.rel])).toEqual([[tree.path("a.md"), ""]]);
    tree.write("a.md", "alpha two");
    expect(counts(await tree.index({ paths: [] }))).toEqual({ ...NONE, files: 1, changed: 1 });
  });

  test.each(["user", "agent"] as const)("a single file is read as what its name says: %s", async (rootKind) => {
    using tree = new Tree({
      "Quokka.MD": "# Head\n\nalpha\n",
      "p.py": "def beta():\n    pass\n",
      "d.pdf": pdfFixture().bytes,
    });
    const [notes, pdf, code] = [tree.path("Quokka.MD"), tree.path("d.pdf"), tree.path("p.py")];
    const paths = [notes, pdf, code];
    await tree.index({ paths }, { rootKind });
    const named = files(tree).map(({ path, rel, ext, category, language, error }) => {
      return [path, rel, ext, category, language, error];
    });
    expect(named).toEqual([
      [notes, "", "md", "doc", "markdown", null],
      [pdf, "", "pdf", "document", null, null],
      [code, "", "py", "source", "python", null],
    ]);
    expect(found(tree, "quokka")).toEqual([""]);
    expect(counts(await tree.index({ paths }, { rootKind }))).toMatchObject({ unchanged: 3 });
    const chunks = tree.read((store) => filesWhere(store, "1").flatMap(({ id }) => chunksOfFile(store, id)));
    expect(chunks.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(["Head", "beta"]));
  });

  test("given through a link", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    const link = join(tree.dir, "link");
    symlinkSync(tree.root, link);
    await tree.index({ root: [link] });
    expect(files(tree)[0]?.path).toBe(tree.path("a.md"));
    expect(counts(await tree.index({ paths: [tree.root] }))).toEqual({ ...NONE, files: 1, unchanged: 1 });
  });

  test("the data directory inside a root is left out", async () => {
    using tree = new Tree({ "a.md": "alpha" });
    const settings = tree.settings({ dataDir: tree.path("data") });
    expect((await tree.index({}, { settings })).result.files).toBe(1);
    expect((await tree.index({}, { settings })).result.files).toBe(1);
  });

  test("an agent's root is of its kind; inside a user root it is only a refresh", async () => {
    using tree = new Tree({ "user/a.md": "alpha", "user/sub/b.md": "beta", "agent/c.md": "gamma" });
    await tree.index({ root: [tree.path("user")] });
    const agent = { rootKind: "agent" } as const;
    expect(counts(await tree.index({ paths: [tree.path("agent")] }, agent))).toEqual({ ...NONE, files: 1, added: 1 });
    expect(counts(await tree.index({ paths: [tree.path("user/sub")] }, agent))).toEqual({
      ...NONE,
      files: 1,
      unchanged: 1,
    });
    expect(tree.read((store) => listRoots(store)).map(({ path, kind }) => [path, kind])).toEqual([
      [tree.path("agent"), "agent"],
      [tree.path("user"), "user"],
    ]);
    // The user's next run leaves agents' roots alone.
    expect(counts(await tree.index({ paths: [] }))).toEqual({ ...NONE, files: 2, unchanged: 2 });
    expect(rels(tree)).toEqual(["c.md", "a.md", "sub/b.md"]);
  });

  test("of an agent's root a part is refreshed, one that is left out there is a root of its own", async () => {
    using tree = new Tree({ "a.md": "alpha", "sub/b.md": "beta", "build/c.md": "gamma", "d.zzz": "delta" });
    const index = (rel: string) => tree.index({ paths: [tree.path(rel)] }, { rootKind: "agent" });
    await index("");
    expect(counts(await index("sub"))).toEqual({ ...NONE, files: 1, unchanged: 1 });
    expect(counts(await index("build"))).toEqual({ ...NONE, files: 1, added: 1 });
    expect(counts(await index("d.zzz"))).toEqual({ ...NONE, files: 1, added: 1 });
    const paths = () => tree.read((store) => listRoots(store)).map(({ path }) => path);
    expect(paths()).toEqual([tree.root, tree.path("build"), tree.path("d.zzz")]);
    expect(await refusal(index("nowhere"))).toBe("root_unavailable");
    tree.remove("sub");
    expect(counts(await index(""))).toEqual({ ...NONE, files: 1, unchanged: 1, deleted: 1 });
    expect(paths()).toHaveLength(3);
  });

  test("one that was configured within another owns its files once it is indexed, by itself, too", async () => {
    using tree = new Tree({ "a.md": "alpha", "sub/b.md": "beta" });
    await tree.index();
    const settings = tree.settings({ roots: [tree.root, tree.path("sub")], configFile: "/another.toml" });
    await tree.index({ paths: [tree.path("sub")] }, { settings });
    expect(files(tree).map(({ path, root }) => [path, root])).toEqual([
      [tree.path("a.md"), tree.root],
      [tree.path("sub/b.md"), tree.path("sub")],
    ]);
  });
});

describe("what cannot be read", () => {
  test("a folder is an error of its own, and nothing beneath it is pruned; a file loses its text", () => {
    const run = runUnprivileged(resolve(import.meta.dir, "unreadable-folder.ts"));
    expect(JSON.parse(run.stdout || run.stderr)).toEqual({
      deleted: 0,
      unchanged: 1,
      changed: 1,
      warnings: ["file_errors", "folder_errors"],
      rels: ["a.md", "locked/b.md"],
      problems: [
        ["locked", "unreadable"],
        ["secret.md", "unreadable"],
      ],
      failed: [1, ["secret.md"]],
      again: [3, ["file_errors"]],
    });
  });

  test("a broken link or a cycle in an agent's root stops the run before the store changes", async () => {
    using tree = new Tree({ "agent/a.md": "alpha" });
    const agent = { rootKind: "agent" } as const;
    const paths = [tree.path("agent")];
    await tree.index({ paths }, agent);
    tree.write("agent/b.md", "beta");
    for (const target of ["nowhere", "."]) {
      symlinkSync(target, tree.path("agent/link"));
      expect(await refusal(tree.index({ paths }, agent))).toBe("io");
      expect(rels(tree)).toEqual(["a.md"]);
      tree.remove("agent/link");
    }
    tree.write("elsewhere/c.md", "gamma");
    symlinkSync("../elsewhere", tree.path("agent/link"));
    expect(counts(await tree.index({ paths }, agent))).toEqual({ ...NONE, files: 3, added: 2, unchanged: 1 });
    expect(rels(tree)).toEqual(["a.md", "b.md", "link/c.md"]);
  });
});

test("an empty folder is a fine root", async () => {
  using tree = new Tree();
  mkdirSync(tree.path("nothing"));
  expect(counts(await tree.index())).toEqual(NONE);
  expect(counts(await tree.index())).toEqual(NONE);
});

test("with workers the store is the same", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`d${i % 7}/f${i}.md`, `# Title ${i}\n\ntext number ${i % 50}\n`]),
  );
  using one = new Tree(many);
  await one.index();
  const { files: expected, ...rest } = one.read(dumpStore);
  for (const jobs of [1, 3]) {
    using other = new Tree(many);
    await other.index({}, { inline: false, jobs });
    const { files: got, ...gotRest } = other.read(dumpStore);
    const place = (rows: object, dir: string) => Object.keys(rows).map((path) => path.slice(dir.length));
    expect(place(got, other.dir)).toEqual(place(expected, one.dir));
    expect(Object.values(got).map(({ mtime, ...row }) => row)).toEqual(
      Object.values(expected).map(({ mtime, ...row }) => row),
    );
    expect(gotRest.counters).toEqual(rest.counters);
    expect(gotRest.rows).toEqual(rest.rows);
  }
});

test("work that begins in this thread and goes on in workers makes the same store", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 4000 }, (_, i) => [`d${i % 7}/f${i}.md`, `# Title ${i}\n\ntext number ${i % 50}\n`]),
  );
  using tree = new Tree(many);
  await tree.index();
  const expected = tree.read(dumpStore);
  for (const soloMs of [0, 60_000]) {
    await tree.index({ force: true }, { inline: false, soloMs, jobs: 2 });
    expect(tree.read(dumpStore)).toEqual(expected);
    rmSync(tree.dataDir, { recursive: true });
    await tree.index({}, { inline: false, soloMs, jobs: 2 });
    expect(tree.read(dumpStore).files).toEqual(expected.files);
  }
}, 60_000);

test("a file that would keep this thread for long is left to workers, and so are many that leave the index", async () => {
  const line = "a line of some words\n";
  const large = { "a.md": "alpha\n", "large.txt": line.repeat(40_000), "z.md": "omega\n" };
  using tree = new Tree({
    ...large,
    ...Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`many/${i}.md`, line])),
  });
  const alone = { inline: false, soloMs: 60_000, jobs: 2 };
  // Of this thread: workers have a class of their own.
  const writer = spyOn(StoreHandler.prototype, "answer");
  const orders = () => writer.mock.calls.splice(0).map(([{ order }]) => order.kind);
  try {
    await tree.index({}, alone);
    expect(orders()).toEqual(["roots", "batch", "batch"]);
    rmSync(join(tree.root, "many"), { recursive: true });
    await tree.index({}, alone);
    expect(orders()).toEqual([]);
    tree.write("a.md", "alpha and beta\n");
    await tree.index({}, alone);
    expect(orders()).toEqual(["roots", "batch", "finish", "settle"]);
  } finally {
    writer.mockRestore();
  }
  expect(Object.keys(tree.read(dumpStore).files)).toHaveLength(3);
}, 60_000);

test("a large run joins its postings in steps at its end", async () => {
  using tree = new Tree();
  // More rows than an ordinary run changes.
  for (let i = 0; i < 2100; i++) tree.write(`${i % 50}/${i}.md`, `words of file ${i}\n`);
  const orders: string[] = [];
  const { answer } = StoreHandler.prototype;
  const writer = spyOn(StoreHandler.prototype, "answer").mockImplementation(function (this: StoreHandler, request) {
    orders.push(request.order.kind);
    return answer.call(this, request);
  });
  try {
    await tree.index({}, { inline: true });
  } finally {
    writer.mockRestore();
  }
  expect(orders.at(-1)).toBe("settle");
  expect(segmentsOf(tree)).toBe(1);
  expect(tree.read((store) => metaValue(store.db, LARGE_RUN))).toBeNull();
}, 60_000);

test("what a run that was killed left unmerged is merged by the next one, though nothing has changed", async () => {
  using tree = new Tree({ "a.md": "alpha\n", "b.md": "beta\n" });
  await tree.index();
  tree.write("c.md", "gamma\n");
  await tree.index();
  const before = segmentsOf(tree);
  markLarge(tree);
  await tree.index();
  expect([before, segmentsOf(tree)]).toEqual([2, 1]);
  expect(tree.read((store) => metaValue(store.db, LARGE_RUN))).toBeNull();
});

test("reading symbols merges the postings it wrote", async () => {
  using tree = new Tree({ "a.py": "class Alpha:\n    pass\n" });
  await tree.index();
  tree.write("b.py", "class Beta:\n    pass\n");
  await tree.index();
  const before = segmentsOf(tree);
  markLarge(tree);
  await tree.index({ no_embed: true }, { embed: { budgetMs: 0 } });
  expect([before, segmentsOf(tree)]).toEqual([2, 1]);
  expect(tree.read((store) => metaValue(store.db, LARGE_RUN))).toBeNull();
});
