/** The pure part of read: which lines, within which bounds, and how to go on. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { QsearchError } from "../../src/errors.ts";
import { type SectionSelection, selectSections } from "../../src/index-search/read-sections.ts";
import type { Unit } from "../../src/text/document.ts";
import type { Layout } from "../../src/text/lines.ts";
import { rounds } from "../rounds.ts";

const plain: Layout = { locationKind: "line", lines: {}, units: [] };
const BOUNDS = { lines: 5, chars: 1000 };

function paged(pages: readonly string[], kind: Unit["kind"] = "page"): { text: string; layout: Layout } {
  const units: Unit[] = [];
  let text = "";
  pages.forEach((page, index) => {
    units.push({ kind, label: String(index + 1), start: text.length, end: text.length + page.length });
    text += page;
  });
  return { text, layout: { locationKind: "page_text_line", lines: {}, units } };
}

function numbers(text: string, layout: Layout, selection: SectionSelection, bounds = BOUNDS): number[] {
  return selectSections(text, layout, selection, bounds).sections.flatMap((section) =>
    section.lines.map(({ line }) => line),
  );
}

describe("lines", () => {
  const text = "a\nb\nc\nd\ne\nf\ng\n";

  test("a whole text in pieces", () => {
    const first = selectSections(text, plain, {}, BOUNDS);
    expect(first.sections[0]?.lines.map(({ text: line }) => line).join("")).toBe("abcde");
    expect(first).toMatchObject({ truncated: true, next: { start_line: 6 } });
    const rest = selectSections(text, plain, { startLine: 6 }, BOUNDS);
    expect(rest.sections[0]?.lines).toEqual([
      { line: 6, text: "f" },
      { line: 7, text: "g" },
    ]);
    expect(rest).toMatchObject({ truncated: false, next: null });
  });

  test("a range keeps its end in what follows", () => {
    expect(selectSections(text, plain, { startLine: 1, endLine: 6 }, BOUNDS).next).toEqual({
      start_line: 6,
      end_line: 6,
    });
    expect(numbers(text, plain, { startLine: 2, endLine: 3 })).toEqual([2, 3]);
    expect(numbers(text, plain, { startLine: 9 })).toEqual([]);
  });

  test("a line longer than the bounds is cut, never inside a character, and the next call goes on behind it", () => {
    const long = `${"🐘".repeat(700)}\nend\n`;
    const { sections, truncated, next } = selectSections(long, plain, {}, BOUNDS);
    expect(truncated).toBe(true);
    expect(sections[0]?.lines[0]?.text.isWellFormed()).toBe(true);
    expect(next).toEqual({ start_line: 2 });
    expect(numbers(long, plain, { startLine: 2 })).toEqual([2]);
  });

  test("many extracted lines of one source line do not hold the reader up", () => {
    const layout: Layout = { ...plain, lines: { numbers: new Uint32Array([1, 1, 1, 1, 1, 1, 1, 2]) } };
    const { next } = selectSections("a\nb\nc\nd\ne\nf\ng\nh\n", layout, {}, BOUNDS);
    expect(next).toEqual({ start_line: 2 });
  });

  test("following next shows every line once, whatever the text", () => {
    const lines = fc.array(
      fc.string({ maxLength: 30 }).map((line) => line.replaceAll("\n", "")),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 9 }), (all, most) => {
        const whole = `${all.join("\n")}\n`;
        const shown: string[] = [];
        for (let selection: SectionSelection | null = {}; selection !== null; ) {
          const { sections, next, truncated } = selectSections(whole, plain, selection, { lines: most, chars: 200 });
          shown.push(...sections.flatMap((section) => section.lines.map(({ text: line }) => line)));
          expect(truncated).toBe(next !== null);
          selection = next === null ? null : { startLine: next.start_line };
        }
        expect(shown).toEqual(all);
      }),
      { numRuns: rounds(300), seed: 20261130 },
    );
  });
});

describe("pages, sheets and parts", () => {
  const { text, layout } = paged(["one\ntwo\n", "three\nfour\n", "five\n"]);

  test("a page, and where the next one is", () => {
    const second = selectSections(text, layout, { page: 2 }, BOUNDS);
    expect(second.sections).toEqual([
      {
        page: 2,
        sheet: null,
        part: null,
        note: null,
        reason: null,
        lines: [
          { line: 1, text: "three" },
          { line: 2, text: "four" },
        ],
      },
    ]);
    expect(second).toMatchObject({ truncated: false, next: { page: 3 } });
    expect(selectSections(text, layout, { page: 3 }, BOUNDS).next).toBeNull();
  });

  test("lines apply within each page", () => {
    expect(selectSections(text, layout, { startLine: 2, endLine: 2 }, BOUNDS).sections.map(({ page }) => page)).toEqual(
      [1, 2],
    );
  });

  test("a page that does not fit is left for the next call, whole", () => {
    const { sections, truncated, next } = selectSections(text, layout, {}, { lines: 3, chars: 1000 });
    expect(sections.map(({ page }) => page)).toEqual([1]);
    expect({ truncated, next }).toEqual({ truncated: true, next: { page: 2 } });
  });

  test("a sheet is continued by rows, a missing unit names those that are there", () => {
    const sheet = paged(["1\n2\n3\n4\n5\n6\n7\n"], "sheet");
    const { next } = selectSections(sheet.text, sheet.layout, { sheet: "1" }, BOUNDS);
    expect(next).toEqual({ sheet: "1", start_line: 6 });
    expect(() => selectSections(sheet.text, sheet.layout, { sheet: "x" }, BOUNDS)).toThrow(QsearchError);
    expect(() => selectSections(sheet.text, sheet.layout, { page: 1 }, BOUNDS)).toThrow("no page");
  });
});
