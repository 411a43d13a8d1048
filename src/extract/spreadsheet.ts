/**
 * XLSX, XLSB and XLS (ODS has its own reader): a sheet is a unit, a stored row a line, a stored cell a part of the line. A
 * cell's text is its formatted text, the stored value if different, the formula's text, and its comments. Nothing is evaluated;
 * the declared range of a sheet is never walked (SheetJS/sheetjs#764: 30 s and 560 MB for a file of 1.4 KB).
 */
import { type CellObject, type ParsingOptions, parse_zip, read, type WorkBook, type WorkSheet } from "xlsx";
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { bufferOf, CompoundFile } from "./compound-file.ts";
import { DocumentBuilder, HIDDEN } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { isFlatOdf } from "./odf-package.ts";
import { extractFlatOds, extractOds } from "./ods.ts";
import { isOle } from "./ole.ts";
import { OoxmlPackage } from "./ooxml-package.ts";
import { type DrawnText, drawnTexts, SHEET_COLUMNS, SHEET_ROWS } from "./sheet-drawings.ts";
import { cellText, type Epoch, shownText } from "./sheet-values.ts";
import { extractSheetXml, isSheetXml } from "./sheet-xml.ts";
import { checkRecords } from "./xlsb-records.ts";
import { decodeXml } from "./xml.ts";
import { looksLikeZip, type ZipArchive } from "./zip.ts";

/** First words of workbooks of the four BIFF generations outside an OLE container. */
const BIFF_STARTS = [0x0009, 0x0209, 0x0409, 0x0809];

/** Parts of a workbook that are read; pictures, macros, caches and printer settings are not inflated. */
const NEEDED = /\.(xml|rels|bin|vml)$/i;
const NOT_NEEDED =
  /(^|\/)(media|embeddings|externalLinks|pivotCache|printerSettings|ctrlProps|activeX|theme|customXml)\/|vbaProject|calcChain|Thumbnails|^Configurations|settings\.xml$/i;

const OPTIONS = {
  dense: true,
  cellFormula: true,
  cellNF: true,
  cellHTML: false,
  // A formula without a stored value is a stub.
  sheetStubs: true,
} as const satisfies ParsingOptions;

/** The library's interface to an entry of a container that other code opened (JSZip 2). */
interface PartOfZip {
  readonly name: string;
  asNodeBuffer(): Buffer;
}

declare module "xlsx" {
  /** Exported by the library, but not in its types. */
  function parse_zip(zip: { readonly files: Readonly<Record<string, PartOfZip>> }, options?: ParsingOptions): WorkBook;
}

/** A workbook, and the texts on its sheets beside the cells. */
interface OpenWorkbook {
  readonly book: WorkBook;
  readonly drawn: ReadonlyMap<string, readonly DrawnText[]>;
}

