/** Finds expected texts in a Document at the place they should be. */
import type { Document } from "../../../src/text/document.ts";
import { columnName, lineStarts, locate } from "../../../src/text/lines.ts";

export interface Expectation {
  readonly text?: string;
  readonly absent?: string;
  readonly page?: number;
  readonly sheet?: string;
  readonly cell?: string;
  readonly row?: number;
  readonly ws?: "strip";
  readonly level: "must" | "better";
}

/** As the cases' README says: NFKC, no direction controls, soft hyphens or BOM, runs of white space are one blank. */
export function normalised(text: string, ws?: "strip"): string {
  const clean = text.normalize("NFKC").replace(/[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
  return clean.replace(/\s+/g, ws === "strip" ? "" : " ").trim();
}

/** Whether the document says the expected text at the expected place (or does not say what must be absent). */
export function holds(document: Document, expected: Expectation, fold = (text: string) => text): boolean {
  const has = (text: string, wanted: string) =>
    fold(normalised(text, expected.ws)).includes(fold(normalised(wanted, expected.ws)));
  if (expected.absent !== undefined) return !has(document.text, expected.absent);
  const wanted = expected.text ?? "";
  if (expected.page !== undefined) return unitTexts(document, String(expected.page)).some((text) => has(text, wanted));
  if (expected.cell !== undefined)
    return cellTexts(document, expected.sheet ?? "", expected.cell).some((text) => has(text, wanted));
  return has(document.text, wanted);
}

/** Texts of the units with this label. */
export function unitTexts(document: Document, label: string): string[] {
  return document.units.filter((unit) => unit.label === label).map((unit) => document.text.slice(unit.start, unit.end));
}

/** What the cell maps say stands in one cell, found by way of `locate`, as a search hit would be. */
export function cellTexts(document: Document, sheet: string, cell: string): string[] {
  const starts = lineStarts(document.text);
  const cellStarts = document.cells?.starts ?? new Uint32Array(0);
  const texts: string[] = [];
  cellStarts.forEach((start, i) => {
    const place = locate(document, starts, start);
    if (place.cell !== cell || document.units[place.unit]?.label !== sheet) return;
    const lineEnd = document.text.indexOf("\n", start);
    // Cells are parted by a tab.
    texts.push(document.text.slice(start, Math.min((cellStarts[i + 1] ?? document.text.length) - 1, lineEnd)));
  });
  return texts;
}

/** Offsets in order, units on line borders and apart, one number a line, no characters that may not be. */
export function complaints(document: Document): string[] {
  const found: string[] = [];
  const { text, units, lines, cells } = document;
  if (!text.isWellFormed()) found.push("a lone surrogate");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that may not be there
  if (/[\0-\x08\x0b-\x1f\x7f\ufffe]/.test(text)) found.push("a control character");
  let last = 0;
  for (const unit of units) {
    if (unit.start < last || unit.end < unit.start) found.push(`unit ${unit.label} overlaps`);
    if (unit.end > 0 && text[unit.end - 1] !== "\n") found.push(`unit ${unit.label} ends within a line`);
    last = unit.end;
  }
  if (units.length > 0 && last !== text.length) found.push("text after the last unit");
  const count = text === "" ? 0 : text.split("\n").length - 1;
  if (lines.numbers !== undefined && lines.numbers.length !== count)
    found.push(`${lines.numbers.length} numbers for ${count} lines`);
  const starts = lineStarts(text);
  for (const [i, start] of (cells?.starts ?? []).entries()) {
    const { cell, line } = locate(document, starts, start);
    if (cell !== `${columnName(cells?.columns[i] ?? 0)}${line}`) found.push(`cell ${i} is not found at its place`);
  }
  for (const list of [document.borders, document.headings])
    for (let i = 1; i < list.length; i++)
      if ((list[i]?.offset ?? 0) < (list[i - 1]?.offset ?? 0)) found.push("offsets out of order");
  return found;
}
