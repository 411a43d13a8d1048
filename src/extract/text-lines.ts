/** Lines before they enter a Document, as readers of word processors' formats collect them. */
import type { Document } from "../text/document.ts";
import type { DocumentBuilder } from "./document-builder.ts";

/** A future line of text, with the heading level of its paragraph (0 for none). */
export interface TextLine {
  readonly text: string;
  readonly level: number;
}

export function addLines(builder: DocumentBuilder, lines: readonly TextLine[]): void {
  for (const { text, level } of lines) {
    if (level > 0) builder.heading(text, level);
    builder.line(text);
  }
}

/** The lines of a document, or of its units with matching labels, with the levels of its headings. */
export function documentLines(document: Document, labels?: RegExp): readonly TextLine[] {
  const levels = new Map(document.headings.map(({ offset, level }) => [offset, level]));
  const lines: TextLine[] = [];
  const add = (start: number, end: number) => {
    for (let at = start; at < end; ) {
      const newline = document.text.indexOf("\n", at);
      const lineEnd = newline === -1 || newline > end ? end : newline;
      const text = document.text.slice(at, lineEnd);
      if (text.trim() !== "") lines.push({ text, level: levels.get(at) ?? 0 });
      at = lineEnd + 1;
    }
  };
  const { units } = document;
  if (units.length === 0) add(0, document.text.length);
  for (const { label, start, end } of units) if (labels?.test(label) !== false) add(start, end);
  return lines;
}

/** A table row: one line with tabs when each cell is one paragraph; a row with longer cells keeps its paragraphs as lines. */
export function rowLines(cells: readonly (readonly TextLine[])[]): readonly TextLine[] {
  if (cells.some((cell) => cell.length > 1 || cell[0]?.text.includes("\n"))) return cells.flat();
  const text = cells.map((cell) => cell[0]?.text ?? "").join("\t");
  return text.trim() === "" ? [] : [{ text: text.trimEnd(), level: 0 }];
}

/** `to.push(...from)` without its limit on arguments, which the engine's stack sets. */
export function appendLines(to: TextLine[], from: readonly TextLine[]): void {
  for (const line of from) to.push(line);
}
