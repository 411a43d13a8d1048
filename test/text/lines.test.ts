import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Unit } from "../../src/text/document.ts";
import { columnName, type Layout, lineSpan, lineStarts, locate } from "../../src/text/lines.ts";
import { rounds } from "../rounds.ts";

const plain: Layout = { locationKind: "line", lines: {}, units: [] };
const page = (label: string, start: number, end: number): Unit => ({ kind: "page", label, start, end });

describe("lineStarts", () => {
  test("a final line break starts no line", () => {
    expect([...lineStarts("")]).toEqual([0]);
    expect([...lineStarts("\n")]).toEqual([0]);
    expect([...lineStarts("a\nb")]).toEqual([0, 2]);
    expect([...lineStarts("a\n\nb\n")]).toEqual([0, 2, 3]);
  });

  test("agrees with split", () => {
    const texts = fc.array(fc.constantFrom("\n", "a", "é", "𝒳", "\r")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const expected = [0];
        for (let at = 0; at < text.length - 1; at++) if (text[at] === "\n") expected.push(at + 1);
        expect([...lineStarts(text)]).toEqual(expected);
      }),
      { seed: 3, numRuns: rounds(300) },
    );
  });

  test("grows beyond its first guess", () => {
    expect(lineStarts("\n".repeat(10_000)).length).toBe(10_000);
  });
});

describe("locate", () => {
  test("counts lines of the text", () => {
    const starts = lineStarts("one\ntwo\nthree");
    expect(locate(plain, starts, 0)).toEqual({ line: 1, row: null, unit: -1, cell: null });
    expect(locate(plain, starts, 3).line).toBe(1);
    expect(locate(plain, starts, 4).line).toBe(2);
    expect(locate(plain, starts, 12).line).toBe(3);
  });

  test("counts lines of each unit from 1", () => {
    const text = "a\nb\nc\nd\n";
    const layout: Layout = { ...plain, units: [page("1", 0, 4), page("2", 4, 8)] };
    const starts = lineStarts(text);
    expect(locate(layout, starts, 2)).toMatchObject({ line: 2, unit: 0 });
    expect(locate(layout, starts, 4)).toMatchObject({ line: 1, unit: 1 });
    expect(locate(layout, starts, 7)).toMatchObject({ line: 2, unit: 1 });
  });

  test("numbers, rows and cells come from the layout", () => {
    const starts = lineStarts("x\ty\nz\n");
    const layout: Layout = {
      locationKind: "sheet_row",
      lines: { numbers: Uint32Array.of(7, 12) },
      units: [{ kind: "sheet", label: "Data", start: 0, end: 6 }],
      cells: { starts: Uint32Array.of(0, 2, 4), columns: Uint16Array.of(1, 27, 1) },
    };
    expect(locate(layout, starts, 0)).toEqual({ line: 7, row: null, unit: 0, cell: "B7" });
    expect(locate(layout, starts, 2).cell).toBe("AB7");
    expect(locate(layout, starts, 4).cell).toBe("B12");
    const csv: Layout = { ...plain, locationKind: "row", lines: { rows: Uint32Array.of(0, 1) } };
    expect(locate(csv, starts, 0).row).toBeNull();
    expect(locate(csv, starts, 4).row).toBe(1);
  });

  test("column names", () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
  });
});

describe("lineSpan", () => {
  const text = "one\ntwo\nthree\nfour\n";
  const starts = lineStarts(text);
  const slice = (layout: Layout, unit: number, first: number, last: number) => {
    const span = lineSpan(layout, starts, text.length, unit, first, last);
    return span === null ? null : text.slice(span.start, span.end);
  };

  test("gives whole lines and stops at the end", () => {
    expect(slice(plain, -1, 2, 3)).toBe("two\nthree\n");
    expect(slice(plain, -1, 4, 9)).toBe("four\n");
    expect(slice(plain, -1, 5, 9)).toBeNull();
    expect(slice(plain, -1, 3, 2)).toBeNull();
  });

  test("counts within a unit", () => {
    const layout: Layout = { ...plain, units: [page("1", 0, 8), page("2", 8, 19), page("3", 19, 19)] };
    expect(slice(layout, 1, 1, 1)).toBe("three\n");
    expect(slice(layout, 0, 2, 9)).toBe("two\n");
    expect(slice(layout, 2, 1, 1)).toBeNull();
  });

  test("finds given numbers, also where some are missing or repeated", () => {
    const layout: Layout = { ...plain, lines: { numbers: Uint32Array.of(3, 5, 5, 9) } };
    expect(slice(layout, -1, 5, 5)).toBe("two\nthree\n");
    expect(slice(layout, -1, 4, 6)).toBe("two\nthree\n");
    expect(slice(layout, -1, 6, 8)).toBeNull();
    expect(slice(layout, -1, 1, 3)).toBe("one\n");
  });

  test("a line inside a CSV record gives the record", () => {
    const layout: Layout = {
      ...plain,
      locationKind: "row",
      lines: { numbers: Uint32Array.of(1, 2, 2, 4), rows: Uint32Array.of(1, 2, 2, 3) },
    };
    expect(slice(layout, -1, 3, 3)).toBe("two\nthree\n");
    expect(slice(layout, -1, 3, 4)).toBe("two\nthree\nfour\n");
    expect(slice(layout, -1, 4, 4)).toBe("four\n");
    expect(slice(layout, -1, 5, 9)).toBeNull();
  });

  test("is the inverse of locate", () => {
    const texts = fc.array(fc.constantFrom("\n", "ab", "c"), { minLength: 1 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, fc.nat(), (source, seed) => {
        const at = seed % source.length;
        const lines = lineStarts(source);
        const { line } = locate(plain, lines, at);
        const span = lineSpan(plain, lines, source.length, -1, line, line);
        expect(span).not.toBeNull();
        if (span !== null) expect(span.start <= at && at < span.end).toBe(true);
      }),
      { seed: 3, numRuns: rounds(300) },
    );
  });
});
