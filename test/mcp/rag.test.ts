/** The rag tools in each branch, with the program's own encoder: few passages, embedded in this run. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import type { Warning } from "../../src/errors.ts";
import type { IndexResult, StatusResult } from "../../src/request/index-run-request.ts";
import type { SearchHit } from "../../src/request/search-request.ts";
import { type World, world } from "../world.ts";
import { Checked } from "./checked.ts";
import { textOf, Wire } from "./wire.ts";

type Indexed = IndexResult & { readonly warnings: readonly Warning[] };
type Status = Pick<StatusResult, "roots" | "documents" | "chunks" | "embedded" | "pending" | "types" | "bytes">;
interface Found {
  readonly results: readonly SearchHit[];
  readonly warnings: readonly Warning[];
}
interface Cleared {
  readonly documents: number;
  readonly chunks: number;
  readonly roots: readonly string[];
}

const FILES = {
  "notes/user.md": "The user's own note about the ferry across the fjord.\n",
  "docs/cats.md": "Our cat sleeps on the sofa all day and hunts mice at night.\n",
  "docs/boats.md": "The little boat sank in the harbour during the storm.\n",
  "docs/tax.txt": "Value added tax is due on the tenth day of the following month.\n",
  "docs/.hidden/x.md": "secret words in a dot folder\n",
  "docs/.note.md": "a hidden file, not a hidden folder\n",
  "docs/node_modules/y.md": "a dependency's words\n",
  "docs/build/z.md": "a build's words\n",
  "docs/data.foo": "An unknown extension: walrus.\n",
  "other/more.md": "Bread needs flour, water and salt.\n",
};

let w: World;
let wire: Wire;
let checked: Checked;

async function open(...options: string[]): Promise<void> {
  w = world(FILES);
  expect(w.run("index", "--root", w.path("notes")).exitCode).toBe(0);
  wire = new Wire(w, options);
  await wire.open();
  checked = new Checked(wire);
}

async function close(): Promise<void> {
  expect((await wire.end()).exitCode).toBe(0);
  expect(wire.noise).toEqual([]);
}

const index = (path: string, args: Record<string, unknown> = {}) =>
  checked.good<Indexed>("rag_index", { path, ...args });
const search = (query: string, args: Record<string, unknown> = {}) =>
  checked.good<Found>("rag_search", { query, ...args });
const status = () => checked.good<Status>("rag_status", {});
const names = ({ results }: Found) => results.map(({ path }) => path.slice(w.dir.length + 1));

describe("the rag tools", () => {
  beforeAll(() => open());
  afterAll(close);

  test("status before anything is indexed by an agent", async () => {
    expect(await status()).toMatchObject({ documents: 1, embedded: 0, pending: 1, types: { md: 1 } });
  });

  test("rag_index adds a folder by its own rules, embeds it, and only then it is found by meaning", async () => {
    const result = await index(w.path("docs"));
    expect(result).toMatchObject({ roots: [w.path("docs")], files: 4, added: 4, errors: 0, pending: 0 });
    // Its own path alone: the user's notes wait on.
    expect(result).toMatchObject({ embedded: 4, chunks: 4, store_chunks: 5, store_pending: 1 });
    expect(names(await search("which pet rests on the couch"))[0]).toBe("docs/cats.md");
    expect(names(await search("a ship went down"))[0]).toBe("docs/boats.md");
    expect(names(await search("walrus"))).not.toContain("docs/data.foo");
    for (const words of ["secret words dot", "dependency", "build's"])
      expect(names(await search(words))).not.toContain(words);
    // What is about nothing here finds the nearest all the same, which are said to be weak.
    const { results } = await search("zorkmid frobnicate quuxly");
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ weak }) => weak)).toBe(true);
  });

  test("what was added is the rag tools' alone", async () => {
    const files = await checked.good<Found>("search_files", { query: "cat sofa" });
    expect(files.results).toEqual([]);
    expect(await checked.bad("read_file", { path: w.path("docs/cats.md") })).toStartWith("not_found");
    const own = w.run("search", "cat sofa", "--json").json<SearchHit[]>().data;
    expect(own.filter(({ path, weak }) => path !== w.path("notes/user.md") || !weak)).toEqual([]);
    // The user's own folders are searched by rag_search, too.
    expect(names(await search("ferry"))[0]).toBe("notes/user.md");
  });

  test("again, nothing is read anew; edits, new and gone files are, within the path alone", async () => {
    expect(await index(w.path("docs"))).toMatchObject({ unchanged: 4, added: 0, embedded: 0 });
    w.write({ "other/rest.md": "Rye is sown in autumn.\n" });
    await index(w.path("other"));
    w.write({ "docs/cats.md": "Our dog barks at the postman every morning.\n", "docs/new.md": "A kite flies.\n" });
    w.remove("docs/tax.txt", "other/more.md");
    const result = await index(w.path("docs"));
    expect(result).toMatchObject({ added: 1, changed: 1, deleted: 1, unchanged: 2, embedded: 2 });
    expect(names(await search("flour"))).not.toContain("other/more.md");
    expect((await status()).documents).toBe(7);
    expect(await index(w.path("other"), { no_prune: true })).toMatchObject({ deleted: 0 });
    expect(await index(w.path("other"))).toMatchObject({ deleted: 1 });
  });

  test("force reads every file again, extensions add to those known, one file can be a root", async () => {
    expect(await index(w.path("docs"), { force: true })).toMatchObject({ changed: 4, unchanged: 0, pending: 0 });
    expect(await index(w.path("docs"), { extensions: [".FOO"] })).toMatchObject({ added: 1 });
    // Once named, they count for the folder.
    expect(await index(w.path("docs"))).toMatchObject({ added: 0, deleted: 0, unchanged: 5 });
    expect(names(await search("walrus"))[0]).toBe("docs/data.foo");
    w.write({ "single.md": "A lone sheet of paper.\n" });
    expect(await index(w.path("single.md"))).toMatchObject({ roots: [w.path("single.md")], added: 1 });
    expect(names(await search("lone sheet"))[0]).toBe("single.md");
  });

  test("an agent root can be taken out by the command line", async () => {
    const { roots } = await status();
    expect(roots.filter(({ kind }) => kind === "agent").map(({ path }) => path)).toContain(w.path("single.md"));
    expect(w.run("config", "roots", "remove", w.path("single.md")).exitCode).toBe(0);
    expect((await status()).roots.map(({ path }) => path)).not.toContain(w.path("single.md"));
    expect(names(await search("lone sheet"))).not.toContain("single.md");
  });

  test("rag_clear says what went, and leaves the user's index", async () => {
    const { documents, roots } = await checked.good<Cleared>("rag_clear", {});
    expect(documents).toBe(6);
    expect([...roots].sort()).toEqual([w.path("docs"), w.path("other")]);
    expect(await status()).toMatchObject({ documents: 1, roots: [{ path: w.path("notes"), kind: "user" }] });
    expect(w.run("search", "ferry", "--json").json<unknown[]>().data).toHaveLength(1);
    expect(await checked.good<Cleared>("rag_clear", {})).toMatchObject({ documents: 0, roots: [] });
  });

  test("nothing indexed yet: the agent is told what it can do about it itself", async () => {
    const empty = new Wire(world());
    await empty.open();
    expect(textOf(await empty.call("rag_search", { query: "x" }))).toMatch(/^no_store: .*\nIndex .* with rag_index/);
    await empty.end();
    const bound = new Wire(world(), ["--read-only"]);
    await bound.open();
    expect(textOf(await bound.call("rag_search", { query: "x" }))).toContain("qsearch index DIR");
    await bound.end();
  });

  test("what is not there, and a relative path", async () => {
    expect(await checked.bad("rag_index", { path: w.path("nowhere") })).toStartWith("root_unavailable");
    expect(await index("docs")).toMatchObject({ roots: [w.path("docs")] });
    expect(await checked.bad("rag_search", { query: "" })).toStartWith("usage");
    for (const name of ["a/b", "*", "\0"])
      expect(await checked.bad("rag_index", { path: "docs", extensions: [name] })).toStartWith(
        "usage: extensions holds",
      );
  });
});

describe("links of an agent root", () => {
  beforeEach(() => open());
  afterEach(close);

  test("are followed, wherever they lead", async () => {
    w.write({ "far/away.md": "A lighthouse on a cliff.\n", "docs/link": { link: "../far" } });
    expect(await index(w.path("docs"))).toMatchObject({ added: 5 });
    expect(names(await search("lighthouse"))[0]).toBe("docs/link/away.md");
  });

  test.each([
    ["a broken link", () => w.write({ "docs/bad": { link: "nowhere" } })],
    ["a circle", () => w.write({ "docs/loop": { link: "." } })],
    ["a link to itself", () => w.write({ "docs/self": { link: "self" } })],
  ])("%s stops the run before anything changes", async (_what, spoil) => {
    await index(w.path("docs"));
    const before = await status();
    spoil();
    w.write({ "docs/new.md": "Something new.\n" });
    w.remove("docs/cats.md");
    expect(await checked.bad("rag_index", { path: w.path("docs") })).toStartWith("io");
    expect(await status()).toEqual(before);
    expect(names(await search("cat sofa"))).not.toContain("docs/new.md");
  });

  test.skipIf(process.getuid?.() === 0)("so does a folder that cannot be read", async () => {
    await index(w.path("docs"));
    w.write({ "docs/closed/a.md": "x\n" });
    chmodSync(w.path("docs/closed"), 0);
    expect(await checked.bad("rag_index", { path: w.path("docs") })).toStartWith("io");
    chmodSync(w.path("docs/closed"), 0o700);
  });
});

describe("bounds of a server", () => {
  afterEach(close);

  test("--allow confines rag_index, links included", async () => {
    await open("--allow", world({}).dir);
    expect(await checked.bad("rag_index", { path: w.path("docs") })).toStartWith("refused");
    expect(await checked.bad("rag_index", { path: w.path("nowhere") })).toStartWith("refused");
    await wire.end();
    wire = new Wire(w, ["--allow", w.path("docs")]);
    await wire.open();
    checked = new Checked(wire);
    w.write({ "way-in": { link: "docs" }, "docs/way-out": { link: "../other" } });
    expect(await index(w.path("way-in"))).toMatchObject({ roots: [w.path("docs")] });
    for (const path of [
      "docs/way-out",
      "docs/way-out/..",
      "docs/way-out/../other",
      "docs/../other",
      "docs/way-out/more.md",
    ]) {
      expect(await checked.bad("rag_index", { path: `${w.dir}/${path}` })).toStartWith("refused");
    }
    expect(names(await search("flour"))).not.toContain("other/more.md");
  });

  test("--read-only offers what reads, and keeps nothing", async () => {
    await open("--read-only", "--tools", "rag");
    const { result } = await wire.request("tools/list");
    const tools = result?.tools as readonly { readonly name: string }[] | undefined;
    expect(tools?.map(({ name }) => name)).toEqual(["rag_search", "rag_status"]);
    expect(names(await search("which ferry crosses the fjord"))).toEqual(["notes/user.md"]);
    await Bun.sleep(300);
    expect(await status()).toMatchObject({ embedded: 0, pending: 1 });
  });

  test("without --read-only a search keeps the vectors that it made", async () => {
    await open("--tools", "rag");
    expect(await status()).toMatchObject({ embedded: 0, pending: 1 });
    await search("which ferry crosses the fjord");
    for (let i = 0; i < 100 && (await status()).pending > 0; i++) await Bun.sleep(50);
    expect(await status()).toMatchObject({ embedded: 1, pending: 0 });
  });
});
