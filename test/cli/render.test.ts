import { describe, expect, test } from "bun:test";
import { formatBytes, formatCount, formatDuration, formatSeconds, plural } from "../../src/cli/format.ts";
import { createProgress, progressText } from "../../src/cli/progress-line.ts";
import { excerptFromSnippet, type PrintedExcerpt } from "../../src/cli/render/excerpt.ts";
import type { SearchFormat } from "../../src/cli/render/formats.ts";
import { shortPath, shownPath } from "../../src/cli/render/render-places.ts";
import { renderReadResult } from "../../src/cli/render/render-read.ts";
import { renderHits } from "../../src/cli/render/render-search.ts";
import { renderTable } from "../../src/cli/render/table.ts";
import { createStyle, safeLine, safeText, wantsColor } from "../../src/cli/style.ts";
import type { ReadResult } from "../../src/request/read-request.ts";
import type { SearchHit } from "../../src/request/search-request.ts";

const plain = createStyle(false, null);
const colored = createStyle(true, 80);

const HIT: SearchHit = {
  path: "/w/docs/a.md",
  ext: "md",
  type: "doc",
  language: "markdown",
  line_start: 11,
  line: 12,
  line_end: 13,
  page: null,
  sheet: null,
  part: null,
  row: null,
  cells: null,
  location_kind: "line",
  snippet: "before\nthe [[golden]] [[bearing]] turns\nafter",
  score: 1,
  bm25: -3.5,
  mtime: "2026-01-01T00:00:00.000Z",
  chunk: 0,
  symbol: "Bearings",
  match: "chunk",
  weak: false,
  stale: false,
  passages: [],
};

const render = (
  hits: readonly SearchHit[],
  format: SearchFormat = "text",
  style = plain,
  excerpts: PrintedExcerpt[] = [],
) => String(renderHits(hits, excerpts, { format, style, cwd: "/w" }));

