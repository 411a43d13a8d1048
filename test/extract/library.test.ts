import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Document, extractDocument, FileError } from "../../src/library.ts";

const root = resolve(import.meta.dir, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "qsearch-library-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the library entry", () => {
  test("is what package.json exports", () => {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(exports["."]).toBe("./src/library.ts");
  });

  test("the example of docs/extractors.md runs", async () => {
    const source = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs", "extractors.md"), "utf8"))?.[1] ?? "";
    const file = join(folder, "example.ts");
    writeFileSync(file, source.replace('"qsearch"', JSON.stringify(join(root, "src", "library.ts"))));
    const example: { document: Document; chunks: unknown } = await import(file);
    expect(example.document.headings).toEqual([{ offset: 0, title: "Soup", level: 1 }]);
    expect(example.chunks).toMatchObject([{ lineStart: 1, lineEnd: 3, symbol: "Soup" }]);
    // The example takes its reader out again.
    expect((await extractDocument(new Uint8Array([0x61]), "a.recipe")).headings).toEqual([]);
  });

  test("extractDocument reads by name, with encodings where they are given", async () => {
    const page = await extractDocument(new TextEncoder().encode("<h1>Hi</h1>"), "folder.md/page.HTML");
    expect(page.text).toBe("Hi\n");
    const bytes = Uint8Array.of(0xe9);
    await expect(extractDocument(bytes, "a.txt")).rejects.toThrow(FileError);
    expect((await extractDocument(bytes, "a.txt", { encodings: ["latin1"] })).text).toBe("é");
  });
});
