import { expect, test } from "bun:test";
import { cutLine } from "../../src/text/cut-line.ts";

const family = "👨‍👩‍👧‍👦";

test.each([
  ["emoji", "😀".repeat(5000)],
  ["families", family.repeat(300)],
  ["flags", "🇩🇪".repeat(2000)],
  ["letters with marks", "e\u0301o\u0308".repeat(2000)],
  ["Hindi", "क्षि".repeat(2000)],
  ["plain", "abc ".repeat(2000)],
])("a line of %s is cut between characters", (_, line) => {
  const clusters = new Set([...new Intl.Segmenter("und").segment(line)].map(({ index }) => index).concat(line.length));
  for (const match of [0, 777, 1500, line.length - 3]) {
    const shown = cutLine(line, 0, line.length, match, 400);
    expect(shown).not.toContain("\ufffd");
    const inner = shown.replace(/^…|…$/g, "");
    expect(inner.length).toBeLessThanOrEqual(400);
    expect(inner.length).toBeGreaterThan(350);
    const at = match < 100 ? 0 : line.indexOf(inner, Math.max(0, Math.min(match - 100, line.length - 400) - 40));
    expect(clusters.has(at) && clusters.has(at + inner.length)).toBe(true);
  }
});

test("a short line is whole; half a character is never shown", () => {
  expect(cutLine("abc\nde", 0, 3, 0, 400)).toBe("abc");
  expect(cutLine("😀😀😀", 0, 6, 0, 3)).toBe("😀…");
  expect(cutLine(`a${"\u0301".repeat(1000)}b`, 0, 1002, 0, 10)).toBe(`a${"\u0301".repeat(9)}…`);
});
