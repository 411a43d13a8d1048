/** Reading through the guard: what is refused and how, and that the text is never older than the call. */
import { describe, expect, test } from "bun:test";
import { utimesSync, writeFileSync } from "node:fs";
import { QsearchError } from "../../src/errors.ts";
import type { ReadResult } from "../../src/request/read-request.ts";
import { docxOf } from "../fixtures/documents/docx.ts";
import { world } from "../world.ts";
import { indexed } from "./indexed.ts";

async function refusal(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof QsearchError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "read";
}

describe("what may be read", () => {
  test("everything else is refused with one answer, whether it exists or not", async () => {
    const outside = world({ "secret.txt": "loot" });
    const it = await indexed({
      "a.txt": "golden",
      "build/x.txt": "ignored",
      ".gitignore": "build/\n*.log\n",
      "link.txt": { link: outside.path("secret.txt") },
      "dead.txt": { link: outside.path("nothing.txt") },
      "folder/b.txt": "b",
      way: { link: outside.dir },
    });
    const refused = [
      outside.path("secret.txt"),
      outside.path("missing.txt"),
      `${it.world.dir}/../data/qsearch.db`,
      `${it.world.dir}/..%2fdata`,
      `${it.world.dir}-secret/loot.md`,
      it.world.path("build/x.txt"),
      it.world.path("build/missing.txt"),
      it.world.path("link.txt"),
      it.world.path("dead.txt"),
      it.world.path("way/secret.txt"),
      it.world.path("missing.txt"),
      it.world.path("folder"),
      it.world.dir,
    ];
    for (const path of refused) {
      expect(await refusal(it.read(path))).toBe(`not_found: ${path} is not there or may not be read`);
    }
    expect(await refusal(it.read("a.txt"))).toBe("read");
    expect(await refusal(it.read(`${it.world.dir}/folder/../a.txt`))).toBe("read");
  });

  test("without any root the way out is to index, whether the file exists or not", () => {
    const w = world({ "a.txt": "golden" });
    for (const name of ["a.txt", "missing.txt"]) {
      const { error } = w.run("read", name, "--json").json();
      expect(error).toEqual({
        code: "not_found",
        message: `${w.path(name)} is not there or may not be read`,
        hint: "Nothing is indexed yet; index its folder first: qsearch index DIR",
      });
    }
  });

  test("agent roots are not read, and rules in force count at once", async () => {
    const outside = world({ "agent.txt": "golden" });
    const it = await indexed({ "a.txt": "golden" });
    await it.index({ paths: [outside.dir] }, "agent");
    expect(await refusal(it.read(outside.path("agent.txt")))).toContain("not_found");
    it.world.write({ ".searchignore": "a.txt\n" });
    expect(await refusal(it.read("a.txt"))).toContain("not_found");
  });

  test("a file without text says why", async () => {
    const it = await indexed({ "nul.txt": "alpha\nbe\0ta\n", "big.txt": "x".repeat(4096) }, { maxSize: 2048 });
    expect(await refusal(it.read("nul.txt"))).toContain("file_error");
    expect(await refusal(it.read("nul.txt"))).toContain("binary");
    expect(await refusal(it.read("big.txt"))).toContain("too_large");
  });

  test("arguments that exclude one another are usage errors", async () => {
    const it = await indexed({ "a.txt": "golden" });
    expect(await refusal(it.read("a.txt", { page: 1, start_line: 1 }))).toContain("usage");
    expect(await refusal(it.read("a.txt", { page: 1, sheet: "x" }))).toContain("usage");
    expect(await refusal(it.read("a.txt", { start_line: 2, end_line: 1 }))).toContain("usage");
  });
});

describe("the text", () => {
  test("of an unchanged file comes from the store, of a changed one from the file, even with the same size and time", async () => {
    const time = new Date(Date.UTC(2026, 0, 1));
    const it = await indexed({ "a.md": { content: "# One\n\ngolden\n", mtime: time } });
    expect((await it.read("a.md")).warnings).toEqual([]);
    writeFileSync(it.world.path("a.md"), "# Two\n\nsilver\n");
    utimesSync(it.world.path("a.md"), time, time);
    const { result, warnings } = await it.read("a.md");
    expect(result.sections[0]?.lines.map((line) => line.text)).toEqual(["# Two", "", "silver"]);
    expect(warnings.map(({ code }) => code)).toEqual(["stale"]);
  });

  test("of a file that is not indexed is extracted", async () => {
    const it = await indexed({ "a.txt": "golden" });
    it.world.write({ "new.csv": 'a,"b\nc"\nd,e\n' });
    const { result, warnings } = await it.read("new.csv");
    expect(result).toMatchObject({ location_kind: "row", truncated: false });
    expect(warnings).toEqual([]);
  });

  test("says by which rules it was made, where a document does not show them (showdocx/show-docx#3, mammoth.js#266)", () => {
    const body =
      '<w:p><w:ins w:id="1"><w:r><w:t>new</w:t></w:r></w:ins><w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del></w:p>';
    const w = world({ "a.docx": docxOf(body), "b.txt": "plain" });
    w.run("index", w.dir);
    const { reading, sections } = w.run("read", "a.docx", "--json").json<ReadResult>().data;
    expect(sections[0]?.lines.map((line) => line.text)).toEqual(["new"]);
    expect(reading).toContain("Tracked changes are read as if accepted. Headers, footers, notes");
    expect(w.run("read", "a.docx").stderr).toBe(`${reading}\n`);
    expect(w.run("read", "b.txt", "--json").json<ReadResult>().data.reading).toBeNull();
    expect(w.run("read", "b.txt").stderr).toBe("");
  });

  test("is the same from the store and from the file", async () => {
    const content = "# Title\n\ntext\r\nmore\n\n| a | b |\n";
    const it = await indexed({ "a.md": content });
    const stored = await it.read("a.md");
    const fresh = await it.change({ encodings: ["gb18030"], dataDir: it.world.path("nowhere") }).read("a.md");
    expect(fresh.result).toEqual(stored.result);
  });
});