describe("search results for people", () => {
  test("a hit: path and line that a terminal opens, the heading, the lines around it", () => {
    expect(render([HIT])).toBe("docs/a.md:12  Bearings\n  11  before\n  12  the golden bearing turns\n  13  after\n");
  });

  test("colours add nothing but colours", () => {
    const text = render([HIT], "text", colored);
    expect(text).toContain("\x1b[1;31mgolden\x1b[22;39m");
    expect(Bun.stripANSI(text)).toBe(render([HIT]));
  });

  test("on a terminal a line parts what holds all the words from what holds some", () => {
    const terminal = createStyle(false, 80);
    const some: SearchHit = { ...HIT, path: "/w/b.md", match: "partial" };
    const near: SearchHit = { ...HIT, path: "/w/c.md", match: "meaning" };
    const divider = (...hits: SearchHit[]) =>
      render(hits, "text", terminal)
        .split("\n")
        .filter((line) => /^──|\.md/.test(line))
        .map((line) => line.replace(/^── (.*?) ─+$/, "$1").replace(/:.*/, ""));
    expect(divider(HIT, some, near)).toEqual(["docs/a.md", "some of the words, or near in meaning", "b.md", "c.md"]);
    expect(divider(some)).toEqual(["some of the words", "b.md"]);
    expect(divider(HIT, near)).toEqual(["docs/a.md", "near in meaning", "c.md"]);
    expect(divider(some, HIT)).toEqual(["b.md", "docs/a.md"]);
    expect(render([HIT, some])).not.toContain("──");
  });

  test("names for other programs are the bytes that they are", () => {
    const odd = { ...HIT, path: "/w/a b\n\x1b[31m\udcff.md" };
    const bytes = renderHits([odd, odd], [], { format: "files", style: plain, cwd: "/w" });
    expect(Buffer.from(bytes).toString("latin1")).toBe("/w/a b\n\x1b[31m\xff.md\n");
    const nul = renderHits([odd, HIT], [], { format: "files", style: createStyle(false, 80), cwd: "/w", print0: true });
    expect(Buffer.from(nul).toString("latin1")).toBe(`/w/a b\n\x1b[31m\xff.md\0${HIT.path}\0`);
    expect(render([odd], "files", createStyle(false, 80))).not.toContain("\x1b");
  });

  test("further passages of a file stand beneath its best one", () => {
    const other = { ...HIT, path: "/elsewhere/b.md", symbol: null, snippet: "x", line: 11 };
    const later = { ...HIT, line_start: 40, line: 40, snippet: "[[golden]] again" };
    const headings = render([{ ...HIT, passages: [later] }, other])
      .split("\n")
      .filter((line) => line.includes(".md"));
    expect(headings).toEqual(["docs/a.md:12  Bearings", "docs/a.md:40  Bearings", "/elsewhere/b.md:11"]);
  });

  const places: [Partial<SearchHit>, string][] = [
    [{ location_kind: "row", row: 4, line_start: 9, snippet: "[[x]]" }, "docs/a.md:9  row 4"],
    [{ location_kind: "page_text_line", page: 2, line_start: 1, snippet: "[[x]]" }, "docs/a.md  page 2, line 1"],
    [{ location_kind: "slide_text_line", page: 3, line_start: 5, snippet: "[[x]]" }, "docs/a.md  slide 3, line 5"],
    [
      { location_kind: "sheet_row", sheet: "Q1", line_start: 7, cells: "B7", snippet: "[[x]]" },
      "docs/a.md  sheet Q1, row 7, B7",
    ],
    [{ location_kind: "cell_line", part: "2", line_start: 1, snippet: "[[x]]" }, "docs/a.md  cell 2, line 1"],
    [
      { location_kind: "extracted_line", part: "footnotes", line_start: 3, snippet: "[[x]]" },
      "docs/a.md  footnotes, line 3",
    ],
  ];
  test.each(places)("%j", (change, heading) => {
    expect(render([{ ...HIT, symbol: null, line: change.line_start ?? HIT.line, ...change }]).split("\n")[0]).toBe(
      heading,
    );
  });

  test("a source's own [[ is no match when the excerpt is given", () => {
    const excerpt = { text: "if [[ -f x ]]; then", spans: [{ start: 9, end: 10 }], firstLine: 3 };
    const text = render([HIT], "text", colored, [excerpt]);
    expect(Bun.stripANSI(text)).toContain("3  if [[ -f x ]]; then");
    expect(text).toContain("-f \x1b[1;31mx\x1b[22;39m ]]");
  });

  test("a match over a line break is marked on both lines", () => {
    const text = render([{ ...HIT, snippet: "a [[b\nc]] d" }], "text", colored);
    expect(text).toContain("a \x1b[1;31mb\x1b[22;39m\n");
    expect(text).toContain("\x1b[1;31mc\x1b[22;39m d");
  });

  // sharkdp/fd changelog (2026-08): names and contents must not reach the terminal as commands.
  test("escape sequences, line breaks and bidi controls in names and text are shown, not obeyed", () => {
    const hit = { ...HIT, path: "/w/a\x1b[31m\n\u202eb\udcff.md", symbol: "s\x07", snippet: "\x1b]0;x\x07[[y]]\u202e" };
    const text = render([hit], "text", colored);
    expect(text).toContain("a\\x1b[31m\\n\\u202eb\\xff.md");
    expect(text).toContain("s\\x07");
    expect(Bun.stripANSI(text)).toContain("\\x1b]0;x\\x07y\\u{202e}");
    expect(render([hit], "files", createStyle(false, 80))).toBe("/w/a\\x1b[31m\\n\\u202eb\\xff.md\n");
    expect(JSON.parse(render([hit], "json"))[0].path).toBe(hit.path);
  });

  // tobi/qmd#228, changelog 1.0.7: no hit is a valid empty document in every format.
  test("nothing found", () => {
    expect(render([])).toBe("");
    expect(render([], "files")).toBe("");
    expect(render([], "json")).toBe("[]\n");
    expect(render([], "csv")).toBe(
      "path,ext,line_start,line_end,page,sheet,location_kind,symbol,score,bm25,mtime,chunk,snippet\n",
    );
  });

  test("CSV quotes what needs it", () => {
    const [, row = ""] = render([{ ...HIT, symbol: 'a "b", c', snippet: "one\ntwo" }], "csv").split(/\n(?=\/)/);
    expect(row).toContain('"a ""b"", c"');
    expect(row).toEndWith(',0,"one\ntwo"\n');
  });

  test("files: each once, in rank order", () => {
    expect(render([HIT, { ...HIT, path: "/w/b" }, HIT], "files")).toBe("/w/docs/a.md\n/w/b\n");
  });
});

