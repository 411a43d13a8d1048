/**
 * DOCX: the body, then headers, footers, footnotes, endnotes and comments, each part a unit; a paragraph or table row is a
 * line. Tracked changes are read as if accepted; hidden text is a part of its own. Nothing outside the package is ever read.
 */
import type { Document } from "../text/document.ts";
import { DocumentBuilder, HIDDEN } from "./document-builder.ts";
import { chunkLines, type DocxChunks } from "./docx-chunks.ts";
import { readStyles } from "./docx-styles.ts";
import type { ExtractInput } from "./extractor.ts";
import { chartText } from "./ooxml-chart.ts";
import { OoxmlPackage } from "./ooxml-package.ts";
import { type PartText, partText } from "./ooxml-parts.ts";
import type { OoxmlTextOptions } from "./ooxml-text.ts";
import { addLines, appendLines, documentLines, type TextLine } from "./text-lines.ts";
import { attribute } from "./xml.ts";

/** Relationship type and unit name, in the order in which the parts follow the body. */
const SIDE_PARTS = [
  ["header", "header"],
  ["footer", "footer"],
  ["footnotes", "footnotes"],
  ["endnotes", "endnotes"],
  ["comments", "comments"],
  ["diagramData", "diagram"],
  ["chart", "chart"],
  ["chartEx", "chart"],
] as const;

/** Throws FileError: those of the zip container and of XML, `encrypted`, `empty_document`, `too_many_chars`. */
export async function extractDocx(input: ExtractInput): Promise<Document> {
  const office = new OoxmlPackage(input.bytes);
  const main = office.mainPart("word/document.xml");
  // An embedded document may be a DOCX, but documents embedded in that one are not opened.
  const chunks = await chunkLines(office, main, (bytes) => documentLines(readPackage(new OoxmlPackage(bytes), null)));
  return readPackage(office, chunks);
}

/** `chunks`: embedded documents, null where they are not opened. */
function readPackage(office: OoxmlPackage, chunks: DocxChunks | null): Document {
  const main = office.mainPart("word/document.xml");
  const { levels, hidden } = readStyles(office, main);
  let closed = chunks?.failure ?? null;
  const options: OoxmlTextOptions = {
    levelOf: (style) => levels.get(style) ?? 0,
    isHidden: (style) => hidden.has(style),
    chunk: (id) => {
      if (chunks === null) closed ??= "a document within a document within it is not opened";
      return chunks?.take(id) ?? [];
    },
    // The line between text and notes is stored as a note of its own.
    skip: (name, attributes) =>
      (name === "footnote" || name === "endnote") && /separator|notice/i.test(attribute(attributes, "type")),
  };
  const builder = new DocumentBuilder("extracted_line", "document");
  builder.openUnit("part", "body");
  const body = partText(office, main, options);
  addLines(builder, body.lines);
  if (closed !== null) builder.mark({ note: "unreliable", reason: closed });
  const unseen = [...body.hidden];
  const seen = new Set<string>();
  for (const [type, label] of SIDE_PARTS) {
    let count = 0;
    for (const part of office.related(main, type)) {
      const lines = label === "chart" ? chartText(office, part) : sideLines(partText(office, part, options), unseen);
      const text = lines.map((line) => line.text).join("\n");
      // Sections repeat their headers part by part.
      if (text === "" || seen.has(text)) continue;
      seen.add(text);
      count++;
      builder.openUnit("part", count === 1 ? label : `${label} ${count}`);
      addLines(builder, lines);
    }
  }
  if (unseen.length > 0) {
    builder.openUnit("part", "hidden text", HIDDEN);
    addLines(builder, unseen);
  }
  return builder.build();
}

function sideLines({ lines, hidden }: PartText, unseen: TextLine[]): readonly TextLine[] {
  appendLines(unseen, hidden);
  return lines;
}
