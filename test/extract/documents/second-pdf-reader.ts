/**
 * The independent second reader of the differential test. pdf.js wants a browser: three empty classes of the DOM, and its
 * worker module put in by hand. Its complaint about a missing canvas is muted while it loads.
 */

for (const name of ["DOMMatrix", "ImageData", "Path2D"]) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: class {}, configurable: true });
}

/** Text of each page; throws what the reader throws. */
export async function secondReading(bytes: Uint8Array): Promise<string[]> {
  const { PDFParse } = await load();
  const parser = new PDFParse({ data: bytes.slice(), verbosity: 0, disableFontFace: true, isEvalSupported: false });
  try {
    const { pages } = await parser.getText({ pageJoiner: "" });
    return pages.map((page) => page.text);
  } finally {
    await parser.destroy();
  }
}

async function load(): Promise<typeof import("pdf-parse")> {
  const { console } = globalThis;
  const warn: unknown = Reflect.get(console, "warn");
  Reflect.set(console, "warn", () => undefined);
  try {
    const worker: unknown = await import(WORKER);
    Object.assign(globalThis, { pdfjsWorker: worker });
    return await import("pdf-parse");
  } finally {
    Reflect.set(console, "warn", warn);
  }
}

/** In a variable: the package has no types for it. */
const WORKER = "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
