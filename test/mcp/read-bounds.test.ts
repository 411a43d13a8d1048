/** What `read_file` says in one answer is bounded whatever the document, and `next` loses nothing. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type SectionSelection, type Sections, selectSections } from "../../src/index-search/read-sections.ts";
import type { Unit, UnitKind } from "../../src/text/document.ts";
import type { Layout } from "../../src/text/lines.ts";
import { rounds } from "../rounds.ts";

const SEED = 66;

/** A document of units, each of which is so many lines. */
function documentOf(kind: UnitKind, contents: readonly (readonly string[])[]): { text: string; layout: Layout } {
  let text = "";
  const units: Unit[] = contents.map((lines, i) => {
    const start = text.length;
    for (const line of lines) text += `${line}\n`;
    return { kind, label: kind === "page" ? String(i + 1) : `Sheet ${i + 1}`, start, end: text.length };
  });
  return { text, layout: { locationKind: "line", lines: {}, units } };
}

/** Everything that the answers show when each `next` is followed. */
function readAll(text: string, layout: Layout): { lines: string[]; largest: number; answers: number } {
  const lines: string[] = [];
  let largest = 0;
  let answers = 0;
  let selection: SectionSelection | null = {};
  while (selection !== null && answers < 2000) {
    const shown: Sections = selectSections(text, layout, selection);
    answers++;
    largest = Math.max(largest, JSON.stringify(shown).length);
    for (const section of shown.sections) lines.push(...section.lines.map((line) => line.text));
    const { next } = shown;
    selection = next && { startLine: next.start_line, page: next.page, sheet: next.sheet, part: next.part };
  }
  return { lines, largest, answers };
}

describe("read", () => {
  test.each(["page", "sheet"] as const)("10,000 blank %ss", (kind) => {
    const { text, layout } = documentOf(
      kind,
      Array.from({ length: 10_000 }, () => []),
    );
    expect(JSON.stringify(selectSections(text, layout, {})).length).toBeLessThan(90_000);
  });

  test.each([['"'.repeat(200_000)], ["\u0001".repeat(100_000)], ["\ud800".repeat(50_000)], ["😀".repeat(60_000)]])(
    "one line of characters that JSON escapes",
    (line) => {
      const layout: Layout = { locationKind: "line", lines: {}, units: [] };
      const { sections, truncated } = selectSections(`${line}\nnext\n`, layout, {});
      expect(truncated).toBe(true);
      expect(JSON.stringify(sections).length).toBeLessThan(90_000);
      expect(sections[0]?.lines[0]?.text.length).toBeGreaterThan(10_000);
    },
  );

  test("lines of any content, followed to the end, come back whole", () => {
    const line = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom("", '"'.repeat(3000), "\\".repeat(500), "ü€😀".repeat(700), "x".repeat(20_000)),
    );
    const oneLine = line.map((text) => text.replaceAll("\n", " "));
    fc.assert(
      fc.property(fc.array(oneLine, { minLength: 1, maxLength: 300 }), (lines) => {
        const layout: Layout = { locationKind: "line", lines: {}, units: [] };
        const read = readAll(`${lines.join("\n")}\n`, layout);
        expect(read.largest).toBeLessThan(90_000);
        expect(read.lines).toEqual(lines);
      }),
      { seed: SEED, numRuns: rounds(60) },
    );
  });

  test("pages are whole, and none is lost", () => {
    const page = fc.array(fc.constantFrom("", "a line", '"'.repeat(400), "y".repeat(2000)), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 40 }), (pages) => {
        const { text, layout } = documentOf("page", pages);
        const read = readAll(text, layout);
        expect(read.largest).toBeLessThan(90_000);
        // A page that begins an answer and is too long for one is cut: pages cannot be continued inside.
        if (read.answers === 1) expect(read.lines).toEqual(pages.flat());
      }),
      { seed: SEED, numRuns: rounds(60) },
    );
  });
});
