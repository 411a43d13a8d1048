/** PDFium's memory: buffers of its heap, and the strings that its calls write into them. */
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { FileError } from "../errors.ts";

export type PdfModule = WrappedPdfiumModule;

/** Current view of the wasm memory: a call may move it. The package's types name it only with Emscripten's installed. */
export function memoryOf(module: PdfModule): Uint8Array<ArrayBuffer> {
  const { pdfium } = module;
  if ("HEAPU8" in pdfium && pdfium.HEAPU8 instanceof Uint8Array) return pdfium.HEAPU8 as Uint8Array<ArrayBuffer>;
  throw new Error("the PDF engine shows no memory");
}

/** Gives `use` a buffer of `size` bytes, which is freed afterwards. Throws FileError `memory_limit`. */
export function withBuffer<T>(module: PdfModule, size: number, use: (buffer: number) => T): T {
  const { malloc, free } = module.pdfium.wasmExports;
  const buffer = malloc(size);
  if (buffer === 0) throw new FileError("memory_limit", "the page does not fit into the reader's memory");
  try {
    return use(buffer);
  } finally {
    free(buffer);
  }
}

/** A call that returns the needed size in bytes without a buffer, and writes UTF-16LE with a terminating NUL. */
export function sizedString(module: PdfModule, call: (buffer: number, size: number) => number): string {
  const size = call(0, 0);
  return size <= 2 ? "" : utf16String(module, size, (buffer) => call(buffer, size));
}

/** `fill` writes UTF-16LE with a terminating NUL into a buffer of `size` bytes and returns the bytes written. */
export function utf16String(module: PdfModule, size: number, fill: (buffer: number) => number): string {
  return withBuffer(module, size, (buffer) => {
    const written = Math.min(fill(buffer), size);
    // PDFium itself writes the text: lone surrogates occur.
    return new TextDecoder("utf-16le").decode(memoryOf(module).subarray(buffer, buffer + Math.max(0, written - 2)));
  });
}

/** A call that returns the needed size in bytes, and writes Latin-1 or UTF-8 with a terminating NUL. */
export function sizedBytes(module: PdfModule, call: (buffer: number, size: number) => number): string {
  const size = call(0, 0);
  if (size <= 1) return "";
  return withBuffer(module, size, (buffer) => {
    const written = Math.min(call(buffer, size), size);
    return Buffer.from(memoryOf(module).subarray(buffer, buffer + Math.max(0, written - 1))).toString("utf8");
  });
}

/** Calls that are made for single characters, with numbers alone as arguments. */
const HOT_CALLS = [
  "FPDFText_HasUnicodeMapError",
  "FPDFText_GetCharIndexFromTextIndex",
  "FPDFText_GetCharOrigin",
  "FPDFText_GetLooseCharBox",
  "FPDFText_GetUnicode",
  "FPDFText_IsHyphen",
] as const;

/** The package checks and copies the arguments of every call, which costs more than these calls do. */
export function unwrapHotCalls(module: PdfModule): void {
  const { wasmExports } = module.pdfium;
  for (const name of HOT_CALLS)
    if (name in wasmExports) Object.assign(module, { [name]: Reflect.get(wasmExports, name) });
}
