import { describe, expect, test } from "bun:test";
import { processorMs } from "../processor-time.ts";
import { borderLines, outline, read } from "./read.ts";

describe("reStructuredText", () => {
  test("titles with an underline, levels in the order of their styles", async () => {
    const document = await read(
      "a.rst",
      "=====\nTitle\n=====\n\nOne\n===\n\ntext\n\nTwo\n---\n\nThree\n=====\n中文标题\n--------\n",
    );
    expect(outline(document)).toEqual(["1 Title@1", "2 One@5", "3 Two@10", "2 Three@13", "3 中文标题@15"]);
    expect(borderLines(document, 2)).toEqual([1, 5, 10, 13, 15]);
    expect(document.language).toBe("restructuredtext");
  });

  test("transitions, tables, blocks and short underlines are none", async () => {
    const source =
      "text\n\n----\n\n=====  =====\nA      B\n=====  =====\n\n::\n\n  code\n  ----\n\nA long line of text\n---\n...\n....\n";
    expect(outline(await read("a.rst", source))).toEqual([]);
  });
});

describe("texts with one-line headings", () => {
  test("AsciiDoc", async () => {
    expect(outline(await read("a.adoc", "= Doc\n\n== Part one\ntext = no\n====\nblock\n====\n"))).toEqual([
      "1 Doc@1",
      "2 Part one@3",
    ]);
  });

  test("Org", async () => {
    expect(outline(await read("a.org", "* TODO First\n** Second :tag:\n*bold* no\n - no\n"))).toEqual([
      "1 TODO First@1",
      "2 Second :tag:@2",
    ]);
  });

  test("LaTeX", async () => {
    const source =
      "\\chapter{One}\n  \\section*{Two $x_{1}$} \\label{sec:two} % why\n\\subsection[short]{Three}\n\\textbf{no}\n";
    expect(outline(await read("a.tex", source))).toEqual(["2 One@1", "3 Two $x_{1}$@2", "4 Three@3"]);
  });

  test("MediaWiki and Typst", async () => {
    expect(outline(await read("a.wiki", "= A =\n== B ==\n=== x\n"))).toEqual(["1 A@1", "2 B@2"]);
    expect(outline(await read("a.typ", "= A\n== B\n=no\n"))).toEqual(["1 A@1", "2 B@2"]);
  });

  test("no line makes the search for headings slow", async () => {
    const started = processorMs();
    for (const file of ["a.rst", "a.adoc", "a.org", "a.tex", "a.wiki", "a.typ"]) {
      for (const run of ["=", "= ", "==x", "*", "\\section{", "\\section*[", "-", "a", " ", "}"]) {
        await read(file, `${`= ${run.repeat(20_000)}\n`}${`\\section{${run.repeat(20_000)}\n`}`.repeat(5));
      }
    }
    expect(processorMs() - started).toBeLessThan(3000);
  });
});
