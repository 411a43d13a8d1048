/**
 * ODS: sheets by their stored cells. Empty rows and cells cost nothing for any number of repetitions; filled cells are repeated
 * as in the file, up to the cap on characters. Formulas are written as in XLSX, and never evaluated.
 */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder, HIDDEN } from "./document-builder.ts";
import { refuseEncryptedOdf } from "./odf-package.ts";
import { SHEET_COLUMNS, SHEET_ROWS } from "./sheet-drawings.ts";
import { attribute, readXml, type XmlHandler } from "./xml.ts";
import type { ZipArchive } from "./zip.ts";

/** Throws FileError: those of the zip container and of XML, `encrypted`, `corrupt`, `too_many_chars`, `too_many_pages`. */
export function extractOds(zip: ZipArchive): Document {
  refuseEncryptedOdf(zip);
  const content = zip.read("content.xml");
  if (content === null) throw new FileError("corrupt", "the container has no content.xml");
  return sheetsOf(content, "content.xml");
}

/** As `extractOds`, for a document that is one XML file (FODS). */
export function extractFlatOds(bytes: Uint8Array): Document {
  return sheetsOf(bytes, "the document");
}

function sheetsOf(content: Uint8Array, name: string): Document {
  const reader = new SheetReader();
  readXml(content, name, "plain", reader);
  return reader.builder.build();
}

/** Elements that hold tables or paragraphs but no cells of the sheet. */
const SKIPPED = new Set([
  "tracked-changes",
  "dde-links",
  "forms",
  "scripts",
  "creator",
  "date",
  "date-string",
  "binary-data",
  "master-styles",
]);

interface Cell {
  readonly column: number;
  readonly repeat: number;
  readonly formula: string;
  /** The stored value, if it may differ from the shown one. */
  readonly stored: string;
  shown: string;
  comments: string;
}

class SheetReader implements XmlHandler {
  readonly builder = new DocumentBuilder("sheet_row", "given");
  /** Hidden styles of tables. */
  readonly #hiddenStyles = new Set<string>();
  #style = "";
  #skipDepth = 0;
  /** Next row, and the repeat count of the open row. */
  #row = 0;
  #rowRepeat = 1;
  #column = 0;
  #cells: Cell[] = [];
  #cell: Cell | null = null;
  #paragraphs = 0;
  #comments = 0;
  #inTable = 0;
  #shape = "";

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth++;
      return;
    }
    if (SKIPPED.has(name)) {
      this.#skipDepth = 1;
      return;
    }
    switch (name) {
      case "style":
        this.#style = attribute(attributes, "name");
        break;
      case "table-properties":
        if (attribute(attributes, "display") === "false") this.#hiddenStyles.add(this.#style);
        break;
      case "table":
        if (this.#inTable++ === 0) this.#openSheet(attributes);
        break;
      case "table-row":
        if (this.#inTable > 1) break;
        this.#rowRepeat = count(attribute(attributes, "number-rows-repeated"));
        this.#column = 0;
        this.#cells = [];
        break;
      case "table-cell":
      case "covered-table-cell":
        // Text of a table within a cell belongs to that cell.
        if (this.#inTable === 1) this.#openCell(attributes);
        break;
      case "annotation":
        this.#comments++;
        break;
      case "p":
        this.#paragraphs++;
        this.#add(" ");
        break;
      case "s":
      case "tab":
      case "line-break":
        this.#add(" ");
        break;
    }
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    switch (name) {
      case "table":
        if (--this.#inTable === 0) this.builder.closeUnit();
        break;
      case "table-row":
        if (this.#inTable === 1) this.#endRow();
        break;
      case "table-cell":
      case "covered-table-cell":
        if (this.#inTable === 1) this.#endCell();
        break;
      case "annotation":
        this.#comments--;
        break;
      case "p":
        this.#paragraphs--;
        // Text that lies on the sheet, outside all cells.
        if (this.#cell === null) this.#endShape();
        break;
    }
  }

  text(text: string): void {
    if (this.#skipDepth === 0 && this.#paragraphs > 0) this.#add(text);
  }

  #add(text: string): void {
    if (this.#inTable === 0) return;
    if (this.#cell === null) this.#shape += text;
    else if (this.#comments > 0) this.#cell.comments += text;
    else this.#cell.shown += text;
  }

  #openSheet(attributes: Readonly<Record<string, string>>): void {
    const hidden = this.#hiddenStyles.has(attribute(attributes, "style-name"));
    this.builder.openUnit("sheet", attribute(attributes, "name"), hidden ? HIDDEN : undefined);
    this.#row = 0;
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    this.#cell = {
      column: this.#column,
      repeat: count(attribute(attributes, "number-columns-repeated")),
      formula: attribute(attributes, "formula"),
      stored:
        attribute(attributes, "date-value") || attribute(attributes, "value") || attribute(attributes, "string-value"),
      shown: "",
      comments: "",
    };
  }

  #endCell(): void {
    const cell = this.#cell;
    if (cell === null) return;
    this.#cell = null;
    this.#column += cell.repeat;
    if (cell.shown.trim() !== "" || cell.comments.trim() !== "" || cell.formula !== "" || cell.stored !== "")
      this.#cells.push(cell);
  }

  #endRow(): void {
    const [row, repeat] = [this.#row, this.#rowRepeat];
    this.#row += repeat;
    if (this.#cells.length === 0) return;
    if (row + repeat > SHEET_ROWS) throw new FileError("corrupt", `a cell lies beyond row ${SHEET_ROWS}`);
    const texts: string[] = [];
    const columns: number[] = [];
    let chars = 0;
    for (const cell of this.#cells) {
      if (cell.column + cell.repeat > SHEET_COLUMNS) throw new FileError("corrupt", "a cell lies beyond column XFD");
      const text = cellText(cell);
      for (let i = 0; i < cell.repeat; i++) {
        chars += text.length + 1;
        this.builder.reserve(chars);
        texts.push(text);
        columns.push(cell.column + i);
      }
    }
    this.builder.reserve(chars * repeat);
    for (let i = 0; i < repeat; i++) this.builder.cells(texts, columns, row + i + 1);
    this.#cells = [];
  }

  #endShape(): void {
    const text = this.#shape.replace(/\s+/g, " ").trim();
    this.#shape = "";
    if (text !== "") this.builder.cells([text], [0], Math.min(this.#row + 1, SHEET_ROWS));
  }
}

function cellText({ shown, stored, formula, comments }: Cell): string {
  const text = shown.replace(/\s+/g, " ").trim();
  const parts = [text];
  // A date-time shows its time in a format of the document; people search for the date.
  const value = stored.replace(/T.*$/, "");
  if (value !== "" && !text.includes(value)) parts.push(value);
  if (formula !== "") parts.push(plainFormula(formula));
  parts.push(comments.replace(/\s+/g, " ").trim());
  return parts.filter((part) => part !== "").join(" ");
}

/** "of:=SUM([.A5:.A6];[$Other.B1])" as "=SUM(A5:A6,Other!B1)". */
function plainFormula(formula: string): string {
  const body = formula.replace(/^[a-z]+:/i, "").replace(/^=*/, "=");
  return body.replace(/"[^"]*"|\[([^\]]*)\]|;/g, (match, reference: string | undefined) => {
    if (match === ";") return ",";
    if (reference === undefined) return match;
    return reference.replace(/\$?('[^']*'|[^'.:$]*)\.(?=\$?[A-Z])/g, (_, sheet: string) =>
      sheet === "" ? "" : `${sheet}!`,
    );
  });
}

function count(text: string): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? Math.min(number, SHEET_ROWS) : 1;
}
