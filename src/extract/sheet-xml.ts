/** Workbooks of Excel 2002 and 2003 as one XML file (SpreadsheetML): a sheet is a unit, a row with its number a line. */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder, HIDDEN } from "./document-builder.ts";
import { SHEET_COLUMNS, SHEET_ROWS } from "./sheet-drawings.ts";
import { attribute, readXml, type XmlHandler } from "./xml.ts";

/** Whether the bytes are such a workbook. */
export function isSheetXml(bytes: Uint8Array): boolean {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, 4096)).replace(/\0/g, "");
  return beginning.includes("urn:schemas-microsoft-com:office:spreadsheet") && /<(\w+:)?Workbook[\s>]/.test(beginning);
}

/** Throws FileError: those of XML, `corrupt`, `too_many_chars`, `too_many_pages`. */
export function extractSheetXml(bytes: Uint8Array): Document {
  const reader = new SheetXmlReader();
  readXml(bytes, "the workbook", "plain", reader);
  return reader.builder.build();
}

class SheetXmlReader implements XmlHandler {
  readonly builder = new DocumentBuilder("sheet_row", "given");
  #row = 0;
  #column = 0;
  #texts: string[] = [];
  #columns: number[] = [];
  #formula = "";
  #data = "";
  #comment = "";
  /** The open text of a cell. */
  #open: "Data" | "Comment" | null = null;
  #isVisible = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const index = Number(attribute(attributes, "Index"));
    switch (name) {
      case "Worksheet":
        this.builder.openUnit("sheet", attribute(attributes, "Name"));
        this.#row = 0;
        break;
      case "Visible":
        this.#isVisible = true;
        break;
      case "Row":
        this.#row = index > 0 ? index : this.#row + 1;
        if (this.#row > SHEET_ROWS) throw new FileError("corrupt", `a cell lies beyond row ${SHEET_ROWS}`);
        this.#column = 0;
        this.#texts = [];
        this.#columns = [];
        break;
      case "Cell":
        this.#column = index > 0 ? index : this.#column + 1;
        if (this.#column > SHEET_COLUMNS) throw new FileError("corrupt", "a cell lies beyond column XFD");
        this.#formula = attribute(attributes, "Formula");
        this.#data = "";
        this.#comment = "";
        break;
      case "Data":
      case "Comment":
        this.#open = name;
        break;
    }
  }

  close(name: string): void {
    switch (name) {
      case "Worksheet":
        this.builder.closeUnit();
        break;
      case "Visible":
        this.#isVisible = false;
        break;
      case "Row":
        if (this.#texts.length > 0) this.builder.cells(this.#texts, this.#columns, this.#row);
        break;
      case "Cell":
        this.#endCell();
        break;
      case "Data":
      case "Comment":
        this.#open = null;
        break;
    }
  }

  text(text: string): void {
    if (this.#open === "Data") this.#data += text;
    else if (this.#open === "Comment") this.#comment += text;
    else if (this.#isVisible && /^Sheet(Very)?Hidden$/.test(text.trim())) this.builder.mark(HIDDEN);
  }

  #endCell(): void {
    // A time of midnight marks a plain date.
    const data = this.#data.trim().replace(/^(\d{4}-\d\d-\d\d)T00:00:00(\.0+)?$/, "$1");
    const parts = [data.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.0+)?$/, "$1 $2"), this.#formula, this.#comment];
    const text = parts
      .map((part) => part.replace(/\s+/g, " ").trim())
      .filter((part) => part !== "")
      .join(" ");
    if (text === "") return;
    this.#texts.push(text);
    this.#columns.push(this.#column - 1);
  }
}
