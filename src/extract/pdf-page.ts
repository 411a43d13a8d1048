/**
 * The characters of one PDF page in the engine's reading order, with three of its faults corrected: glyphs with ligature names
 * appear as codes, narrow glyphs printed twice for boldness appear twice, and line ends separate the cells of a table row with
 * a short cell.
 */
import type { GlyphNames } from "./pdf-glyph-names.ts";
import { fontName } from "./pdf-glyph-names.ts";
import { memoryOf, type PdfModule, sizedBytes, utf16String, withBuffer } from "./pdf-memory.ts";
import { JOINED_HYPHEN } from "./pdf-text.ts";

export interface PageText {
  readonly text: string;
  /** Characters that no table of their font maps: the text has their codes, or nothing. */
  readonly unmapped: number;
}

/** Names of glyphs by font, computed when a page first needs them. */
export type GlyphNamesOf = () => ReadonlyMap<string, GlyphNames>;

/** Characters of a page tested for a missing font mapping; after one failure all are tested. */
const SAMPLES = 64;
/** Two glyphs closer than this share of their width are one glyph printed twice. */
const OVERPRINT = 0.5;
/** Two characters are in one row when their baselines differ by less than this share of their height. */
const ROW = 0.1;
/** The next row lies lower by at least this share of the characters' height. */
const NEXT_ROW = 0.8;

/** A doubled character; a line end; a blank before a single character, which may begin a row. */
const SUSPECT_PLACES = /([^\s])(?=\1)|\r\n| (?=\S(?:\s|$))/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what fonts without a table give
const CODES = /[\x01-\x08\x0b\x0c\x0e-\x1f\ufffd\p{Co}]/u;

export function pageText(module: PdfModule, page: number, names: GlyphNamesOf): PageText {
  const textPage = module.FPDFText_LoadPage(page);
  if (textPage === 0) return { text: "", unmapped: 0 };
  try {
    const { unmapped, ...indexed } = indexedText(module, textPage, names);
    return { text: mended(module, textPage, indexed), unmapped };
  } finally {
    module.FPDFText_ClosePage(textPage);
  }
}

/** A page's text, and for each UTF-16 unit the index of the engine's character, -1 for none. */
export interface IndexedText {
  readonly text: string;
  readonly charAt: (offset: number) => number;
}

/** The text of a loaded text page from the engine; letters without a font mapping by their glyph names. */
export function indexedText(
  module: PdfModule,
  textPage: number,
  names: GlyphNamesOf,
): IndexedText & { readonly unmapped: number } {
  const count = module.FPDFText_CountChars(textPage);
  if (count <= 0) return { text: "", unmapped: 0, charAt: () => -1 };
  const fast = fastText(module, textPage, count);
  if (!CODES.test(fast.text) && !hasUnmapped(module, textPage, count)) return { ...fast, unmapped: 0 };
  return spelledText(module, textPage, count, names());
}

function fastText(module: PdfModule, textPage: number, count: number): IndexedText {
  // Characters beyond the BMP count once and take two units; the last unit is a terminating NUL.
  const units = 2 * count + 1;
  const text = utf16String(module, 2 * units, (buffer) => 2 * module.FPDFText_GetText(textPage, 0, units - 1, buffer));
  return { text, charAt: (offset) => module.FPDFText_GetCharIndexFromTextIndex(textPage, offset) };
}

function hasUnmapped(module: PdfModule, textPage: number, count: number): boolean {
  const step = Math.max(1, Math.floor(count / SAMPLES));
  for (let i = 0; i < count; i += step) if (module.FPDFText_HasUnicodeMapError(textPage, i) === 1) return true;
  return false;
}

