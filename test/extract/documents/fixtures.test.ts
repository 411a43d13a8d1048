/** The made documents of test/fixtures/documents: every text at its place, for every format, without ../shared. */
import { describe, expect, test } from "bun:test";
import { FileError } from "../../../src/errors.ts";
import { decodeDocument, encodeDocument } from "../../../src/extract/document-bytes.ts";
import { extractorFor } from "../../../src/extract/registry.ts";
import type { Document } from "../../../src/text/document.ts";
import { lineStarts, locate } from "../../../src/text/lines.ts";
import { documentFixtures } from "../../fixtures/documents/all.ts";
import type { Said } from "../../fixtures/documents/fixture.ts";
import { pdfFixture, scannedPdf } from "../../fixtures/documents/pdf.ts";
import { cellTexts, complaints, unitTexts } from "./places.ts";

async function read(name: string, bytes: Uint8Array): Promise<Document> {
  const ext = name.slice(name.lastIndexOf(".") + 1);
  return await extractorFor(name, ext).extract({ bytes, name, ext, encodings: [] });
}

function texts(document: Document, said: Said): string[] {
  return said.cell === undefined ? unitTexts(document, said.unit) : cellTexts(document, said.unit, said.cell);
}

describe.each(documentFixtures.map((fixture) => [fixture.name, fixture] as const))("%s", (name, fixture) => {
  test("says everything at its place and nothing else", async () => {
    const document = await read(name, fixture.bytes);
    expect(complaints(document)).toEqual([]);
    const missing = fixture.says.filter((said) => !texts(document, said).some((text) => text.includes(said.text)));
    if (missing.length > 0) expect({ missing, text: document.text }).toEqual({ missing: [], text: document.text });
    for (const text of fixture.silent) expect(document.text).not.toContain(text);
    expect(
      document.units.filter((unit) => unit.note !== undefined).map((unit) => `${unit.label}:${unit.note}`),
    ).toEqual([...fixture.notes]);
  });

  const lines = fixture.says.filter(({ line }) => line !== undefined);
  // Of sheets it says cells, which the test of their format looks at.
  if (lines.length > 0)
    test("locates lines as the format numbers them", async () => {
      const document = await read(name, fixture.bytes);
      const starts = lineStarts(document.text);
      for (const said of lines) {
        const unit = document.units.find(({ label }) => label === said.unit);
        const place = locate(document, starts, document.text.indexOf(said.text, unit?.start));
        expect({ text: said.text, line: place.line, unit: document.units[place.unit]?.label }).toEqual({
          text: said.text,
          line: said.line ?? 0,
          unit: said.unit,
        });
      }
    });

  test("survives the way between processes", async () => {
    const document = await read(name, fixture.bytes);
    expect(decodeDocument(encodeDocument(document))).toEqual(document);
  });
});

test("outline entries of a PDF are headings, at their line or else at the top of the page", async () => {
  const { text, headings } = await read("places.pdf", pdfFixture().bytes);
  const found = headings.map(({ title, offset }) => [title, text.slice(offset, text.indexOf("\n", offset))]);
  expect(found).toEqual([
    ["Third line", "Third line of the page."],
    ["On the second page", "Second page"],
  ]);
});

test("a PDF without text is an error that says why", async () => {
  const error = await read("scan.pdf", scannedPdf()).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(FileError);
  expect(error).toMatchObject({ code: "no_text", message: expect.stringContaining("looks scanned") });
});
