/** Lines of an extracted text: their starts, and the source position of an offset. */
import type { CellMap, LineMap, LocationKind, Unit } from "./document.ts";

/** The part of a document that `locate` needs. The store keeps it beside the text. */
export interface Layout {
  readonly locationKind: LocationKind;
  readonly lines: LineMap;
  readonly units: readonly Unit[];
  readonly cells?: CellMap;
}

/** Where an offset lies, in the numbering of the layout's LocationKind. */
export interface SourcePosition {
  /** Source line, sheet row or line within the unit, from 1. */
  readonly line: number;
  /** CSV record number (header = 1); null in other formats and for lines outside all records. */
  readonly row: number | null;
  /** Index into `units`, -1 outside all units. */
  readonly unit: number;
  /** Spreadsheet cell such as "C7", null elsewhere. */
  readonly cell: string | null;
}

/** A range of the text, UTF-16 offsets, `end` exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Offsets at which the lines of `text` start. Lines end at "\n"; text after a final "\n" is no line, so "a\n" has one line and
 * "" has one.
 */
export function lineStarts(text: string): Uint32Array {
  let starts = new Uint32Array(16 + (text.length >>> 5));
  let count = 1;
  const length = text.length;
  for (let end = text.indexOf("\n"); end !== -1 && end + 1 < length; end = text.indexOf("\n", end + 1)) {
    if (count === starts.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(starts);
      starts = larger;
    }
    starts[count++] = end + 1;
  }
  return starts.subarray(0, count);
}

/** Index of the last entry of the sorted `starts` that is at most `offset`; -1 when every entry is greater. */
export function indexAt(starts: Uint32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Index of the unit that holds `offset`, -1 outside all units. */
export function unitAt(units: readonly Unit[], offset: number): number {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((units[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const unit = units[low - 1];
  return unit !== undefined && offset < unit.end ? low - 1 : -1;
}

/**
 * Source line of extracted line `index`, from 1. `firstIndex` is the extracted line at which the line's unit starts (0
 * without units).
 */
export function sourceLine(lines: LineMap, index: number, firstIndex: number): number {
  return lines.numbers?.[index] ?? index - firstIndex + 1;
}

/** Source position of `offset`. `starts` are the line starts of the whole text. */
export function locate(layout: Layout, starts: Uint32Array, offset: number): SourcePosition {
  const index = Math.max(0, indexAt(starts, offset));
  const unit = unitAt(layout.units, offset);
  const firstIndex = firstLineOf(layout.units[unit], starts);
  const line = sourceLine(layout.lines, index, firstIndex);
  return { line, row: layout.lines.rows?.[index] || null, unit, cell: cellAt(layout.cells, offset, line) };
}

/**
 * The text of source lines `first` to `last` (from 1, both included) of one unit, or of the whole text with unit -1; null when
 * no such line exists. A CSV record that starts earlier and reaches into the range is included whole.
 */
export function lineSpan(
  layout: Layout,
  starts: Uint32Array,
  textLength: number,
  unit: number,
  first: number,
  last: number,
): TextSpan | null {
  const span = layout.units[unit] ?? { start: 0, end: textLength };
  if (span.start >= span.end) return null;
  const firstIndex = firstLineOf(layout.units[unit], starts);
  const lastIndex = Math.max(firstIndex, indexAt(starts, span.end - 1));
  const { numbers, rows } = layout.lines;
  let from: number;
  let to: number;
  if (numbers === undefined) {
    from = firstIndex + Math.max(first, 1) - 1;
    to = Math.min(firstIndex + last - 1, lastIndex);
  } else {
    from = firstAtLeast(numbers, firstIndex, lastIndex + 1, first);
    to = firstAtLeast(numbers, firstIndex, lastIndex + 1, last + 1) - 1;
    if (rows !== undefined && from > firstIndex && numbers[from] !== first) {
      const record = numbers[from - 1] ?? first;
      const recordIndex = firstAtLeast(numbers, firstIndex, from, record);
      if (first < record + from - recordIndex) from = recordIndex;
    }
  }
  if (from > to) return null;
  return { start: Math.max(span.start, starts[from] ?? 0), end: Math.min(span.end, starts[to + 1] ?? textLength) };
}

/** "A" for column 0, "Z" for 25, "AA" for 26. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

function firstLineOf(unit: Unit | undefined, starts: Uint32Array): number {
  return unit === undefined ? 0 : Math.max(0, indexAt(starts, unit.start));
}

function cellAt(cells: CellMap | undefined, offset: number, row: number): string | null {
  if (cells === undefined) return null;
  const column = cells.columns[indexAt(cells.starts, offset)];
  return column === undefined ? null : `${columnName(column)}${row}`;
}

/** First index in [from, to) whose number is at least `wanted`, else `to`. `numbers` rises within the range. */
function firstAtLeast(numbers: Uint32Array, from: number, to: number, wanted: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
