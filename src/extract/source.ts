/** The Document of a format whose text is its decoded source, so its lines are the source's lines. */
import type { Border, Document } from "../text/document.ts";

/** Marks of a reader in the source: preferred cuts, and titles of sections. */
export interface Marks {
  /** Sorted by offset. */
  readonly borders: readonly Border[];
  readonly headings: Document["headings"];
}

export const NO_MARKS: Marks = { borders: [], headings: [] };

export function sourceDocument(text: string, language: string | null, marks: Marks = NO_MARKS): Document {
  return { text, locationKind: "line", units: [], lines: {}, language, ...marks };
}

/** Collects marks in text order; the stronger of two borders at one offset stays. */
export class MarkList implements Marks {
  readonly borders: Border[] = [];
  readonly headings: { offset: number; title: string; level: number }[] = [];

  border(offset: number, strength: Border["strength"]): void {
    const last = this.borders.at(-1);
    if (last === undefined || last.offset < offset) this.borders.push({ offset, strength });
    else if (last.offset === offset && last.strength < strength)
      this.borders[this.borders.length - 1] = { offset, strength };
  }

  /** A heading is a strong border too. An empty title closes the section before it. */
  heading(offset: number, title: string, level: number): void {
    this.border(offset, 2);
    this.headings.push({ offset, title, level });
  }
}

/** A title on one line: white space made single blanks, cut at 200 characters. */
export function tidyTitle(raw: string): string {
  const title = raw.replace(/\s+/g, " ").trim();
  return title.length <= 200 ? title : title.slice(0, 200).replace(/[\ud800-\udbff]$/, "");
}
