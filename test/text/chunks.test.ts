import { describe, expect, test } from "bun:test";
import { type ChunkSpan, chunkDocument } from "../../src/text/chunks.ts";
import type { Document } from "../../src/text/document.ts";

function doc(text: string, more: Partial<Document> = {}): Document {
  return { text, locationKind: "line", units: [], lines: {}, borders: [], headings: [], language: null, ...more };
}

function texts(text: string, chunks: readonly ChunkSpan[]): string[] {
  return chunks.map(({ start, end }) => text.slice(start, end));
}

const SMALL = { size: 40, overlap: 10 };
const line = (n: number) => `line ${String(n).padStart(3, "0")} abc`; // 12 characters with its line end

describe("chunkDocument", () => {
  test("a short text is one chunk with its lines", () => {
    expect(chunkDocument(doc("alpha\nbeta\n"), { size: 800, overlap: 100 })).toEqual([
      { start: 0, end: 11, lineStart: 1, lineEnd: 2, unit: -1, symbol: "", defined: [] },
    ]);
  });

  test("an empty or blank text has none, and lines count from the first character that is not blank", () => {
    expect(chunkDocument(doc(""), SMALL)).toEqual([]);
    expect(chunkDocument(doc(" \n\t\n\u3000"), SMALL)).toEqual([]);
    expect(chunkDocument(doc("\n\n  \nx\n\n"), SMALL)).toMatchObject([{ start: 0, end: 8, lineStart: 4, lineEnd: 4 }]);
  });

  test("cuts at line ends and repeats a whole line", () => {
    const text = Array.from({ length: 7 }, (_, i) => `${line(i + 1)}\n`).join("");
    const chunks = chunkDocument(doc(text), { size: 40, overlap: 13 });
    expect(texts(text, chunks)).toEqual([
      `${line(1)}\n${line(2)}\n${line(3)}\n`,
      `${line(3)}\n${line(4)}\n${line(5)}\n`,
      `${line(5)}\n${line(6)}\n${line(7)}\n`,
    ]);
    expect(chunks.map(({ lineStart, lineEnd }) => [lineStart, lineEnd])).toEqual([
      [1, 3],
      [3, 5],
      [5, 7],
    ]);
  });

  test("prefers a blank line to a later line end", () => {
    const text = "first paragraph here\nends\n\nsecond one\nruns on and on and on\n";
    const [first] = texts(text, chunkDocument(doc(text), { size: 40, overlap: 0 }));
    expect(first).toBe("first paragraph here\nends\n\n");
  });

  test("prefers a heading to everything, and nothing is repeated across it", () => {
    const text = "intro words of it\n# Title\nbody of section\n\nmore body text here";
    const headings = [{ offset: 18, title: "Title", level: 1 }];
    const chunks = chunkDocument(doc(text, { borders: [{ offset: 18, strength: 2 }], headings }), SMALL);
    expect(texts(text, chunks)[0]).toBe("intro words of it\n");
    expect(chunks[1]).toMatchObject({ start: 18, symbol: "Title", defined: ["Title"] });
    expect(chunks[0]).toMatchObject({ symbol: "", defined: [] });
  });

  test("the symbol is the heading over most of the chunk; one with an empty title ends the section", () => {
    const headings = [
      { offset: 0, title: "Short", level: 1 },
      { offset: 6, title: "Long", level: 1 },
      { offset: 25, title: "", level: 1 },
    ];
    const text = "Short\nLong and longer text\nouter line of text\n";
    expect(chunkDocument(doc(text, { headings }), { size: 800, overlap: 100 })).toMatchObject([
      { symbol: "Long", defined: ["Short", "Long"] },
    ]);
    const tail = chunkDocument(doc(text, { headings, borders: [{ offset: 25, strength: 2 }] }), {
      size: 30,
      overlap: 0,
    });
    expect(tail.map(({ symbol }) => symbol)).toEqual(["Long", ""]);
  });

  test("never crosses a unit, counts lines within it, and keeps headings inside", () => {
    const text = "p1 a\np1 b\n\np2 a\n";
    const units = [
      { kind: "page", label: "1", start: 0, end: 10 },
      { kind: "page", label: "2", start: 11, end: 16 },
    ] as const;
    const headings = [{ offset: 0, title: "One", level: 1 }];
    expect(chunkDocument(doc(text, { units, headings }), { size: 800, overlap: 100 })).toEqual([
      { start: 0, end: 10, lineStart: 1, lineEnd: 2, unit: 0, symbol: "One", defined: ["One"] },
      { start: 11, end: 16, lineStart: 1, lineEnd: 1, unit: 1, symbol: "", defined: [] },
    ]);
  });

  test("text between units has chunks of its own", () => {
    const units = [{ kind: "part", label: "b", start: 6, end: 10 }] as const;
    const chunks = chunkDocument(doc("outer\nin a\nrest", { units }), { size: 800, overlap: 100 });
    expect(chunks.map(({ unit, start, end }) => [unit, start, end])).toEqual([
      [-1, 0, 6],
      [0, 6, 10],
      [-1, 10, 15],
    ]);
  });

  test("a very long line is cut at words and keeps its line number", () => {
    const long = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
    const text = `head\n${long}\ntail\n`;
    const chunks = chunkDocument(doc(text), { size: 100, overlap: 20 });
    expect(chunks.length).toBeGreaterThan(4);
    for (const { start, end, lineStart } of chunks.slice(1, -1)) {
      expect(lineStart).toBe(2);
      expect(text.slice(start, end)).toMatch(/^word\d+ .* word\d+ $/);
    }
    for (let i = 0; i < 60; i++)
      expect(texts(text, chunks).some((chunk) => chunk.includes(`word${i} `) || i === 59)).toBe(true);
  });

  test("a line without blanks is cut after signs, one without signs anywhere", () => {
    const minified = "aa.bb(cc);".repeat(30);
    for (const piece of texts(minified, chunkDocument(doc(minified), { size: 64, overlap: 0 }))) {
      expect(piece).toMatch(/[.();]$/);
    }
    const solid = "x".repeat(1000);
    const chunks = chunkDocument(doc(solid), { size: 100, overlap: 10 });
    expect(chunks.length).toBe(11);
    expect(chunks.every(({ lineStart, lineEnd }) => lineStart === 1 && lineEnd === 1)).toBe(true);
  });

  test("Chinese is cut after a sign, and a bigram at the cut is whole in the next chunk", () => {
    const text = "搜索引擎的工作原理是什么，我们来看一看。".repeat(20);
    const chunks = chunkDocument(doc(text), { size: 60, overlap: 10 });
    for (const piece of texts(text, chunks).slice(0, -1)) expect(piece).toMatch(/[，。]$/);
    for (let at = 0; at + 2 <= text.length; at++) {
      expect(chunks.some(({ start, end }) => start <= at && at + 2 <= end)).toBe(true);
    }
  });

  test("surrogate pairs and clusters stay whole at any cut", () => {
    const family = "👩‍👩‍👧‍👦"; // 11 units
    const text = family.repeat(50);
    for (const { start, end } of chunkDocument(doc(text), { size: 40, overlap: 15 })) {
      expect([start % 11, end % 11]).toEqual([0, 0]);
    }
  });

  test("one cluster longer than a chunk is cut between code points", () => {
    const text = `x${"\u{1d165}".repeat(200)}`;
    const chunks = chunkDocument(doc(text), { size: 50, overlap: 10 });
    expect(chunks.at(-1)?.end).toBe(text.length);
    for (const { start, end } of chunks) expect(text.slice(start, end).isWellFormed()).toBe(true);
  });

  test("given line numbers are used", () => {
    const more = { lines: { numbers: Uint32Array.of(4, 9, 9) } };
    expect(chunkDocument(doc("a\nb\nc\n", more), SMALL)).toMatchObject([{ lineStart: 4, lineEnd: 9 }]);
  });
});
