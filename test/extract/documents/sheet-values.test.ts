/** What cells show where the workbook library cannot apply their format, and dates, times and durations in full. */
import { describe, expect, test } from "bun:test";
import { read as readWorkbook, type WorkSheet } from "xlsx";
import { cellText, shownText } from "../../../src/extract/sheet-values.ts";
import { sharedStrings, xlsxOf } from "../../fixtures/documents/workbook.ts";
import { XML } from "../../fixtures/documents/zipped.ts";
import { read } from "../read.ts";

const EPOCH = { date1904: false };
/** 2 July 2026, 13:20:12. */
const MOMENT = 46_205 + (13 * 3600 + 20 * 60 + 12) / 86_400;

/** What a cell says: by the library, then by us. */
function said(format: string, value: number): string {
  const styles = `${XML}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="170" formatCode="${format.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
  const data = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`;
  const book = readWorkbook(xlsxOf([{ name: "A", data }], { "xl/styles.xml": styles }), { cellNF: true, dense: true });
  const sheet: WorkSheet | undefined = book.Sheets.A;
  const cell = sheet?.["!data"]?.[0]?.[0];
  if (cell === undefined) return "no cell";
  const shown = shownText(cell, EPOCH);
  return [shown, cellText(value, cell.z, EPOCH, shown)].filter((text) => text !== "").join(" | ");
}

describe("formats", () => {
  test.each<[string, number, string]>([
    ["dd.mm.yyyy", 46_205, "02.07.2026 | 2026-07-02"],
    ["d. mmm yyyy", 46_205, "2. Jul 2026 | 2026-07-02"],
    ["dd.mm.yy hh:mm", MOMENT, "02.07.26 13:20 | 2026-07-02 13:20:12"],
    ['yyyy"年"m"月"d"日"', 46_205, "2026年7月2日 | 2026-07-02"],
    ["yyyy年m月d日", 46_205, "2026年7月2日 | 2026-07-02"],
    ["[$-411]ggge年m月d日", 46_205, "令和8年7月2日 | 2026-07-02"],
    ["[$-411]ge.m.d", 46_205, "R8.7.2 | 2026-07-02"],
    ["[$-411]ggge年m月d日", 32_516, "平成1年1月8日 | 1989-01-08"],
    ["yyyy-mm-dd", 46_205, "2026-07-02"],
    ["h:mm", MOMENT % 1, "13:20 | 13:20:12"],
    ["h:mm", MOMENT, "13:20 | 2026-07-02 13:20:12"],
    ["h:mm", 0.5, "12:00"],
    ["[h]:mm", 1.5 + 30 / 86_400, "36:00 | 36:00:30"],
    ["m/d/yy", MOMENT, "7/2/26 | 2026-07-02 13:20:12"],
    [";;;", 4711, "4711"],
    ["yyyy-mm-dd", -5, "-5"],
    ["0.0%", 0.25, "25.0% | 0.25"],
    ["#,##0.00", 1234.5, "1,234.50 | 1234.5"],
  ])("%s of %p says %s", (format, value, text) => {
    expect(said(format, value)).toBe(text);
  });

  test("texts that a format hides are text", async () => {
    const styles = `${XML}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="170" formatCode=";;;"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
    const data = '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row>';
    const parts = { "xl/styles.xml": styles, "xl/sharedStrings.xml": sharedStrings("walrus") };
    expect((await read("a.xlsx", xlsxOf([{ name: "A", data }], parts))).text).toBe("walrus\n");
  });
});

test("a damaged workbook is told in our own words", async () => {
  const bytes = xlsxOf([{ name: "A", data: '<row r="1"><c r="A1"><v>1</v></c></row>' }], {
    "xl/workbook.xml": `${XML}<workbook><sheets><sheet/></sheets></workbook>`,
    "xl/styles.xml": "<styleSheet><cellXfs><xf numFmtId='x'",
  });
  const error = await read("a.xlsx", bytes).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (error !== null) expect(String(error)).not.toMatch(/undefined|null is|not a function|Cannot read/);
});
