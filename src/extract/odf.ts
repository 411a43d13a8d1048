/**
 * OpenDocument texts (ODT), presentations (ODP) and drawings (ODG), as packages and as flat XML. A text is its body, then
 * headers and footers, footnotes and endnotes, comments, each a unit with a paragraph or table row as a line; a slide or a
 * page is a unit. Tracked deletions are left out, insertions are in; hidden text is a part of its own.
 */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder, HIDDEN } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { isFlatOdf, refuseEncryptedOdf } from "./odf-package.ts";
import { type OdfObject, OdfTextReader } from "./odf-text.ts";
import { addLines, type TextLine } from "./text-lines.ts";
import { readXml } from "./xml.ts";
import { looksLikeZip, partName, ZipArchive } from "./zip.ts";

/** Throws FileError: those of the zip container and of XML, `encrypted`, `empty_document`, `too_many_chars`. */
export function extractOdf(input: ExtractInput): Document {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  if (looksLikeZip(input.bytes)) return readPackage(new ZipArchive(input.bytes));
  if (!isFlatOdf(input.bytes)) throw new FileError("corrupt", "this is neither a zip container nor a flat document");
  const reader = new OdfTextReader();
  readXml(input.bytes, "the document", "plain", reader);
  return build(reader);
}

function readPackage(zip: ZipArchive): Document {
  refuseEncryptedOdf(zip);
  const content = zip.read("content.xml");
  if (content === null) throw new FileError("corrupt", "the container has no content.xml");
  const taken = new Set<string>();
  const reader = new OdfTextReader((href) => {
    const name = `${partName(href)}/content.xml`;
    // An object stands in one place: only hostile files refer to it a million times.
    if (taken.has(name)) return null;
    taken.add(name);
    const bytes = zip.read(name);
    return bytes === null ? null : readObject(bytes, name);
  });
  readXml(content, "content.xml", "plain", reader);
  // Master pages of a presentation hold prompts, not content.
  const styles = reader.pages.length > 0 ? null : zip.read("styles.xml");
  if (styles !== null) readXml(styles, "styles.xml", "plain", reader);
  return build(reader);
}

/** A formula, or the text of an embedded chart, sheet or text. */
function readObject(bytes: Uint8Array, name: string): OdfObject {
  const reader = new OdfTextReader();
  let isFormula = false;
  readXml(bytes, name, "plain", {
    open(element, attributes) {
      isFormula ||= element === "math";
      reader.open(element, attributes);
    },
    close: (element) => reader.close(element),
    text: (text) => reader.text(text),
  });
  const lines = reader.parts.get("body") ?? [];
  return isFormula ? { formula: lines.map(({ text }) => text).join(" "), lines: [] } : { formula: "", lines };
}

function build(reader: OdfTextReader): Document {
  const { isDrawing } = reader;
  const sideParts = [...reader.parts].filter(([part, lines]) => part !== "body" && lines.length > 0);
  const hasPages = reader.pages.length > 0;
  const kind = !hasPages ? "extracted_line" : isDrawing ? "page_text_line" : "slide_text_line";
  const builder = new DocumentBuilder(kind, hasPages ? "unit" : "document");
  reader.pages.forEach(({ lines, hidden }, i) => {
    builder.openUnit(isDrawing ? "page" : "slide", String(i + 1), hidden ? HIDDEN : undefined);
    addLines(builder, lines);
  });
  const body: [string, readonly TextLine[]][] = hasPages ? [] : [["body", reader.parts.get("body") ?? []]];
  for (const [part, lines] of [...body, ...sideParts]) {
    builder.openUnit("part", part, part === "hidden text" ? HIDDEN : undefined);
    addLines(builder, lines);
  }
  return builder.build();
}
