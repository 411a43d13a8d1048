/**
 * RTF: the body, then headers, footers, footnotes and comments, each a unit; a paragraph or table row is a line. Text marked as
 * deleted is left out. Our own reader handles the relevant control words (RTF 1.9.1) and skips the rest.
 */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder, HIDDEN } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { RtfReader } from "./rtf-reader.ts";
import { RTF_PARTS } from "./rtf-words.ts";
import { addLines } from "./text-lines.ts";

/** Throws FileError `empty_document`, `corrupt`, `truncated`, `too_deep`, `too_many_chars`. */
export function extractRtf(input: ExtractInput): Document {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  const reader = new RtfReader(input.bytes);
  reader.read();
  const builder = new DocumentBuilder("extracted_line", "document");
  for (const part of RTF_PARTS) {
    const lines = reader.lines(part);
    if (part !== "body" && lines.length === 0) continue;
    builder.openUnit("part", part, part === "hidden text" ? HIDDEN : undefined);
    addLines(builder, lines);
  }
  return builder.build();
}
