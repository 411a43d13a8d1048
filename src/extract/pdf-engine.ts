/**
 * PDFium (wasm) behind a few calls: open, page text, annotations, form values, close. Every handle and buffer is freed by
 * hand, since wasm memory never shrinks. Runs in a child process only: a loop inside wasm cannot be stopped otherwise.
 */
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import wasmPath from "../../build/engines/pdfium.bin" with { type: "file" };
import { readCompressed } from "../compressed-asset.ts";
import { FileError } from "../errors.ts";

/** FPDF_GetLastError. */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

/** fpdf_annot.h. */
const ANNOT_POPUP = 16;
const ANNOT_WIDGET = 20;
/** fpdf_formfill.h: field types whose value is text a person entered or chose. */
const FIELD_COMBO = 4;
const FIELD_LIST = 5;
const FIELD_TEXT = 6;
/** fpdf_doc.h: an action that leads to a place in this document. */
const ACTION_GOTO = 1;
/** PDF 32000-1, table 228: bit 14 of a text field's flags. */
const FLAG_PASSWORD = 1 << 13;

const ANNOTATIONS_PER_PAGE = 10_000;
/** Entries of an outline that are read. */
const OUTLINE_ENTRIES = 5_000;
const OUTLINE_DEPTH = 8;

export interface PdfDocument {
  readonly pages: number;
  /** Raw characters of page `index` from 0, null when the page cannot be loaded. */
  page(index: number): PdfPage | null;
  /** Entries of the outline (bookmarks) that lead to a page of this document, in the outline's order. */
  outline(): readonly OutlineEntry[];
  close(): void;
}

export interface PdfPage {
  readonly text: string;
  /** Contents of annotations and values of form fields, in page order. */
  readonly extras: readonly string[];
}

export interface OutlineEntry {
  readonly title: string;
  /** From 0. */
  readonly page: number;
  /** From 1. */
  readonly level: number;
}

let engine: Promise<WrappedPdfiumModule> | null = null;

async function loadEngine(): Promise<WrappedPdfiumModule> {
  const module = await init({ wasmBinary: readCompressed(wasmPath).buffer });
  module.PDFiumExt_Init();
  return module;
}

/**
 * Opens a PDF; one whose user password is empty opens as in every viewer. Throws FileError `encrypted` or `corrupt`.
 * After an exception inside the engine its memory cannot be trusted: `discardEngine` and open anew.
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  engine ??= loadEngine();
  const module = await engine;
  const data = module.pdfium.wasmExports.malloc(bytes.length);
  if (data === 0) throw new FileError("memory_limit", "the PDF does not fit into the reader's memory");
  memoryOf(module).set(bytes, data);
  const handle = module.FPDF_LoadMemDocument(data, bytes.length, "");
  if (handle === 0) {
    const error = module.FPDF_GetLastError();
    module.pdfium.wasmExports.free(data);
    if (error === ERROR_PASSWORD) throw new FileError("encrypted", "the PDF needs a password");
    if (error === ERROR_SECURITY)
      throw new FileError("encrypted", "the PDF is protected by an unknown security handler");
    throw new FileError("corrupt", "this is no PDF that can be opened");
  }
  return new OpenPdf(module, handle, data);
}

/** Forgets the engine; the next document gets a fresh one. */
export function discardEngine(): void {
  engine = null;
}

/** The wasm memory as it lies now. The package's types name it only where Emscripten's own are installed. */
function memoryOf(module: WrappedPdfiumModule): Uint8Array {
  const { pdfium } = module;
  if ("HEAPU8" in pdfium && pdfium.HEAPU8 instanceof Uint8Array) return pdfium.HEAPU8;
  throw new Error("the PDF engine shows no memory");
}

class OpenPdf implements PdfDocument {
  readonly pages: number;
  readonly #module: WrappedPdfiumModule;
  readonly #handle: number;
  readonly #data: number;
  readonly #formInfo: number;
  readonly #form: number;

  constructor(module: WrappedPdfiumModule, handle: number, data: number) {
    this.#module = module;
    this.#handle = handle;
    this.#data = data;
    this.pages = module.FPDF_GetPageCount(handle);
    // The form environment finds values that a field inherits from its parent; no action or script is ever run.
    this.#formInfo = module.PDFiumExt_OpenFormFillInfo();
    this.#form = module.PDFiumExt_InitFormFillEnvironment(handle, this.#formInfo);
  }

