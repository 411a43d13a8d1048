/** What holds for the chunks of any document. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { chunkDocument } from "../../src/text/chunks.ts";
import type { Border, Document, Unit } from "../../src/text/document.ts";
import { lineStarts, locate } from "../../src/text/lines.ts";
import { rounds } from "../rounds.ts";

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("word", "x", " ", "  ", "\n", "\n\n", ";", "{", "function f() {\n", "    return 1;\n"),
  },
  { weight: 2, arbitrary: fc.constantFrom("中文字符", "。", "ひらがな", "é", "\t", "\u3000") },
  { weight: 1, arbitrary: fc.constantFrom("👩🏽‍🚀", "🇩🇪", "e\u0301", "한국", "क्षि", "\u200d") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("a".repeat(300), "many words in a row ".repeat(20), "\n".repeat(90), "汉".repeat(200)),
  },
);

const documents: fc.Arbitrary<Document> = fc
  .record({
    pieces: fc.array(piece, { maxLength: 120 }),
    borders: fc.array(fc.record({ line: fc.nat(200), strength: fc.constantFrom<1 | 2>(1, 2) }), { maxLength: 30 }),
    headings: fc.array(fc.nat(200), { maxLength: 10 }),
    units: fc.array(fc.nat(200), { maxLength: 6 }),
    gap: fc.boolean(),
  })
  .map(({ pieces, borders, headings, units, gap }) => {
    const text = pieces.join("");
    const starts = lineStarts(text);
    const offsets = (lines: readonly number[]) =>
      [...new Set(lines.map((line) => starts[line % starts.length] ?? 0))].sort((a, b) => a - b);
    const strengthAt = new Map(borders.map(({ line, strength }) => [starts[line % starts.length] ?? 0, strength]));
    const cuts = [...offsets(units), text.length];
    return {
      text,
      locationKind: "line",
      lines: {},
      language: null,
      borders: offsets(borders.map(({ line }) => line)).map(
        (offset): Border => ({ offset, strength: strengthAt.get(offset) ?? 1 }),
      ),
      headings: offsets(headings).map((offset) => ({ offset, title: `h${offset}`, level: 1 })),
      units: cuts
        .slice(0, -1)
        .map((start, index): Unit => ({ kind: "page", label: String(index), start, end: cuts[index + 1] ?? start }))
        .filter((_, index) => !gap || index % 2 === 0),
    };
  });

const options = fc
  .record({ size: fc.constantFrom(200, 211, 800), share: fc.constantFrom(0, 0.125, 0.5) })
  .map(({ size, share }) => ({ size, overlap: Math.floor(size * share) }));

const RUNS = { seed: 20_261_130, numRuns: rounds(400) } as const;

describe("chunks of any document", () => {
  test("hold every character that is not blank, in order, and get on", () => {
    fc.assert(
      fc.property(documents, options, (document, { size, overlap }) => {
        const chunks = chunkDocument(document, { size, overlap });
        const covered = new Uint8Array(document.text.length);
        let previous = { start: -1, end: 0 };
        for (const chunk of chunks) {
          expect(chunk.end - chunk.start).toBeLessThanOrEqual(size);
          expect(chunk.start).toBeGreaterThan(previous.start);
          expect(chunk.end).toBeGreaterThan(previous.end);
          // A cluster that the overlap would begin inside of is repeated whole.
          expect(previous.end - chunk.start).toBeLessThanOrEqual(overlap + 12);
          covered.fill(1, chunk.start, chunk.end);
          previous = chunk;
        }
        for (const { index } of document.text.matchAll(/\S/g)) expect(covered[index]).toBe(1);
        expect(chunks.length).toBeLessThanOrEqual(4 + document.units.length * 2 + (document.text.length * 8) / size);
      }),
      RUNS,
    );
  });

  test("never cut a grapheme cluster or cross a unit", () => {
    fc.assert(
      fc.property(documents, options, (document, { size, overlap }) => {
        const { text, units } = document;
        const segments = new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text);
        const borders = new Set([...segments].map(({ index }) => index).concat(text.length));
        for (const { start, end, unit } of chunkDocument(document, { size, overlap })) {
          // Units are cut where the extractor says.
          expect(borders.has(start) || units.some((other) => other.start === start || other.end === start)).toBe(true);
          expect(borders.has(end) || units.some((other) => other.start === end || other.end === end)).toBe(true);
          const own = units[unit];
          if (own !== undefined) expect(own.start <= start && end <= own.end).toBe(true);
          else expect(units.every((other) => end <= other.start || start >= other.end)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test("know their lines, their heading and what starts in them", () => {
    fc.assert(
      fc.property(documents, options, (document, chunking) => {
        const { text, headings } = document;
        const starts = lineStarts(text);
        for (const chunk of chunkDocument(document, chunking)) {
          const inside = text.slice(chunk.start, chunk.end);
          const first = chunk.start + inside.search(/\S/);
          const last = chunk.start + inside.trimEnd().length - 1;
          expect(chunk.lineStart).toBe(locate(document, starts, first).line);
          expect(chunk.lineEnd).toBe(locate(document, starts, last).line);
          const within = headings.filter(({ offset }) => offset >= chunk.start && offset < chunk.end);
          expect(chunk.defined).toEqual(within.map(({ title }) => title));
          const before = headings.filter(({ offset }) => offset < chunk.start).at(-1)?.title ?? "";
          expect(["", before, ...chunk.defined]).toContain(chunk.symbol);
        }
      }),
      RUNS,
    );
  });

  test("a document that needs no cut is the chunk that the cutter makes of it", () => {
    fc.assert(
      fc.property(documents, (plain) => {
        const { text } = plain;
        const chunking = { size: text.length + 2, overlap: 0 };
        const whole = chunkDocument({ ...plain, units: [] }, chunking);
        const page: Unit = { kind: "page", label: "1", start: 0, end: text.length };
        const cut = chunkDocument({ ...plain, units: [page] }, chunking);
        expect(whole).toEqual(cut.map((chunk) => ({ ...chunk, unit: -1 })));
      }),
      RUNS,
    );
  });

  test("are the same for the same document", () => {
    fc.assert(
      fc.property(documents, options, (document, chunking) => {
        expect(chunkDocument(document, chunking)).toEqual(chunkDocument(document, chunking));
      }),
      { ...RUNS, numRuns: rounds(50) },
    );
  });
});
