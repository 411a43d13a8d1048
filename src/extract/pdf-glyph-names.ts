/**
 * Texts for glyph names (Adobe's rule, adobe-type-tools/agl-specification 2: parts at "_", a suffix behind "."), and the names
 * that a PDF's fonts give to their codes. PDFium knows single names, but no ligature made of parts.
 */
import aglfn from "aglfn";

/** Names of one font: code 0–255 to the text of its glyph. */
export type GlyphNames = ReadonlyMap<number, string>;

const NAMES: ReadonlyMap<string, string> = new Map(
  aglfn.map(({ glyphName, unicodeValue }) => [glyphName, String.fromCodePoint(Number.parseInt(unicodeValue, 16))]),
);

/** Bytes of the copy that are searched for fonts; a copy of 67 pages takes 1 MB. */
const COPY_LIMIT = 64 * (1 << 20);

/** The text of a glyph's name, null where a part is unknown. */
export function glyphText(name: string): string | null {
  const base = name.split(".")[0] ?? "";
  if (base === "") return null;
  let text = "";
  for (const part of base.split("_")) {
    const letters = partText(part);
    if (letters === null) return null;
    text += letters;
  }
  return text;
}

function partText(part: string): string | null {
  const known = NAMES.get(part);
  if (known !== undefined) return known;
  const units = /^uni((?:[0-9A-F]{4})+)$/.exec(part)?.[1];
  if (units !== undefined) {
    const text = String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
    return text.isWellFormed() ? text : null;
  }
  const point = Number.parseInt(/^u([0-9A-F]{4,6})$/.exec(part)?.[1] ?? "", 16);
  return point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? String.fromCodePoint(point) : null;
}

/**
 * Texts of the glyphs that fonts name in `/Differences`, by the font's name without its subset prefix. `copy` is a PDF
 * as PDFium writes it: no object streams, a dictionary a line. Fonts of one name that contradict each other are left out.
 */
export function glyphNamesOf(copy: Uint8Array): ReadonlyMap<string, GlyphNames> {
  const source = new TextDecoder("latin1").decode(copy.subarray(0, COPY_LIMIT));
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of source.matchAll(/(?:^|[\r\n])(\d{1,10}) 0 obj\s{0,8}(<<[^\r\n]{0,100000})/g))
    objects.set(id, body);
  const fonts = new Map<string, Map<number, string>>();
  const contradicted = new Set<string>();
  for (const body of objects.values()) {
    const font = fontName(/\/BaseFont\s?\/([^\s/<>[\]()]+)/.exec(body)?.[1] ?? "");
    if (font === "") continue;
    const reference = /\/Encoding (\d{1,10}) 0 R/.exec(body)?.[1];
    const encoding = reference === undefined ? body : (objects.get(reference) ?? "");
    const differences = /\/Differences\s?\[([^\]]*)\]/.exec(encoding)?.[1];
    if (differences === undefined) continue;
    const names = fonts.get(font) ?? new Map<number, string>();
    fonts.set(font, names);
    for (const [code, text] of namedCodes(differences)) {
      const other = names.get(code);
      if (other !== undefined && other !== text) contradicted.add(font);
      names.set(code, text);
    }
  }
  for (const font of contradicted) fonts.delete(font);
  return fonts;
}

/** A font's name in the common spelling of both sides: without "ABCDEF+", escapes resolved. */
export function fontName(name: string): string {
  return unescaped(name).replace(/^[A-Z]{6}\+/, "");
}

/** "1/f_i/f_f_i 65/A.sc": a number sets the code of the next name, each further name takes the next code. */
function* namedCodes(differences: string): Generator<[code: number, text: string]> {
  let code = 0;
  for (const [, number, name] of differences.matchAll(/(\d{1,5})|\/([^\s/<>[\]()]+)/g)) {
    if (number !== undefined) code = Number(number);
    else {
      const text = glyphText(unescaped(name ?? ""));
      if (text !== null) yield [code, text];
      code++;
    }
  }
}

function unescaped(name: string): string {
  return name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
