import { describe, expect, test } from "bun:test";
import { processorMs } from "../processor-time.ts";
import { borderLines, numbered, outline, read } from "./read.ts";

const headings = async (source: string) => outline(await read("note.md", source));

describe("Markdown", () => {
  test("its text is its source", async () => {
    const source = "# A\r\n\r\ntext *x*\r\n";
    const document = await read("note.md", source);
    expect(numbered(document)).toEqual(["1: # A", "2: ", "3: text *x*"]);
    expect(document.language).toBe("markdown");
    expect(document.lines).toEqual({});
  });

  test("ATX headings, closed or not, with up to three blanks before", async () => {
    expect(await headings("# A\n## B ##\n   ### C\n#### D # e\n###### F\n# \n#\n")).toEqual([
      "1 A@1",
      "2 B@2",
      "3 C@3",
      "4 D # e@4",
      "6 F@5",
      "1 @6",
      "1 @7",
    ]);
    expect(await headings("#no\n####### no\n    # code\n\t# code\n\\# no\n")).toEqual([]);
  });

  test("setext headings start where their paragraph starts", async () => {
    expect(await headings("One\n===\n\nTwo\nlines\n---\n")).toEqual(["1 One@1", "2 Two lines@4"]);
  });

  test("a thematic break, a list, a quote, a table or indented code before it make no setext heading", async () => {
    for (const before of ["", "- item", "1. item", "> quote", "| a | b |", "    code", "<div>", "***"]) {
      expect(await headings(`text\n\n${before}\n---\nmore\n`)).toEqual(before === "***" ? ["2 @3"] : []);
    }
  });

  test("fenced code is not looked into, and ends only with its own fence", async () => {
    const source =
      "```sh\n# no\n~~~\n# no\n```\n# Yes\n~~~~\n```\n# no\n~~~\n# no\n~~~~~\n# Also\n```not`a fence\n# Third\n";
    const document = await read("note.md", source);
    expect(outline(document)).toEqual(["1 Yes@6", "1 Also@13", "1 Third@15"]);
    expect(borderLines(document, 1)).toEqual([1, 7]);
  });

  test("a fence that is never closed runs to the end", async () => {
    expect(await headings("# A\n```\n# no\n")).toEqual(["1 A@1"]);
  });

  test("front matter: no headings of its own, its title is one", async () => {
    const yaml = await read("note.md", "---\ntitle: 'The title'\n# comment\nlist:\n- a\n---\n# First\n");
    expect(outline(yaml)).toEqual(["1 The title@1", "1 First@7"]);
    expect(borderLines(yaml, 2)).toEqual([1, 7]);
    expect(await headings('+++\ntitle = "T"\n+++\ntext\n')).toEqual(["1 T@1"]);
    expect(await headings("---\na: 1\n...\ntext\n---\n")).toEqual(["2 text@4"]);
  });

  test("three dashes that are never closed are a break, not front matter", async () => {
    expect(await headings("---\n# A\n")).toEqual(["1 A@2"]);
  });

  test("titles are read without their marks", async () => {
    expect(await headings("# [Text](http://a/b) and ![pic](x.png) `code` **bold** snake_case _it_\n")).toEqual([
      "1 Text and pic code bold snake_case it@1",
    ]);
  });

  test("a title of any length is bounded and well-formed", async () => {
    const { headings: found } = await read("note.md", `# ${"😀".repeat(5000)}\n`);
    expect(found[0]?.title.length).toBeLessThanOrEqual(200);
    expect(found[0]?.title.isWellFormed()).toBe(true);
  });

  test("long runs of signs take linear time", async () => {
    const started = processorMs();
    for (const sign of ["#", "`", "=", "-", "_", "*", "[", "![", " ", "# [", "a\n"]) {
      await read("note.md", `# ${sign.repeat(200_000)}\n${sign.repeat(200_000)}\n---\n`);
    }
    expect(processorMs() - started).toBeLessThan(4000);
  });
});
