/** The result of every extractor, for every format: text, the source of its lines, and the preferred places to cut. */
import type { LocationKind } from "../request/kinds.ts";

export type { LocationKind };

export type UnitKind = "page" | "sheet" | "slide" | "part" | "cell";

/** A named stretch of the text: a PDF page, a worksheet, a slide, a DOCX part. Units do not overlap and are in text order. */
export interface Unit {
  readonly kind: UnitKind;
  /** The label that people use: "3" for page 3, the sheet's name, "footnotes". */
  readonly label: string;
  /** UTF-16 offsets into the text; `end` is exclusive and on a line border. */
  readonly start: number;
  readonly end: number;
  /** "unreliable": the location exists and may be wrong. "hidden": the format's own program does not show the unit. */
  readonly note?: "unreliable" | "hidden";
  /** Why the unit is unreliable, for people: a few words. */
  readonly reason?: string;
}

/**
 * Where lines of the extracted text come from. Extracted lines are split at "\n" only; line i (from 0) is the i-th.
 * Without `numbers`, line i of the text is source line i + 1, counted from the start of its unit where units exist.
 */
export interface LineMap {
  /** Source line (or sheet row) of each extracted line; strictly non-decreasing within a unit. */
  readonly numbers?: Uint32Array;
  /** CSV only: record number (header = 1) of each extracted line. */
  readonly rows?: Uint32Array;
}

/** Spreadsheets: the column of each cell's text. Parallel arrays sorted by `starts`. */
export interface CellMap {
  /** UTF-16 offset where a cell's text starts. */
  readonly starts: Uint32Array;
  /** Column of that cell, from 0. */
  readonly columns: Uint16Array;
}

/** Preferred cut: a heading or top-level definition starts here (2), or a paragraph (1). */
export interface Border {
  readonly offset: number;
  readonly strength: 1 | 2;
}

export interface Document {
  /** Extracted text, lines separated by "\n". Never holds NUL; lone surrogates only where the source escaped them. */
  readonly text: string;
  readonly locationKind: LocationKind;
  readonly units: readonly Unit[];
  readonly lines: LineMap;
  readonly cells?: CellMap;
  /** Sorted by offset. May be empty: the chunker finds blank lines and line ends by itself. */
  readonly borders: readonly Border[];
  /** Headings in text order, for `symbol` of Markdown and HTML hits: the heading in force from `offset` on. */
  readonly headings: readonly { readonly offset: number; readonly title: string; readonly level: number }[];
  /** Programming or markup language name in lower case ("typescript", "markdown"), null when unknown. */
  readonly language: string | null;
}