/** Throws FileError: those of containers, `encrypted`, `corrupt`, `empty_document`, `too_many_chars`, `too_many_pages`. */
export function extractSpreadsheet(input: ExtractInput): Document {
  const { bytes } = input;
  if (bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  if (isFlatOdf(bytes)) return extractFlatOds(bytes);
  if (isSheetXml(bytes)) return extractSheetXml(bytes);
  const office = looksLikeZip(bytes) ? new OoxmlPackage(bytes) : null;
  if (office?.zip.has("content.xml") === true) return extractOds(office.zip);
  const { book, drawn } = office === null ? openBinary(bytes) : openPackage(office);
  const builder = new DocumentBuilder("sheet_row", "given");
  const epoch = { date1904: book.Workbook?.WBProps?.date1904 === true };
  book.SheetNames.forEach((name, i) => {
    const sheet = book.Sheets[name];
    if (sheet === undefined)
      throw new FileError("corrupt", `sheet ${JSON.stringify(name.slice(0, 80))} cannot be read`);
    builder.openUnit("sheet", name, (book.Workbook?.Sheets?.[i]?.Hidden ?? 0) > 0 ? HIDDEN : undefined);
    addSheet(builder, sheet, epoch, drawn.get(name) ?? []);
  });
  return builder.build();
}

function openPackage(office: OoxmlPackage): OpenWorkbook {
  const book = parse(new WorkbookParts(office.zip));
  return { book, drawn: office.zip.has("xl/workbook.xml") ? drawnTexts(office) : new Map() };
}

/** The library accepts any bytes as CSV, so the magic is checked first; the file's name does not count. */
function openBinary(bytes: Uint8Array): OpenWorkbook {
  if (isOle(bytes)) return { book: parse(workbookStream(bytes)), drawn: new Map() };
  if (BIFF_STARTS.includes((bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8)))
    return { book: parse(bufferOf(bytes)), drawn: new Map() };
  throw new FileError("corrupt", "this is no workbook, whatever its name says");
}

/** The stream of an XLS file with the cells. Property streams are not read: their reader trusts any count. */
function workbookStream(bytes: Uint8Array): Buffer {
  const container = new CompoundFile(bytes);
  const content = container.stream("Workbook") ?? container.stream("Book");
  if (content !== null) return content;
  if (container.has("EncryptedPackage")) throw new FileError("encrypted", "the workbook is protected by a password");
  throw new FileError("corrupt", "the container holds no workbook");
}

/**
 * The parts of a workbook, each inflated when the library requests it, so they are not all in memory. The library ignores
 * errors of single parts: the first error is kept and thrown at the end.
 */
class WorkbookParts {
  readonly files: Readonly<Record<string, PartOfZip>>;
  failure: unknown = null;

  constructor(zip: ZipArchive) {
    if (!zip.has("[Content_Types].xml")) throw new FileError("corrupt", "the container holds no workbook");
    const files: Record<string, PartOfZip> = {};
    for (const name of zip.names) {
      if (NEEDED.test(name) && !NOT_NEEDED.test(name))
        files[name] = { name, asNodeBuffer: () => this.#read(zip, name) };
    }
    zip.check(Object.keys(files));
    this.files = files;
  }

  #read(zip: ZipArchive, name: string): Buffer {
    try {
      const part = zip.read(name) ?? new Uint8Array(0);
      if (!/\.bin$/i.test(name)) refuseDoctype(part, name);
      else checkRecords(part);
      return bufferOf(part);
    } catch (cause) {
      this.failure ??= cause;
      throw cause;
    }
  }
}

/** The library ignores document types, but would read the expansion of their entities as text. */
function refuseDoctype(part: Uint8Array, name: string): void {
  const utf16 = part[0] === 0xff || part[0] === 0xfe;
  const found = utf16 ? decodeXml(part, name).includes("<!DOCTYPE") : bufferOf(part).includes("<!DOCTYPE");
  if (found) throw new FileError("xml_doctype", `${name} declares a document type, which this format forbids`);
}

function parse(source: Buffer | WorkbookParts): WorkBook {
  try {
    if (!(source instanceof WorkbookParts)) return read(source, { ...OPTIONS, type: "buffer" });
    const book = parse_zip(source, { ...OPTIONS });
    if (source.failure !== null) throw source.failure;
    return book;
  } catch (cause) {
    if (source instanceof WorkbookParts && source.failure instanceof FileError) throw source.failure;
    const message = cause instanceof Error ? cause.message : String(cause);
    if (/password|encrypt/i.test(message))
      throw new FileError("encrypted", "the workbook is protected by a password", { cause });
    // The library's own message ("undefined is not an object") does not help a user.
    throw new FileError("corrupt", "the workbook is damaged: a part of it is missing or not what its format says", {
      cause,
    });
  }
}

function addSheet(builder: DocumentBuilder, sheet: WorkSheet, epoch: Epoch, drawn: readonly DrawnText[]): void {
  const rows = sheet["!data"] ?? [];
  const waiting = [...drawn].sort((a, b) => a.row - b.row || a.column - b.column);
  const addRow = (index: number, cells: readonly (CellObject | undefined)[]) => {
    const texts: string[] = [];
    const columns: number[] = [];
    let chars = 0;
    const add = (text: string, column: number) => {
      if (text === "") return;
      if (column >= SHEET_COLUMNS) throw new FileError("corrupt", "a cell lies beyond column XFD");
      texts.push(text);
      columns.push(column);
      // One long string may stand in thousands of cells: its copies are counted before joining.
      chars += text.length + 1;
      builder.reserve(chars);
    };
    eachCell(cells, (cell, column) => add(cellWords(cell, epoch), column));
    for (; waiting[0] !== undefined && waiting[0].row <= index; waiting.shift())
      add(waiting[0].text, waiting[0].column);
    if (texts.length > 0) builder.cells(texts, columns, index + 1);
  };
  // Holes of a sparse array cost nothing here, even when the last row is the millionth.
  for (const key in rows) {
    const index = Number(key);
    if (!(index < SHEET_ROWS)) throw new FileError("corrupt", `a cell lies beyond row ${SHEET_ROWS}`);
    while (waiting[0] !== undefined && waiting[0].row < index) addRow(waiting[0].row, []);
    addRow(index, rows[key] ?? []);
  }
  while (waiting[0] !== undefined) addRow(waiting[0].row, []);
}

/** A short row is walked by index, which is faster; a long row by its keys, as it may be nearly all holes. */
function eachCell(cells: readonly (CellObject | undefined)[], use: (cell: CellObject, column: number) => void): void {
  if (cells.length <= 256) {
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column];
      if (cell !== undefined && cell !== null) use(cell, column);
    }
    return;
  }
  for (const key in cells) {
    const cell = cells[key];
    if (cell !== undefined && cell !== null) use(cell, Number(key));
  }
}

function cellWords(cell: CellObject, epoch: Epoch): string {
  let text = shownText(cell, epoch);
  if (cell.t === "n" && typeof cell.v === "number") {
    const stored = cellText(cell.v, cell.z, epoch, text);
    if (stored !== "") text = text === "" ? stored : `${text} ${stored}`;
  }
  if (cell.f === undefined && cell.c === undefined) return text;
  // Functions newer than the file format have a prefix that nobody types.
  if (cell.f !== undefined) text += ` =${cell.f.replace(/_xl(fn|ws)\./g, "")}`;
  for (const comment of cell.c ?? []) text += ` ${comment.t.trim()}`;
  return text.trim();
}