describe("very long paths", () => {
  test("keep both ends, in what people read alone", () => {
    const long = `/${"folder/".repeat(80)}report.pdf`;
    const shown = shownPath(long);
    expect(shown).toHaveLength(299);
    expect(shown).toStartWith("/folder/");
    expect(shown).toContain("…");
    expect(shown).toEndWith("/report.pdf");
    expect(shownPath(`/${"a".repeat(299)}`)).toBe(`/${"a".repeat(299)}`);
    expect(shownPath(`/${"😀".repeat(400)}`).isWellFormed()).toBe(true);
    expect(shortPath(long, "/")).toHaveLength(long.length - 1);
  });
});

describe("snippets", () => {
  test("marks become spans", () => {
    expect(excerptFromSnippet({ snippet: "a [[b]] [[c d]]", line_start: 4 })).toEqual({
      text: "a b c d",
      spans: [
        { start: 2, end: 3 },
        { start: 4, end: 7 },
      ],
      firstLine: 4,
    });
  });
});

describe("read for people", () => {
  const result: ReadResult = {
    path: "/w/r.pdf",
    ext: "pdf",
    location_kind: "page_text_line",
    reading: null,
    sections: [
      {
        page: 1,
        sheet: null,
        part: null,
        note: null,
        reason: null,
        lines: [
          { line: 9, text: "a" },
          { line: 10, text: "" },
        ],
      },
      {
        page: 2,
        sheet: null,
        part: null,
        note: "unreliable",
        reason: "no table",
        lines: [{ line: 1, text: "b\x1b[2J" }],
      },
    ],
    truncated: true,
    next: { page: 3 },
  };

  test("sections with headings, numbers, and the way on", () => {
    expect(renderReadResult(result, plain, "/w")).toBe(
      "page 1\n 9  a\n10\n\npage 2 (unreliable: no table)\n 1  b\\x1b[2J\n… goes on: qsearch read r.pdf --page 3\n",
    );
  });

  test("names that a shell would split are quoted in the way on", () => {
    const next = { sheet: "it's", start_line: 5 };
    expect(renderReadResult({ ...result, path: "/w/a b.xlsx", next }, plain, "/w")).toContain(
      "… goes on: qsearch read 'a b.xlsx' --sheet 'it'\\''s' --lines 5-\n",
    );
  });

  test("an empty file is no line", () => {
    expect(renderReadResult({ ...result, sections: [], truncated: false, next: null }, plain, "/w")).toBe("");
  });
});

describe("numbers", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1_234_567, "1,234,567"],
  ])("%d → %s", (value, text) => {
    expect(formatCount(value)).toBe(text);
  });

  test.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [99_940, "99.9 kB"],
    [99_960, "100 kB"],
    [999_600, "1.0 MB"],
    [1.5e15, "1500 TB"],
  ])("%d bytes → %s", (value, text) => {
    expect(formatBytes(value)).toBe(text);
  });

  test("durations and plurals", () => {
    expect([formatDuration(7400), formatDuration(754_000), formatDuration(3_723_000)]).toEqual([
      "0:07",
      "12:34",
      "1:02:03",
    ]);
    expect([formatSeconds(0.4), formatSeconds(12.4), formatSeconds(200)]).toEqual(["0.40 s", "12 s", "3:20"]);
    expect([plural(1, "file"), plural(1200, "file")]).toEqual(["1 file", "1,200 files"]);
  });

  test("tables align by what is seen", () => {
    expect(renderTable([["\x1b[1ma\x1b[22m", "x"], ["步骤", "y"], ["b"]])).toBe("\x1b[1ma\x1b[22m     x\n步骤  y\nb\n");
  });
});

