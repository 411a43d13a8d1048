/** Lines on their way into a Document, as the readers of word processors' formats collect them. */
import type { DocumentBuilder } from "./document-builder.ts";

/** A line of text to be, with the heading level its paragraph has (0 for none). */
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

/** A table row: one line with tabs when each cell is one paragraph; a row with longer cells keeps its paragraphs as lines. */
export function rowLines(cells: readonly (readonly TextLine[])[]): readonly TextLine[] {
  if (cells.some((cell) => cell.length > 1 || cell[0]?.text.includes("\n"))) return cells.flat();
  const text = cells.map((cell) => cell[0]?.text ?? "").join("\t");
  return text.trim() === "" ? [] : [{ text: text.trimEnd(), level: 0 }];
}

/** `to.push(...from)`, whose arguments are limited in number by the engine's stack. */
export function appendLines(to: TextLine[], from: readonly TextLine[]): void {
  for (const line of from) to.push(line);
}
