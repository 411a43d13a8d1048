import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FileError } from "../../src/errors.ts";
import { lineStarts } from "../../src/text/lines.ts";
import { processorMs } from "../processor-time.ts";
import { rounds } from "../rounds.ts";
import { borderLines, numbered, outline, read } from "./read.ts";

const lines = async (source: string) => numbered(await read("page.html", source));

describe("HTML text", () => {
  test("has each line at its source line; block tags and source line breaks end lines", async () => {
    expect(await lines("<p>one   two\nthree <b>fo</b>ur<br>five</p><div>six</div>\n<ul>\n<li>x<li>y</ul>")).toEqual([
      "1: one two",
      "2: three four",
      "2: five",
      "2: six",
      "4: x",
      "4: y",
    ]);
  });

  test("leaves out code, templates, fall-backs and comments", async () => {
    const hidden = ["script", "style", "template", "noscript", "iframe", "noembed", "noframes"].map(
      (tag) => `<${tag} id=a>hidden ${tag}\n</${tag}>`,
    );
    expect(await lines(`a ${hidden.join("")}<!-- hidden\n --> z`)).toEqual(["1: a", "9: z"]);
    expect(await lines("<template>x<template>y</template>z</template>shown")).toEqual(["1: shown"]);
    expect(await lines(`<script>"<p>x</p>" // </scrip></script>shown`)).toEqual(["1: shown"]);
  });

  test("decodes entities; a line break written as one does not end a line", async () => {
    expect(await lines("&lt;b&gt; &amp; AT&T &#x4e2d;&#25991;&nbsp;&hellip;&#10;x &unknown; &#x1F600;")).toEqual([
      "1: <b> & AT&T 中文 … x &unknown; 😀",
    ]);
  });

  test("separates table cells on one line, and keeps rows apart", async () => {
    expect(await lines("<table><tr><th>a</th><th>b</th></tr><tr><td>c</td>\n<td>d</td></tr></table>after")).toEqual([
      "1: a\tb",
      "1: c",
      "2: d",
      "2: after",
    ]);
  });

  test("keeps the layout of preformatted text", async () => {
    expect(await lines("<pre>a\n  b\tc\n\n &amp; d</pre>\n<textarea>e\n  f</textarea>")).toEqual([
      "1: a",
      "2:   b\tc",
      "3: ",
      "4:  & d",
      "5: e",
      "6:   f",
    ]);
  });

  test("gives the alternative text of pictures, where the tag starts", async () => {
    expect(await lines('see<img src=x\n alt="a &quot;red&quot;\n  barn">here <img alt=""> <area alt=map>')).toEqual([
      '1: see a "red" barn',
      "3: here map",
    ]);
  });

  test("a comment or tag over several lines ends the line, but parts no word", async () => {
    expect(await lines("a <!-- \n --> b<i\n>, c</i\n>d")).toEqual(["1: a", "2: b", "3: , cd"]);
  });

  test("title and headings are headings and borders; unclosed ones end with the next paragraph", async () => {
    const document = await read(
      "page.html",
      "<title>The\n page</title>\n<h1>One <i>two</i></h1><p>x</p>\n<h2></h2><h3>Open<p>text\n<h6><p>In p</p></h6>",
    );
    expect(outline(document)).toEqual(["1 The page@1", "1 One two@3", "3 Open@4", "6 In p@5"]);
    expect(borderLines(document, 2)).toEqual([1, 3, 4, 5]);
    expect(document.language).toBe("html");
  });

  test("SVG: its text is text, its style and titles are not headings", async () => {
    const document = await read("p.html", "<svg><style>.a{}</style><title>t</title><script/><text>in</text></svg>out");
    expect(numbered(document)).toEqual(["1: t", "1: in", "1: out"]);
    expect(outline(document)).toEqual([]);
  });

  test("deep nesting and unclosed tags cost nothing", async () => {
    const deep = `${"<div><b>".repeat(100_000)}deep`;
    const started = processorMs();
    expect(await lines(deep)).toEqual(["1: deep"]);
    expect(processorMs() - started).toBeLessThan(2000);
  });

  test("an empty page has no text", async () => {
    expect((await read("p.html", "<html><body></body></html>")).text).toBe("");
    expect((await read("p.html", "")).text).toBe("");
  });

  test("any page: lines are numbered one by one, never falling, within the source; no word gets lost", async () => {
    const part = fc.constantFrom(
      "word",
      " ",
      "\n",
      "<p>",
      "</p>",
      "<pre>",
      "</pre>",
      "<td>",
      "<tr>",
      "<h2>",
      "</h2>",
      "<br>",
      "&amp;",
      "&#10;",
      "<img alt='alt\nx'>",
      "<!-- c\nc -->",
      "<b\nclass=x>",
      "</b>",
      "<svg>",
      "</svg>",
      "<![CDATA[word]]>",
      "<",
      ">",
      "\t",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        const source = parts.join("");
        const document = await read("p.html", source);
        const numbers = document.lines.numbers ?? new Uint32Array();
        expect(document.text === "" ? 0 : lineStarts(document.text).length).toBe(numbers.length);
        let previous = 1;
        for (const number of numbers) {
          expect(number).toBeGreaterThanOrEqual(previous);
          previous = number;
        }
        expect(previous).toBeLessThanOrEqual(lineStarts(source).length);
        const words = parts.filter((text) => text === "word").length;
        // In a tag or comment that is never closed a word is no text.
        if (!parts.includes("<") && !parts.includes("<![CDATA[word]]>"))
          expect(document.text.match(/word/g)?.length ?? 0).toBe(words);
      }),
      { seed: 11, numRuns: rounds(400) },
    );
  });
});

