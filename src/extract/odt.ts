/**
 * ODT: the body, then headers and footers, footnotes and endnotes, comments, each a unit; a paragraph or table row is a
 * line. Tracked deletions are left out, insertions are in.
 */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { refuseEncryptedOdf } from "./odf-package.ts";
import { OdfTextReader } from "./odf-text.ts";
import { addLines } from "./text-lines.ts";
import { readXml } from "./xml.ts";
import { looksLikeZip, ZipArchive } from "./zip.ts";

/** Throws FileError: those of the zip container and of XML, `encrypted`, `empty_document`, `too_many_chars`. */
export function extractOdt(input: ExtractInput): Document {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  if (!looksLikeZip(input.bytes)) throw new FileError("corrupt", "this is no zip container");
  const zip = new ZipArchive(input.bytes);
  refuseEncryptedOdf(zip);
  const content = zip.read("content.xml");
  if (content === null) throw new FileError("corrupt", "the container has no content.xml");
  const reader = new OdfTextReader();
  readXml(content, "content.xml", "plain", reader);
  const styles = zip.read("styles.xml");
  if (styles !== null) readXml(styles, "styles.xml", "plain", reader);
  const builder = new DocumentBuilder("extracted_line", "document");
  for (const [part, lines] of reader.parts) {
    if (part !== "body" && lines.length === 0) continue;
    builder.openUnit("part", part);
    addLines(builder, lines);
  }
  return builder.build();
}
