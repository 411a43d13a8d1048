/** Rows of a spreadsheet or of a CSV file as a grid: each cell in its column, the empty ones too. */
import { QsearchError } from "../errors.ts";
import { findSeparator } from "../extract/csv.ts";
import type { ViewRange, ViewSheet } from "../request/view-request.ts";
import type { Unit } from "../text/document.ts";
import { columnName, indexAt, type Layout, lineSpan, lineStarts, sourceLine } from "../text/lines.ts";
import type { Term } from "../text/query.ts";
import { matchesIn } from "./marks.ts";

/** Rows of an answer, and how many of them stand before the row that was asked for. */
const ROWS = 200;
const BEFORE = 60;
/** Columns of an answer: of wider sheets those around the first match. */
const COLUMNS = 200;
/** UTF-16 units of a cell. */
const CELL = 4000;

interface Cell {
  /** From 0. */
  readonly column: number;
  readonly text: string;
}

interface Row {
  readonly row: number;
  readonly cells: readonly Cell[];
}

export interface SheetChoice {
  readonly sheet: string | undefined;
  readonly row: number;
}

/** `terms`: what is marked. Throws `usage` for a sheet that is not there. */
export function sheetOf(
  text: string,
  layout: Layout,
  ext: string,
  choice: SheetChoice,
  terms: readonly Term[],
): ViewSheet {
  const sheets = layout.units.filter(({ kind }) => kind === "sheet");
  const unit = sheets.find(({ label }) => label === choice.sheet) ?? null;
  if (choice.sheet !== undefined && unit === null) {
    throw new QsearchError("usage", `the document has no sheet ${JSON.stringify(choice.sheet)}`);
  }
  const shown = unit ?? sheets[0] ?? null;
  const all = layout.cells === undefined ? recordsOf(text, layout, ext) : rowsOf(text, layout, shown);
  const at = Math.max(
    0,
    all.findIndex(({ row }) => row >= choice.row),
  );
  const from = Math.max(0, Math.min(at - BEFORE, all.length - ROWS));
  const rows = all.slice(from, from + ROWS);
  const width = rows.reduce((most, { cells }) => Math.max(most, (cells.at(-1)?.column ?? -1) + 1), 0);
  const first = Math.max(0, Math.min(width - COLUMNS, (all[at]?.cells[0]?.column ?? 0) - 1));
  const columns = Array.from({ length: Math.min(width - first, COLUMNS) }, (_, i) => columnName(first + i));
  return {
    sheets: sheets.map(({ label }) => label),
    sheet: shown?.label ?? null,
    columns,
    rows: rows.map(({ row, cells }) => {
      const texts = columns.map(() => "");
      for (const { column, text: cell } of cells) {
        if (column >= first && column < first + columns.length) texts[column - first] = cell.slice(0, CELL);
      }
      return { row, cells: texts, marks: texts.map((cell) => matchesIn(cell, terms).map(rangeOf)) };
    }),
    before: from > 0,
    after: from + ROWS < all.length,
  };
}

function rangeOf({ start, end }: { readonly start: number; readonly end: number }): ViewRange {
  return [start, end];
}

/** Of a workbook: its lines are rows, and the layout knows where each cell begins and which column it is in. */
function rowsOf(text: string, layout: Layout, unit: Unit | null): Row[] {
  const { cells } = layout;
  if (cells === undefined || unit === null) return [];
  const starts = lineStarts(text);
  const index = layout.units.indexOf(unit);
  const span = lineSpan(layout, starts, text.length, index, 1, Number.MAX_SAFE_INTEGER);
  if (span === null) return [];
  const firstLine = Math.max(0, indexAt(starts, unit.start));
  const rows: Row[] = [];
  for (let line = indexAt(starts, span.start); line <= indexAt(starts, span.end - 1); line++) {
    const [start, end] = [starts[line] ?? 0, Math.min(starts[line + 1] ?? text.length, span.end)];
    const own: Cell[] = [];
    for (let cell = indexAt(cells.starts, end - 1); cell >= 0 && (cells.starts[cell] ?? 0) >= start; cell--) {
      const next = Math.min(cells.starts[cell + 1] ?? text.length, end);
      // A tab or the line's end stands behind each cell.
      own.unshift({
        column: cells.columns[cell] ?? 0,
        text: text.slice(cells.starts[cell], next).replace(/[\t\n]$/, ""),
      });
    }
    rows.push({ row: sourceLine(layout.lines, line, firstLine), cells: own });
  }
  return rows;
}

/** Of CSV: a record may reach over several lines; `rows` of the layout says which record a line belongs to. */
function recordsOf(text: string, layout: Layout, ext: string): Row[] {
  const separator = ext === "tsv" || ext === "tab" ? "\t" : findSeparator(text);
  const starts = lineStarts(text);
  const records = new Map<number, string>();
  for (let line = 0; line < starts.length; line++) {
    const row = layout.lines.rows?.[line] ?? line + 1;
    const source = text.slice(starts[line], starts[line + 1] ?? text.length);
    if (row > 0) records.set(row, (records.get(row) ?? "") + source);
  }
  return [...records].map(([row, source]) => ({ row, cells: fieldsOf(source.replace(/\n+$/, ""), separator) }));
}

/** Fields of one record: quotes around a field go, doubled quotes within are one; a stray quote is a character. */
function fieldsOf(record: string, separator: string): Cell[] {
  const cells: Cell[] = [];
  for (let at = 0; at <= record.length; ) {
    const quoted = record[at] === '"' ? /^"((?:[^"]|"")*)"/.exec(record.slice(at)) : null;
    const whole = quoted?.[0] ?? "";
    const isField =
      quoted !== null && (at + whole.length === record.length || record.startsWith(separator, at + whole.length));
    const next = isField ? at + whole.length : record.indexOf(separator, at);
    const end = next === -1 ? record.length : next;
    const text = isField ? (quoted[1] ?? "").replaceAll('""', '"') : record.slice(at, end);
    cells.push({ column: cells.length, text });
    at = end + separator.length;
    if (end === record.length) break;
  }
  return cells;
}
