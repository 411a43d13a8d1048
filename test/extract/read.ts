/** Reads one small file through the registry, as the indexer would. */
import { extensionOf } from "../../src/corpus/categories.ts";
import { extractorFor } from "../../src/extract/registry.ts";
import type { Document } from "../../src/text/document.ts";
import { lineStarts, locate, type SourcePosition } from "../../src/text/lines.ts";

export async function read(
  name: string,
  content: string | Uint8Array,
  encodings: readonly string[] = [],
): Promise<Document> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const ext = extensionOf(name);
  return await extractorFor(name, ext).extract({ bytes, name, ext, encodings });
}

/** The text of each line with its source line, "3: text", and with the record for CSV, "3#2: text". */
export function numbered(document: Document): string[] {
  const starts = lineStarts(document.text);
  return document.text === ""
    ? []
    : [...starts].map((start, index) => {
        const { line, row } = locate(document, starts, start);
        const text = document.text.slice(start, starts[index + 1] ?? document.text.length).replace(/\n$/, "");
        return `${line}${row === null ? "" : `#${row}`}: ${text}`;
      });
}

/** Headings as "level title@line". */
export function outline(document: Document): string[] {
  return document.headings.map(({ offset, title, level }) => `${level} ${title}@${place(document, offset).line}`);
}

/** Source lines of the borders of a strength. */
export function borderLines(document: Document, strength: 1 | 2): number[] {
  return document.borders
    .filter((border) => border.strength === strength)
    .map(({ offset }) => place(document, offset).line);
}

function place(document: Document, offset: number): SourcePosition {
  return locate(document, lineStarts(document.text), offset);
}
