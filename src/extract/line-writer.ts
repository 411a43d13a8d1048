/** Builds a page's text line by line, each line with its source line. */
import type { Document } from "../text/document.ts";
import { lineStarts } from "../text/lines.ts";
import { MarkList, tidyTitle } from "./source.ts";

/** Offsets are UTF-16 offsets into the source and never decrease. */
export class LineWriter {
  readonly #sourceStarts: Uint32Array;
  #sourceLine = 0;
  readonly #lines: string[] = [];
  #numbers = new Uint32Array(256);
  #length = 0;
  #line = "";
  #lineNumber = 0;
  readonly #marks = new MarkList();
  #heading: { readonly offset: number; readonly level: number; readonly firstLine: number } | null = null;

  constructor(source: string) {
    this.#sourceStarts = lineStarts(source);
  }

  /** Running text of the source from `offset` on: white space becomes one blank, a line break of the source ends the line. */
  flowing(text: string, offset: number): void {
    for (let from = 0; ; ) {
      const newline = text.indexOf("\n", from);
      const piece = newline === -1 ? text.slice(from) : text.slice(from, newline);
      this.#append(piece, offset + from);
      if (newline === -1) return;
      this.endLine();
      from = newline + 1;
    }
  }

  /** Text with significant white space; blank lines stay. */
  preformatted(text: string, offset: number): void {
    this.#breakAtNewSourceLine(text, offset);
    for (let from = 0; ; ) {
      const newline = text.indexOf("\n", from);
      if (newline !== from && this.#line === "") this.#lineNumber = this.#numberAt(offset + from);
      this.#line += newline === -1 ? text.slice(from) : text.slice(from, newline);
      if (newline === -1) return;
      if (this.#line !== "" || this.#length > 0) this.#push(this.#line === "" ? this.#numberAt(offset + newline) : 0);
      from = newline + 1;
    }
  }

  /** Separates a table cell from the one before it on the same line. */
  separateCell(): void {
    if (this.#line !== "") this.#line = `${this.#line.trimEnd()}\t`;
  }

  endLine(): void {
    if (this.#line.trim() === "") this.#line = "";
    else this.#push(0);
  }

  /** The next line begins a paragraph, which ends an unclosed heading. Call it only between lines. */
  startParagraph(): void {
    if (this.#heading !== null && this.#heading.firstLine < this.#lines.length) this.closeHeading();
    this.#marks.border(this.#length, 1);
  }

  openHeading(level: number): void {
    this.closeHeading();
    this.#marks.border(this.#length, 2);
    this.#heading = { offset: this.#length, level, firstLine: this.#lines.length };
  }

  closeHeading(): void {
    const heading = this.#heading;
    if (heading === null) return;
    this.#heading = null;
    const title = tidyTitle(this.#lines.slice(heading.firstLine).join(" "));
    if (title !== "") this.#marks.headings.push({ offset: heading.offset, title, level: heading.level });
  }

  document(language: string): Document {
    this.endLine();
    this.closeHeading();
    return {
      text: this.#lines.length === 0 ? "" : `${this.#lines.join("\n")}\n`,
      locationKind: "line",
      units: [],
      lines: { numbers: this.#numbers.slice(0, this.#lines.length) },
      borders: this.#marks.borders,
      headings: this.#marks.headings,
      language,
    };
  }

  #append(raw: string, offset: number): void {
    const text = UNEVEN.test(raw) ? raw.replace(BLANKS, " ") : raw;
    this.#breakAtNewSourceLine(text, offset);
    if (this.#line === "") {
      const trimmed = text.trimStart();
      if (trimmed === "") return;
      this.#lineNumber = this.#numberAt(offset);
      this.#line = trimmed;
    } else if (text !== "") {
      const last = this.#line.charCodeAt(this.#line.length - 1);
      this.#line += text[0] === " " && (last === 0x20 || last === 0x09) ? text.slice(1) : text;
    }
  }

  /** A comment or a tag over several lines may stand before `text`; a word that it splits stays whole. */
  #breakAtNewSourceLine(text: string, offset: number): void {
    if (this.#line === "" || this.#numberAt(offset) === this.#lineNumber) return;
    if (!isInsideWord(this.#line, text)) this.endLine();
  }

  /** Ends the line; `number` is its source line if the line has no text. */
  #push(number: number): void {
    const count = this.#lines.length;
    if (count === this.#numbers.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    const line = this.#line.trimEnd();
    this.#numbers[count] = number || this.#lineNumber;
    this.#lines.push(line);
    this.#length += line.length + 1;
    this.#line = "";
  }

  #numberAt(offset: number): number {
    const starts = this.#sourceStarts;
    while (this.#sourceLine + 1 < starts.length && (starts[this.#sourceLine + 1] ?? 0) <= offset) this.#sourceLine++;
    return this.#sourceLine + 1;
  }
}

function isInsideWord(before: string, after: string): boolean {
  return /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}\p{M}]/u.test(after);
}

const UNEVEN = /[\t\r\f\v\u00a0]| {2}/;
const BLANKS = /[\t\r\f\v\u00a0 ]+/g;
