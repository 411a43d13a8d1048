/** Text boxes, shapes and chart titles that lie on the sheets of an XLSX workbook, each with the cell it is anchored to. */
import { chartText } from "./ooxml-chart.ts";
import type { OoxmlPackage } from "./ooxml-package.ts";
import { OoxmlTextReader } from "./ooxml-text.ts";

/** The last cell of a sheet is XFD1048576. */
export const SHEET_ROWS = 1 << 20;
export const SHEET_COLUMNS = 1 << 14;

export interface DrawnText {
  /** From 0. */
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** By sheet name; sheets without drawings are not in the map. */
export function drawnTexts(office: OoxmlPackage): ReadonlyMap<string, readonly DrawnText[]> {
  const texts = new Map<string, DrawnText[]>();
  // Most workbooks have no drawings and need no search.
  if (!office.zip.names.some((name) => /\/drawings\/[^/]+\.xml$/i.test(name))) return texts;
  for (const [sheet, part] of sheetParts(office)) {
    const found = office.related(part, "drawing").flatMap((drawing) => readDrawing(office, drawing));
    if (found.length > 0) texts.set(sheet, found);
  }
  return texts;
}

function sheetParts(office: OoxmlPackage): [name: string, part: string][] {
  const workbook = office.mainPart("xl/workbook.xml");
  const targets = new Map(office.relationships(workbook).map(({ id, target }) => [id, target]));
  const parts: [string, string][] = [];
  office.readPart(workbook, {
    open(name, attributes) {
      if (name !== "sheet") return;
      const key = Object.keys(attributes).find((attributeName) => attributeName.endsWith(":id"));
      const target = targets.get(key === undefined ? "" : (attributes[key] ?? ""));
      if (target !== undefined) parts.push([attributes.name ?? "", target]);
    },
    close() {},
    text() {},
  });
  return parts;
}

function readDrawing(office: OoxmlPackage, part: string): DrawnText[] {
  const charts = new Map(office.relationships(part).map(({ id, target }) => [id, target]));
  const found: DrawnText[] = [];
  const reader = new OoxmlTextReader();
  const anchor = { row: 0, column: 0 };
  /** In the open element: row and column of a corner are elements of their own. */
  let corner = "";
  let field = "";
  office.readPart(part, {
    open(name, attributes) {
      reader.open(name, attributes);
      if (name === "from" || name === "to") corner = name;
      field = name;
      const id = name === "chart" ? attributes["r:id"] : undefined;
      const chart = id === undefined ? undefined : charts.get(id);
      if (chart !== undefined) for (const { text } of chartText(office, chart)) found.push({ ...anchor, text });
    },
    close(name) {
      reader.close(name);
      field = "";
      if (name === "from" || name === "to") corner = "";
      // twoCellAnchor, oneCellAnchor, absoluteAnchor
      if (name.endsWith("Anchor")) for (const { text } of reader.take()) found.push({ ...anchor, text });
    },
    text(text) {
      reader.text(text);
      if (corner !== "from") return;
      if (field === "row") anchor.row = within(text, SHEET_ROWS);
      else if (field === "col") anchor.column = within(text, SHEET_COLUMNS);
    },
  });
  return found;
}

/** A number of the file, clamped to the sheet's range. */
function within(text: string, count: number): number {
  return Math.min(Math.max(Math.trunc(Number(text)) || 0, 0), count - 1);
}