describe("style", () => {
  test.each([
    ["auto", true, {}, true],
    ["auto", false, {}, false],
    ["auto", true, { NO_COLOR: "1" }, false],
    ["auto", true, { NO_COLOR: "" }, true],
    ["auto", true, { TERM: "dumb" }, false],
    ["always", false, { NO_COLOR: "1" }, true],
    ["never", true, {}, false],
  ] as const)("%s, terminal %p, %j → %p", (mode, terminal, env, expected) => {
    expect(wantsColor(mode, terminal, env)).toBe(expected);
  });

  test("emoji, accents and tabs stay as they are", () => {
    const text = "🐘 café\u0301\t👩‍💻 日本 \u200d";
    expect([safeText(text), safeLine(text)]).toEqual([text, text]);
    expect(safeLine("a\nb\r\u0085\u2028\ud800")).toBe("a\\nb\\r\\x85\\u{2028}\\u{d800}");
    expect(safeText("a\nb")).toBe("a\nb");
  });
});

describe("progress", () => {
  const update = { phase: "reading", files: 1234, totalFiles: 10_000, bytes: 12_300_000, totalBytes: 123_000_000 };

  test("files, bytes, rate, time left", () => {
    const lately = { ms: 3000, files: 300, bytes: 12_300_000 };
    expect(progressText(update, lately)).toBe("1,234/10,000 files  0:27 left  reading  12.3 MB  4.1 MB/s");
    expect(progressText({ ...update, totalBytes: null }, lately)).toStartWith("1,234/10,000 files  1:28 left");
    expect(progressText({ ...update, totalFiles: null, totalBytes: null }, lately)).toBe(
      "1,234 files  reading  12.3 MB  4.1 MB/s",
    );
    expect(progressText(update, { ms: 1000, files: 9, bytes: 9 })).toBe("1,234/10,000 files  reading  12.3 MB");
    expect(progressText({ ...update, bytes: 0 }, { ms: 0, files: 0, bytes: 0 })).toBe("1,234/10,000 files  reading");
  });

  function watched(terminal: boolean, dumb = false) {
    let now = 0;
    const written: string[] = [];
    const line = createProgress({
      terminal,
      dumb,
      columns: () => 40,
      write: (text) => void written.push(text),
      now: () => now,
    });
    const at = (ms: number) => {
      now = ms;
      line.update(update);
    };
    return { written, line, at };
  }

  test("a terminal: nothing for half a second, then one line in place, cleared at the end", () => {
    const { written, line, at } = watched(true);
    at(499);
    expect(written).toEqual([]);
    at(500);
    at(550);
    at(600);
    line.end();
    line.end();
    expect(written).toHaveLength(3);
    expect(written[0]).toStartWith("\r\x1b[K1,234/10,000 files  reading");
    expect(Bun.stripANSI(written[0] ?? "").trim().length).toBeLessThan(40);
    expect(written[2]).toBe("\r\x1b[K");
    at(5000);
    line.end();
    expect(written.at(-1)).not.toContain("\n");
  });

  test("a terminal that knows no escapes: written over with blanks", () => {
    const { written, line, at } = watched(true, true);
    at(500);
    at(600);
    line.end();
    expect(written.join("")).not.toContain("\x1b");
    const [first = "", , last = ""] = written;
    expect(last).toBe(`\r${" ".repeat(first.trim().length)}\r`);
  });

  test("elsewhere a line a second, nothing to clear", () => {
    const { written, line, at } = watched(false);
    for (const ms of [0, 500, 900, 1499, 1500, 1600]) at(ms);
    line.end();
    expect(written).toHaveLength(2);
    expect(written.every((text) => text.endsWith("files\n") || text.endsWith("\n"))).toBe(true);
  });
});
