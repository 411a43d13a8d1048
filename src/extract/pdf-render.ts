/**
 * A PDF page as a picture, and the places of its text in the picture. Runs in a child process (child-jobs.ts). No form
 * environment is opened and annotations are not drawn: no script, action, link or attachment of the file has any effect.
 */
import { deflateSync } from "node:zlib";
import { FileError } from "../errors.ts";
import type { Span } from "../text/matcher.ts";
import { closePdf, discardEngine, glyphNames, type LoadedPdf, loadPdf } from "./pdf-engine.ts";
import { memoryOf, type PdfModule, withBuffer } from "./pdf-memory.ts";
import { indexedText } from "./pdf-page.ts";
import { matchPageText } from "./pdf-text-places.ts";

export interface RenderRequest {
  readonly bytes: Uint8Array;
  /** From 0. */
  readonly page: number;
  /** Wanted width of the picture in pixels. */
  readonly width: number;
  /** The page's text as in the index, and ranges of it, UTF-16 offsets. */
  readonly text: string;
  readonly spans: readonly Span[];
}

/** In pixels of the picture, from its upper left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type RenderAnswer =
  | {
      readonly png: Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly pages: number;
      /** For each span its rectangles, one a line; none for a span that is not on the page. */
      readonly rects: readonly (readonly Rect[])[];
    }
  | { readonly error: { readonly code: string; readonly message: string } };

/** Most pixels of a picture, and of one side. */
const MOST_PIXELS = 6_000_000;
const MOST_SIDE = 8192;
/** FPDFBitmap_BGRx: four bytes a pixel, the fourth unused. */
const FORMAT = 3;
/** FPDF_REVERSE_BYTE_ORDER: red first. */
const RED_FIRST = 0x10;
/** FPDF_PageToDevice returns integers: so many units make a pixel. */
const FINE = 16;

/** Never throws: the answer carries the file's error. */
export async function answerRender(request: RenderRequest): Promise<RenderAnswer> {
  try {
    return await render(request);
  } catch (cause) {
    discardEngine();
    const error = cause instanceof FileError ? cause : new FileError("crashed", "the PDF engine failed on this page");
    return { error: { code: error.code, message: error.message } };
  }
}

async function render({ bytes, page: index, width: wanted, text, spans }: RenderRequest): Promise<RenderAnswer> {
  const pdf = await loadPdf(bytes);
  const { module, handle } = pdf;
  try {
    const pages = module.FPDF_GetPageCount(handle);
    const page = module.FPDF_LoadPage(handle, index);
    if (page === 0) throw new FileError("corrupt", "the page cannot be loaded");
    try {
      const { width, height } = sizeOf(module, page, wanted);
      const rects = rectsOf(pdf, page, { width, height }, text, spans);
      return { png: pictureOf(module, page, width, height), width, height, pages, rects };
    } finally {
      module.FPDF_ClosePage(page);
    }
  } finally {
    closePdf(pdf);
  }
}

function sizeOf(module: PdfModule, page: number, wanted: number) {
  // Points; they follow the page's rotation.
  const [w, h] = [module.FPDF_GetPageWidthF(page), module.FPDF_GetPageHeightF(page)];
  if (!(w > 0 && h > 0)) throw new FileError("corrupt", "the page has no size");
  const scale = Math.min(wanted / w, Math.sqrt(MOST_PIXELS / (w * h)), MOST_SIDE / Math.max(w, h));
  return { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
}

function pictureOf(module: PdfModule, page: number, width: number, height: number): Uint8Array {
  const bitmap = module.FPDFBitmap_CreateEx(width, height, FORMAT, 0, 0);
  if (bitmap === 0) throw new FileError("memory_limit", "the page does not fit into the reader's memory");
  try {
    module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RED_FIRST);
    const start = module.FPDFBitmap_GetBuffer(bitmap);
    const stride = module.FPDFBitmap_GetStride(bitmap);
    return pngOf(memoryOf(module).subarray(start, start + stride * height), width, height, stride);
  } finally {
    module.FPDFBitmap_Destroy(bitmap);
  }
}

