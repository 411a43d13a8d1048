/** What other programs' reports taught about documents. */
import { expect, test } from "bun:test";
import { documentExtractors } from "../../../src/extract/documents.ts";
import type { Document } from "../../../src/text/document.ts";
import { docxOf } from "../../fixtures/documents/docx.ts";
import { pdfOf } from "../../fixtures/documents/pdf.ts";
import { xlsxOf } from "../../fixtures/documents/workbook.ts";
import { cellTexts } from "./places.ts";

async function read(ext: string, bytes: Uint8Array): Promise<Document> {
  const reader = documentExtractors.find(({ extensions }) => extensions.includes(ext));
  if (reader === undefined) throw new Error(`no reader for ${ext}`);
  return await reader.extract({ bytes, name: `a.${ext}`, ext, encodings: [] });
}

test("phiresky/ripgrep-all#44: a word hyphenated at a PDF line end is one word, a compound keeps its hyphen", async () => {
  const content = "BT /F1 12 Tf 72 720 Td (docu-) Tj 0 -14 Td (mentation of a well-known kind) Tj ET";
  const pdf = pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
  expect((await read("pdf", pdf)).text).toBe("documentation\nof a well-known kind\n");
});

test("SheetJS/sheetjs#764, #1363, #2134, #2337: the claimed range of a sheet costs nothing", async () => {
  const data =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>golden</t></is></c></row><row r="1048576"><c r="W1048576"/></row>';
  const bytes = xlsxOf([{ name: "Sheet1", data }]);
  const before = process.cpuUsage();
  const document = await read("xlsx", bytes);
  const { user, system } = process.cpuUsage(before);
  expect(document.text).toBe("golden\n");
  expect((user + system) / 1000).toBeLessThan(1000);
});

test("developer0hye/office2pdf#1703: an address beyond XFD1048576 is refused", async () => {
  const data = '<row r="1048577"><c r="A1048577"><v>1</v></c></row>';
  await expect(read("xlsx", xlsxOf([{ name: "A", data }]))).rejects.toMatchObject({ code: "corrupt" });
});

test("HKUDS/LightRAG#3375, infiniflow/ragflow#2406: formula and stored value are both found, nothing is computed", async () => {
  const data =
    '<row r="1"><c r="A1"><f>SUM(A2:A3)</f><v>7</v></c><c r="B1"><f>SUM(A2:A3)</f></c></row><row r="2"><c r="A2"><v>100</v></c></row>';
  const document = await read("xlsx", xlsxOf([{ name: "A", data }]));
  expect(cellTexts(document, "A", "A1")).toEqual(["7 =SUM(A2:A3)"]);
  expect(cellTexts(document, "A", "B1")).toEqual(["=SUM(A2:A3)"]);
});

test("showdocx/show-docx#3, ui-insight/vandalizer#822: tracked changes are read as if accepted, once", async () => {
  const body =
    '<w:p><w:r><w:t xml:space="preserve">The </w:t></w:r><w:ins w:id="1"><w:r><w:t>new</w:t></w:r></w:ins><w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:t xml:space="preserve"> pier</w:t></w:r></w:p>';
  expect((await read("docx", docxOf(body))).text).toBe("The new pier\n");
});
