/** Files whose content is not what their names say. */
import { describe, expect, test } from "bun:test";
import { FileError } from "../../../src/errors.ts";
import { docFixture, msgFixture } from "../../fixtures/documents/compound.ts";
import { docxOf } from "../../fixtures/documents/docx.ts";
import { fodsFixture, fodtFixture, odpFixture } from "../../fixtures/documents/odf.ts";
import { epubFixture, fb2Fixture, mboxFixture } from "../../fixtures/documents/other.ts";
import { onePage, placed } from "../../fixtures/documents/pdf.ts";
import { pptxFixture } from "../../fixtures/documents/pptx.ts";
import { xlsFixture, xlsxFixture } from "../../fixtures/documents/workbook.ts";
import { read } from "../read.ts";

const docx = docxOf("<w:p><w:r><w:t>Word words</w:t></w:r></w:p>");
const RTF = "{\\rtf1\\ansi Rich words\\par}";
const SHEET_XML = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="String">walrus</Data></Cell><Cell ss:Index="4" ss:Formula="=1+1"><Data ss:Type="Number">2</Data></Cell></Row><Row ss:Index="9"><Cell><Data ss:Type="DateTime">2026-07-02T00:00:00.000</Data></Cell></Row></Table></Worksheet></Workbook>`;

describe("content decides where a name lies", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["rich.doc", RTF, "Rich words"],
    ["rich.docx", RTF, "Rich words"],
    ["word.doc", docx, "Word words"],
    ["word.rtf", docx, "Word words"],
    ["word.xlsx", docx, "Word words"],
    ["old.docx", docFixture().bytes, "Annual report"],
    ["page.xls", "<html><table><tr><td>walrus</td><td>3</td></tr></table></html>", "walrus\t3"],
    ["page.doc", "<!-- saved --><HTML><p>Page words</p></HTML>", "Page words"],
    ["page.pdf", "\ufeff<!DOCTYPE html><p>Not found words</p>", "Not found words"],
    ["table.xls", "a\tb\nwalrus\t3\n", "walrus\t3"],
    ["plain.doc", "Just text, with é.\n", "Just text, with é."],
    ["sheet.xls", SHEET_XML, "walrus\t2 =1+1"],
    ["book.xls", xlsxFixture().bytes, ""],
    ["book.xlsx", xlsFixture().bytes, ""],
    ["book.docx", xlsxFixture().bytes, ""],
    ["show.docx", pptxFixture().bytes, ""],
    ["show.odt", odpFixture().bytes, "First slide words"],
    ["flat.ods", fodsFixture().bytes, "flat cell"],
    ["flat.odp", fodtFixture().bytes, "Flat words"],
    ["novel.pdf", epubFixture().bytes, ""],
    ["novel.epub", fb2Fixture().bytes, "Book of Harbours"],
    ["paper.doc", onePage(placed([72, 700, "Paper words"])), "Paper words"],
    ["mail.eml", msgFixture().bytes, "Harbour über alles"],
    ["mail.msg", mboxFixture().bytes, "First message"],
  ])("%s", async (name, content, text) => {
    const document = await read(name, content);
    expect(document.text).toContain(text);
    expect(document.text.length).toBeGreaterThan(5);
  });

  test("rows and columns of a workbook as XML are its own", async () => {
    const document = await read("sheet.xls", SHEET_XML);
    expect(document.units.map(({ label }) => label)).toEqual(["S"]);
    expect([...(document.lines.numbers ?? [])]).toEqual([1, 9]);
    expect([...(document.cells?.columns ?? [])]).toEqual([0, 3, 0]);
    expect(document.text).toBe("walrus\t2 =1+1\n2026-07-02\n");
  });

  test("streams of a container are found whatever the case of their names", async () => {
    const bytes = Buffer.from(docFixture().bytes);
    const name = (text: string) => Buffer.from(text, "utf16le");
    bytes.set(name("worddocument"), bytes.indexOf(name("WordDocument")));
    expect((await read("a.doc", bytes)).text).toContain("Annual report");
  });

  test.each<[string, string | Uint8Array]>([
    ["noise.doc", Buffer.from([1, 2, 3, 0xff, 0xfe, 4])],
    ["noise.xls", Buffer.from([1, 2, 3, 0xff, 0xfe, 4])],
    ["text.pdf", "this is no PDF"],
    ["text.docx", "this is no DOCX"],
    ["archive.docx", Buffer.from("PK\x03\x04 cut")],
  ])("%s stays an error of its file", async (name, content) => {
    const error = await read(name, content).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(FileError);
  });
});