  page(index: number): PdfPage | null {
    const page = this.#module.FPDF_LoadPage(this.#handle, index);
    if (page === 0) return null;
    try {
      return { text: this.#text(page), extras: this.#extras(page) };
    } finally {
      this.#module.FPDF_ClosePage(page);
    }
  }

  outline(): readonly OutlineEntry[] {
    const entries: OutlineEntry[] = [];
    // A hostile outline is a ring.
    const seen = new Set<number>();
    const walk = (parent: number, level: number) => {
      let entry = this.#module.FPDFBookmark_GetFirstChild(this.#handle, parent);
      while (entry !== 0 && !seen.has(entry) && seen.size < OUTLINE_ENTRIES) {
        seen.add(entry);
        const title = this.#sized((buffer, size) => this.#module.FPDFBookmark_GetTitle(entry, buffer, size)).trim();
        const page = this.#pageOf(entry);
        if (title !== "" && page >= 0 && page < this.pages) entries.push({ title, page, level });
        if (level < OUTLINE_DEPTH) walk(entry, level + 1);
        entry = this.#module.FPDFBookmark_GetNextSibling(this.#handle, entry);
      }
    };
    walk(0, 1);
    return entries;
  }

  close(): void {
    this.#module.PDFiumExt_ExitFormFillEnvironment(this.#form);
    this.#module.PDFiumExt_CloseFormFillInfo(this.#formInfo);
    this.#module.FPDF_CloseDocument(this.#handle);
    this.#module.pdfium.wasmExports.free(this.#data);
  }

  /** Page an outline entry leads to, -1 for none and for other documents. */
  #pageOf(entry: number): number {
    let target = this.#module.FPDFBookmark_GetDest(this.#handle, entry);
    if (target === 0) {
      const action = this.#module.FPDFBookmark_GetAction(entry);
      if (action === 0 || this.#module.FPDFAction_GetType(action) !== ACTION_GOTO) return -1;
      target = this.#module.FPDFAction_GetDest(this.#handle, action);
    }
    return target === 0 ? -1 : this.#module.FPDFDest_GetDestPageIndex(this.#handle, target);
  }

  #text(page: number): string {
    const textPage = this.#module.FPDFText_LoadPage(page);
    if (textPage === 0) return "";
    try {
      const count = this.#module.FPDFText_CountChars(textPage);
      if (count <= 0) return "";
      // Characters beyond the BMP count once and take two units; the last unit is a terminating NUL.
      const units = 2 * count + 1;
      return this.#string(2 * units, (buffer) => 2 * this.#module.FPDFText_GetText(textPage, 0, units - 1, buffer));
    } finally {
      this.#module.FPDFText_ClosePage(textPage);
    }
  }

  #extras(page: number): string[] {
    const extras: string[] = [];
    const count = Math.min(this.#module.FPDFPage_GetAnnotCount(page), ANNOTATIONS_PER_PAGE);
    for (let i = 0; i < count; i++) {
      const annotation = this.#module.FPDFPage_GetAnnot(page, i);
      if (annotation === 0) continue;
      try {
        const subtype = this.#module.FPDFAnnot_GetSubtype(annotation);
        // A pop-up repeats the contents of the note it belongs to.
        if (subtype === ANNOT_POPUP) continue;
        const text =
          subtype === ANNOT_WIDGET ? this.#fieldValue(annotation) : this.#annotationString(annotation, "Contents");
        if (text.trim() !== "") extras.push(text);
      } finally {
        this.#module.FPDFPage_CloseAnnot(annotation);
      }
    }
    return extras;
  }

  #fieldValue(annotation: number): string {
    const type = this.#module.FPDFAnnot_GetFormFieldType(this.#form, annotation);
    if (type !== FIELD_TEXT && type !== FIELD_COMBO && type !== FIELD_LIST) return "";
    if (type === FIELD_TEXT && (this.#module.FPDFAnnot_GetFormFieldFlags(this.#form, annotation) & FLAG_PASSWORD) !== 0)
      return "";
    return this.#sized((buffer, size) =>
      this.#module.FPDFAnnot_GetFormFieldValue(this.#form, annotation, buffer, size),
    );
  }

  #annotationString(annotation: number, key: string): string {
    return this.#sized((buffer, size) => this.#module.FPDFAnnot_GetStringValue(annotation, key, buffer, size));
  }

  /** A call that answers with the bytes it needs when given no buffer. */
  #sized(call: (buffer: number, size: number) => number): string {
    const size = call(0, 0);
    return size <= 2 ? "" : this.#string(size, (buffer) => call(buffer, size));
  }

  /** `fill` writes UTF-16LE with a terminating NUL into a buffer and returns the bytes written. */
  #string(size: number, fill: (buffer: number) => number): string {
    const { pdfium } = this.#module;
    const buffer = pdfium.wasmExports.malloc(size);
    if (buffer === 0) throw new FileError("memory_limit", "the page does not fit into the reader's memory");
    try {
      const written = Math.min(fill(buffer), size);
      // The view is taken after the call, which may have moved the memory. Written by PDFium itself: lone surrogates occur.
      return new TextDecoder("utf-16le").decode(
        memoryOf(this.#module).subarray(buffer, buffer + Math.max(0, written - 2)),
      );
    } finally {
      pdfium.wasmExports.free(buffer);
    }
  }
}