/** Character by character; those without a Unicode mapping by their glyph names. */
function spelledText(
  module: PdfModule,
  textPage: number,
  count: number,
  names: ReadonlyMap<string, GlyphNames>,
): IndexedText & { readonly unmapped: number } {
  const fonts = new Map<number, GlyphNames | undefined>();
  const namesAt = (index: number): GlyphNames | undefined => {
    const object = module.FPDFText_GetTextObject(textPage, index);
    const font = object === 0 ? 0 : module.FPDFTextObj_GetFont(object);
    if (font !== 0 && !fonts.has(font)) {
      const name = sizedBytes(module, (buffer, size) => module.FPDFFont_GetBaseFontName(font, buffer, size));
      fonts.set(font, names.get(fontName(name)));
    }
    return fonts.get(font);
  };
  let text = "";
  let unmapped = 0;
  const chars: number[] = [];
  for (let i = 0; i < count; i++) {
    const code = module.FPDFText_GetUnicode(textPage, i);
    let letters = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    if (module.FPDFText_IsHyphen(textPage, i) === 1) letters = JOINED_HYPHEN;
    else if (module.FPDFText_HasUnicodeMapError(textPage, i) === 1) {
      // Here the engine returns the font's code as the character.
      const known = namesAt(i)?.get(code);
      if (known === undefined) unmapped++;
      else letters = known;
    }
    text += letters;
    for (let unit = 0; unit < letters.length; unit++) chars.push(i);
  }
  return { text, unmapped, charAt: (offset) => chars[offset] ?? -1 };
}

/** Drops glyphs printed twice, and breaks lines exactly at row ends. */
function mended(module: PdfModule, textPage: number, { text, charAt }: IndexedText): string {
  return withBuffer(module, 32, (buffer) => {
    const glyphAt = (offset: number) => glyph(module, textPage, charAt(offset), buffer);
    return text.replace(SUSPECT_PLACES, (found: string, doubled: string | undefined, at: number) => {
      if (doubled !== undefined) return isPrintedTwice(glyphAt(at), glyphAt(at + found.length)) ? "" : found;
      const [before, after] = [glyphAt(at - 1), glyphAt(at + found.length)];
      if (found === " ") return isInNextRow(before, after) ? "\r\n" : found;
      return isInOneRow(before, after) ? " " : found;
    });
  });
}

/** Position of a glyph, in points. */
interface Glyph {
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly right: number;
  readonly height: number;
  /** Width along the line: the box of rotated text lies on its side. */
  readonly narrow: number;
}

function glyph(module: PdfModule, textPage: number, index: number, buffer: number): Glyph | null {
  if (index < 0) return null;
  if (!module.FPDFText_GetCharOrigin(textPage, index, buffer, buffer + 8)) return null;
  if (!module.FPDFText_GetLooseCharBox(textPage, index, buffer + 16)) return null;
  // The view is made after the calls, which may move the memory.
  const view = new DataView(memoryOf(module).buffer, buffer, 32);
  const [left, top] = [view.getFloat32(16, true), view.getFloat32(20, true)];
  const [right, bottom] = [view.getFloat32(24, true), view.getFloat32(28, true)];
  const [height, narrow] = [top - bottom, Math.min(right - left, Math.abs(top - bottom))];
  return { x: view.getFloat64(0, true), y: view.getFloat64(8, true), left, right, height, narrow };
}

function isInOneRow(a: Glyph | null, b: Glyph | null): boolean {
  if (a === null || b === null || !(a.height > 0 && b.height > 0)) return false;
  return Math.abs(a.y - b.y) <= ROW * Math.min(a.height, b.height) && b.left >= a.right - ROW * a.height;
}

/** Further down and further left. */
function isInNextRow(a: Glyph | null, b: Glyph | null): boolean {
  if (a === null || b === null || !(a.height > 0 && b.height > 0)) return false;
  return a.y - b.y > NEXT_ROW * Math.min(a.height, b.height) && b.left < a.left;
}

function isPrintedTwice(a: Glyph | null, b: Glyph | null): boolean {
  if (a === null || b === null) return false;
  const distance = Math.hypot(a.x - b.x, a.y - b.y);
  // The letters of a ligature are one glyph, at one place.
  return distance > 0 && distance < OVERPRINT * Math.min(a.narrow, b.narrow);
}