/** `pixels`: rows of `stride` bytes, four bytes a pixel, red first; the fourth is dropped. */
function pngOf(pixels: Uint8Array, width: number, height: number, stride: number): Uint8Array {
  const rows = new Uint8Array((width * 3 + 1) * height);
  let to = 0;
  for (let y = 0; y < height; y++) {
    // Filter 0: with level 1 the filters cost more than they save.
    rows[to++] = 0;
    for (let from = y * stride, end = from + width * 4; from < end; from += 4) {
      rows[to++] = pixels[from] ?? 0;
      rows[to++] = pixels[from + 1] ?? 0;
      rows[to++] = pixels[from + 2] ?? 0;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a sample, RGB.
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngPart("IHDR", head),
    pngPart("IDAT", deflateSync(rows, { level: 1 })),
    pngPart("IEND", new Uint8Array(0)),
  ]);
}

function pngPart(name: string, data: Uint8Array): Buffer {
  const part = Buffer.alloc(data.length + 12);
  part.writeUInt32BE(data.length, 0);
  part.write(name, 4, "latin1");
  part.set(data, 8);
  part.writeUInt32BE(Bun.hash.crc32(part.subarray(4, data.length + 8)) >>> 0, data.length + 8);
  return part;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function rectsOf(pdf: LoadedPdf, page: number, size: Size, text: string, spans: readonly Span[]): (readonly Rect[])[] {
  if (spans.length === 0) return [];
  const { module } = pdf;
  const textPage = module.FPDFText_LoadPage(page);
  if (textPage === 0) return spans.map(() => []);
  try {
    const raw = indexedText(module, textPage, () => glyphNames(pdf));
    const places = matchPageText(text, raw.text);
    return spans.map(({ start, end }) => {
      const chars = new Set<number>();
      for (let at = start; at < end; at++) {
        const place = places[at] ?? -1;
        const char = place === -1 ? -1 : raw.charAt(place);
        if (char >= 0) chars.add(char);
      }
      return unitedByLine(
        runsOf([...chars]).flatMap(([first, count]) => boxes(module, { page, textPage }, size, first, count)),
      );
    });
  } finally {
    module.FPDFText_ClosePage(textPage);
  }
}

/** Runs of consecutive numbers: first one and length. */
function runsOf(numbers: number[]): [first: number, count: number][] {
  const runs: [number, number][] = [];
  for (const number of numbers.sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === number) last[1]++;
    else runs.push([number, 1]);
  }
  return runs;
}

/** Rectangles of `count` characters from `first` on, as the engine joins them. */
function boxes(
  module: PdfModule,
  { page, textPage }: { readonly page: number; readonly textPage: number },
  { width, height }: Size,
  first: number,
  count: number,
): Rect[] {
  const rects: Rect[] = [];
  const found = module.FPDFText_CountRects(textPage, first, count);
  for (let i = 0; i < found; i++) {
    const corners = withBuffer(module, 48, (buffer) => {
      if (!module.FPDFText_GetRect(textPage, i, buffer, buffer + 8, buffer + 16, buffer + 24)) return null;
      const [left, top, right, bottom] = new Float64Array(memoryOf(module).slice(buffer, buffer + 32).buffer);
      const corner = (x = 0, y = 0): readonly [number, number] => {
        module.FPDF_PageToDevice(page, 0, 0, width * FINE, height * FINE, 0, x, y, buffer + 32, buffer + 36);
        const [deviceX = 0, deviceY = 0] = new Int32Array(memoryOf(module).slice(buffer + 32, buffer + 40).buffer);
        return [deviceX / FINE, deviceY / FINE];
      };
      return [corner(left, top), corner(right, bottom)] as const;
    });
    if (corners === null) continue;
    const [[x1, y1], [x2, y2]] = corners;
    rects.push({ x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) });
  }
  return rects;
}

/** A word with a ligature has several rectangles: touching ones that overlap in height become one. */
function unitedByLine(rects: readonly Rect[]): Rect[] {
  const united: Rect[] = [];
  for (const rect of rects) {
    const last = united.at(-1);
    if (last === undefined || !isBeside(last, rect)) {
      united.push(rect);
      continue;
    }
    const [x, y] = [Math.min(last.x, rect.x), Math.min(last.y, rect.y)];
    const right = Math.max(last.x + last.width, rect.x + rect.width);
    const bottom = Math.max(last.y + last.height, rect.y + rect.height);
    united[united.length - 1] = { x, y, width: right - x, height: bottom - y };
  }
  return united;
}

function isBeside(a: Rect, b: Rect): boolean {
  const height = Math.min(a.height, b.height);
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const gap = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  return overlap > height / 2 && gap < height;
}
