/**
 * Word 97 to 2003 (DOC): the body, then headers, footers, footnotes, endnotes, comments and text boxes, each a unit; a
 * paragraph is a line, tabs separate cells of a table row. Text marked as deleted is left out.
 */
import BufferReader from "word-extractor/lib/buffer-reader.js";
import WordOleExtractor from "word-extractor/lib/word-ole-extractor.js";
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { CompoundFile } from "./compound-file.ts";
import { DocumentBuilder } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";

/** First word of the stream: Word 97 and later (MS-DOC 2.5.2), Word 6 and 95. */
const WORD_97 = 0xa5ec;
const WORD_6 = 0xa5dc;
/** Flags at offset 10: the text is encrypted. */
const ENCRYPTED = 1 << 8;
const STREAMS = ["WordDocument", "0Table", "1Table", "Data"];

/** Throws FileError: those of OLE containers, `encrypted`, `unsupported`, `corrupt`, `empty_document`, `too_many_chars`. */
export async function extractDoc(input: ExtractInput): Promise<Document> {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  const file = new CompoundFile(input.bytes, true);
  const stream = file.stream("WordDocument");
  if (stream === null) throw new FileError("corrupt", "the container holds no Word document");
  if (stream.length < 32) throw new FileError("truncated", "the document ends within its header");
  const magic = stream.readUInt16LE(0);
  if (magic === WORD_6)
    throw new FileError("unsupported", "a document of Word 6 or 95, a format older than those read");
  if (magic !== WORD_97) throw new FileError("corrupt", "the container's document is not Word's");
  if ((stream.readUInt16LE(10) & ENCRYPTED) !== 0) throw new FileError("encrypted", "the document needs a password");
  const reader = new BufferReader(file.repacked(STREAMS));
  await reader.open();
  const text = await new WordOleExtractor().extract(reader).catch((cause: unknown) => {
    throw new FileError("corrupt", "the document is damaged: its tables and its text do not fit together", { cause });
  });
  const asWritten = { filterUnicode: false };
  const parts: readonly (readonly [string, string])[] = [
    ["body", text.getBody(asWritten)],
    ["header", text.getHeaders({ ...asWritten, includeFooters: false })],
    ["footer", text.getFooters(asWritten)],
    ["footnotes", text.getFootnotes(asWritten)],
    ["endnotes", text.getEndnotes(asWritten)],
    ["comments", text.getAnnotations(asWritten)],
    ["text boxes", text.getTextboxes(asWritten)],
  ];
  const builder = new DocumentBuilder("extracted_line", "document");
  for (const [label, content] of parts) {
    const lines = linesOf(content);
    if (label !== "body" && lines.length === 0) continue;
    builder.openUnit("part", label);
    for (const line of lines) builder.line(line);
  }
  return builder.build();
}

/** Cell marks become tabs; marks of notes, pictures and drawings are dropped. */
function linesOf(content: string): string[] {
  return content
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "");
}
