/** Builds a Document line by line: offsets, units, line numbers, borders, and the caps on text and units. */
import { FileError } from "../errors.ts";
import type { Border, CellMap, Document, LocationKind, Unit, UnitKind } from "../text/document.ts";
import { LIMITS } from "./limits.ts";

/**
 * How lines are numbered: from 1 within each unit; from 1 through the whole text (formats whose units are parts of one
 * flow); or by the number given with each line (sheet rows).
 */
export type Numbering = "unit" | "document" | "given";

/** A remark on a unit beside its text. */
export type UnitMark = { readonly note: "hidden" } | { readonly note: "unreliable"; readonly reason: string };

/** Longest reason, characters. */
export const REASON = 200;

export const HIDDEN: UnitMark = { note: "hidden" };

interface OpenUnit {
  readonly kind: UnitKind;
  readonly label: string;
  readonly start: number;
  mark: UnitMark | undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be taken out
const UNWANTED = /[\0-\x08\x0b-\x1f\x7f\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be taken out
const UNWANTED_ALL = /[\0-\x08\x0e-\x1f\x7f\ufffe\uffff]/g;

/** Text that may stand in a Document: line ends are "\n", no control characters but tab, no lone surrogates. */
function plainText(text: string): string {
  const clean = UNWANTED.test(text) ? text.replace(/\r\n?|\v|\f/g, "\n").replace(UNWANTED_ALL, "") : text;
  return clean.isWellFormed() ? clean : clean.toWellFormed();
}

export class DocumentBuilder {
  readonly #numbering: Numbering;
  readonly #locationKind: LocationKind;
  readonly #pieces: string[] = [];
  readonly #units: Unit[] = [];
  readonly #numbers: number[] = [];
  readonly #cellStarts: number[] = [];
  readonly #cellColumns: number[] = [];
  readonly #borders: Border[] = [];
  readonly #headings: { offset: number; title: string; level: number }[] = [];
  #length = 0;
  #unit: OpenUnit | null = null;

  constructor(locationKind: LocationKind, numbering: Numbering) {
    this.#locationKind = locationKind;
    this.#numbering = numbering;
  }

  /** Characters so far. */
  get length(): number {
    return this.#length;
  }

  /** Throws FileError `too_many_chars` when `more` characters would exceed the cap: call it before building a long text. */
  reserve(more: number): void {
    if (this.#length + more > LIMITS.chars)
      throw new FileError("too_many_chars", `more than ${LIMITS.chars} characters of text`);
  }

  /** Begins a unit; the one before it ends here. */
  openUnit(kind: UnitKind, label: string, mark?: UnitMark): void {
    this.closeUnit();
    if (this.#units.length >= LIMITS.units)
      throw new FileError("too_many_pages", `more than ${LIMITS.units} pages, sheets or parts`);
    this.#unit = { kind, label: plainText(label).replaceAll("\n", " "), start: this.#length, mark };
  }

  /** Marks the open unit with a fact found while reading its text; an earlier mark stays. */
  mark(mark: UnitMark): void {
    if (this.#unit !== null) this.#unit.mark ??= mark;
  }

  /** Ends the unit; `mark` overrides earlier marks. A unit without text stays, empty. */
  closeUnit(mark?: UnitMark): void {
    const open = this.#unit;
    if (open === null) return;
    this.#unit = null;
    const unit = { kind: open.kind, label: open.label, start: open.start, end: this.#length };
    this.#units.push({ ...unit, ...(mark ?? open.mark) });
  }

  /** Adds text as one or more lines, split at its line ends. `number` is the source number of all of them ("given" only). */
  line(text: string, number = 0): void {
    this.#add(plainText(text), number);
  }

  /** Adds a line made of cells, joined by tabs; `columns` are their columns from 0. Line ends within a cell become blanks. */
  cells(texts: readonly string[], columns: readonly number[], number: number): void {
    let parts = texts;
    let joined = texts.join("\t");
    // Nearly all rows are clean, and one check a row is cheaper than one a cell.
    if (joined.includes("\n") || plainText(joined) !== joined) {
      parts = texts.map((text) => plainText(text).replaceAll("\n", " "));
      joined = parts.join("\t");
    }
    let offset = this.#length;
    for (let i = 0; i < parts.length; i++) {
      this.#cellStarts.push(offset);
      this.#cellColumns.push(columns[i] ?? 0);
      offset += (parts[i] ?? "").length + 1;
    }
    this.#add(joined, number);
  }

  /** Adds the lines of another document with headings and borders, without its units and line numbers. */
  append(document: Document): void {
    let offset = 0;
    let nextBorder = 0;
    let nextHeading = 0;
    const lines = document.text.split("\n");
    // Text after a final line end is no line.
    if (lines.at(-1) === "") lines.pop();
    for (const line of lines) {
      const end = offset + line.length;
      for (let mark = document.borders[nextBorder]; mark !== undefined && mark.offset <= end; ) {
        this.border(mark.strength);
        mark = document.borders[++nextBorder];
      }
      for (let mark = document.headings[nextHeading]; mark !== undefined && mark.offset <= end; ) {
        this.heading(mark.title, mark.level);
        mark = document.headings[++nextHeading];
      }
      this.line(line);
      offset = end + 1;
    }
  }

  /** A heading whose line is added next; also the best place to cut. */
  heading(title: string, level: number): void {
    this.#headings.push({ offset: this.#length, title: plainText(title).replaceAll("\n", " ").trim(), level });
    this.border(2);
  }

  /** The line added next is a preferred place to cut. */
  border(strength: 1 | 2): void {
    const last = this.#borders.at(-1);
    if (last?.offset === this.#length) {
      if (last.strength < strength) this.#borders[this.#borders.length - 1] = { offset: this.#length, strength };
      return;
    }
    this.#borders.push({ offset: this.#length, strength });
  }

  build(language: string | null = null): Document {
    this.closeUnit();
    const text = this.#pieces.join("");
    const cells: { cells?: CellMap } =
      this.#cellStarts.length === 0
        ? {}
        : { cells: { starts: Uint32Array.from(this.#cellStarts), columns: Uint16Array.from(this.#cellColumns) } };
    return {
      text,
      locationKind: this.#locationKind,
      units: this.#units,
      lines: this.#numbering === "unit" ? {} : { numbers: Uint32Array.from(this.#numbers) },
      ...cells,
      borders: this.#borders.filter((border) => border.offset < text.length),
      headings: this.#headings,
      language,
    };
  }

  #add(clean: string, number: number): void {
    this.reserve(clean.length + 1);
    this.#length += clean.length + 1;
    this.#pieces.push(clean, "\n");
    if (this.#numbering === "unit") return;
    for (let at = 0; at !== -1; ) {
      this.#numbers.push(this.#numbering === "given" ? number : this.#numbers.length + 1);
      at = clean.indexOf("\n", at);
      if (at !== -1) at++;
    }
  }
}