describe("HTML encodings", () => {
  const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

  test("a declared charset is decoded", async () => {
    const gbk = latin1('<meta charset="gbk"><p>\xd6\xd0\xce\xc4</p>');
    expect((await read("p.html", gbk)).text).toBe("中文\n");
    const http = latin1('<META content="text/html; charset=windows-1251" http-equiv=content-type>\xcf\xf0');
    expect((await read("p.html", http)).text).toBe("Пр\n");
    const xml = latin1('<?xml version="1.0" encoding="iso-8859-5"?><html><p>\xbf</p></html>');
    expect((await read("p.xhtml", xml)).text).toBe("П\n");
  });

  test("a charset in a comment or in text does not count, a byte-order mark wins", async () => {
    expect((await read("p.html", "<!-- <meta charset=gbk> --><p>é</p>")).text).toBe("é\n");
    expect((await read("p.html", '\ufeff<meta charset="gbk">é')).text).toBe("é\n");
  });

  test("UTF-8 that calls itself windows-1252 is read as UTF-8", async () => {
    expect((await read("p.html", "<meta charset=iso-8859-1>café ©")).text).toBe("café ©\n");
    expect((await read("p.html", latin1("<meta charset=iso-8859-1>caf\xe9"))).text).toBe("café\n");
  });

  test("bytes that do not keep the declaration are an error, unless an allowed encoding fits", async () => {
    const lying = latin1("<meta charset=utf-8>\xe9t\xe9");
    await expect(read("p.html", lying)).rejects.toThrow(FileError);
    expect((await read("p.html", lying, ["windows-1252"])).text).toBe("été\n");
    await expect(read("p.html", latin1("<meta charset=shift_jis>\x81\x20x"))).rejects.toThrow("shift_jis");
    await expect(read("p.html", latin1("<p>no declaration \xe9"))).rejects.toThrow(FileError);
    await expect(read("p.html", "<p>a\0b")).rejects.toThrow("NUL");
  });

  test("an unknown charset counts as none", async () => {
    expect((await read("p.html", "<meta charset=unicode>é")).text).toBe("é\n");
  });
});
