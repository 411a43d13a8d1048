/**
 * PDFium (wasm) behind a few calls: open, page text, annotations, form values, close. Every handle and buffer is freed
 * explicitly, since wasm memory never shrinks. Runs only in a child process: nothing else can stop a loop inside wasm.
 */
import { init } from "@embedpdf/pdfium";
import wasmPath from "../../build/engines/pdfium.bin" with { type: "file" };
import { readCompressed } from "../compressed-asset.ts";
import { FileError } from "../errors.ts";
import { pageExtras } from "./pdf-annotations.ts";
import { type GlyphNames, glyphNamesOf } from "./pdf-glyph-names.ts";
import { memoryOf, type PdfModule, sizedString, unwrapHotCalls, withBuffer } from "./pdf-memory.ts";
import { pageText } from "./pdf-page.ts";

/** FPDF_GetLastError. */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

/** fpdf_doc.h: an action that leads to a place in this document. */
const ACTION_GOTO = 1;
/** Most entries of an outline that are read. */
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
  /** Contents of annotations, values of form fields, and texts that only appearances show. */
  readonly extras: readonly string[];
  /** Characters that no table of their font maps. */
  readonly unmapped: number;
}

export interface OutlineEntry {
  readonly title: string;
  /** From 0. */
  readonly page: number;
  /** From 1. */
  readonly level: number;
}

let engine: Promise<PdfModule> | null = null;

async function loadEngine(): Promise<PdfModule> {
  const module = await init({ wasmBinary: readCompressed(wasmPath).buffer });
  module.PDFiumExt_Init();
  unwrapHotCalls(module);
  return module;
}

/** A document in the engine's memory. */
export interface LoadedPdf {
  readonly module: PdfModule;
  readonly handle: number;
  readonly data: number;
}

/**
 * Loads a PDF; an empty user password is accepted, as in every viewer. Throws FileError `encrypted` or `corrupt`. After an
 * exception inside the engine its memory cannot be trusted: call `discardEngine` and load again.
 */
export async function loadPdf(bytes: Uint8Array): Promise<LoadedPdf> {
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
  return { module, handle, data };
}

/** Frees the document of `loadPdf`. */
export function closePdf({ module, handle, data }: LoadedPdf): void {
  module.FPDF_CloseDocument(handle);
  module.pdfium.wasmExports.free(data);
}

/** Opens a PDF for reading its texts. Throws as `loadPdf`. */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  return new OpenPdf(await loadPdf(bytes));
}

/** Forgets the engine; the next document gets a fresh one. */
export function discardEngine(): void {
  engine = null;
}

class OpenPdf implements PdfDocument {
  readonly pages: number;
  readonly #loaded: LoadedPdf;
  readonly #module: PdfModule;
  readonly #handle: number;
  readonly #formInfo: number;
  readonly #form: number;
  #names: ReadonlyMap<string, GlyphNames> | null = null;

  constructor(loaded: LoadedPdf) {
    const { module, handle } = loaded;
    this.#loaded = loaded;
    this.#module = module;
    this.#handle = handle;
    this.pages = module.FPDF_GetPageCount(handle);
    // The form environment finds values that a field inherits from its parent; no action or script is ever run.
    this.#formInfo = module.PDFiumExt_OpenFormFillInfo();
    this.#form = module.PDFiumExt_InitFormFillEnvironment(handle, this.#formInfo);
  }

  page(index: number): PdfPage | null {
    const page = this.#module.FPDF_LoadPage(this.#handle, index);
    if (page === 0) return null;
    try {
      const names = () => this.#glyphNames();
      const { text, unmapped } = pageText(this.#module, page, names);
      const handles = { document: this.#handle, form: this.#form, page };
      const extras = pageExtras(this.#module, handles, index, names);
      return { text, extras: extras.texts, unmapped: unmapped + extras.unmapped };
    } finally {
      this.#module.FPDF_ClosePage(page);
    }
  }

  outline(): readonly OutlineEntry[] {
    const entries: OutlineEntry[] = [];
    // A hostile outline may be cyclic.
    const seen = new Set<number>();
    const walk = (parent: number, level: number) => {
      let entry = this.#module.FPDFBookmark_GetFirstChild(this.#handle, parent);
      while (entry !== 0 && !seen.has(entry) && seen.size < OUTLINE_ENTRIES) {
        seen.add(entry);
        const title = sizedString(this.#module, (buffer, size) =>
          this.#module.FPDFBookmark_GetTitle(entry, buffer, size),
        ).trim();
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
    closePdf(this.#loaded);
  }

  /** The page that an outline entry leads to, -1 for none and for other documents. */
  #pageOf(entry: number): number {
    let target = this.#module.FPDFBookmark_GetDest(this.#handle, entry);
    if (target === 0) {
      const action = this.#module.FPDFBookmark_GetAction(entry);
      if (action === 0 || this.#module.FPDFAction_GetType(action) !== ACTION_GOTO) return -1;
      target = this.#module.FPDFAction_GetDest(this.#handle, action);
    }
    return target === 0 ? -1 : this.#module.FPDFDest_GetDestPageIndex(this.#handle, target);
  }

  /** Computed at the first use. */
  #glyphNames(): ReadonlyMap<string, GlyphNames> {
    this.#names ??= glyphNames(this.#loaded);
    return this.#names;
  }
}

/** Names of glyphs by font: from a copy that the engine writes, because no call of the engine returns them. */
export function glyphNames({ module, handle }: LoadedPdf): ReadonlyMap<string, GlyphNames> {
  const writer = module.PDFiumExt_OpenFileWriter();
  try {
    module.PDFiumExt_SaveAsCopy(handle, writer);
    const size = module.PDFiumExt_GetFileWriterSize(writer);
    if (size <= 0) return new Map();
    return withBuffer(module, size, (buffer) => {
      const written = module.PDFiumExt_GetFileWriterData(writer, buffer, size);
      return glyphNamesOf(memoryOf(module).slice(buffer, buffer + Math.min(written, size)));
    });
  } finally {
    module.PDFiumExt_CloseFileWriter(writer);
  }
}
