/** Control words of RTF with text or an effect on it (RTF 1.9.1), as tables. */

export const RTF_PARTS = ["body", "header", "footer", "footnotes", "comments", "hidden text"] as const;
export type RtfPart = (typeof RTF_PARTS)[number];

/** Groups whose text belongs to a part of its own. */
export const PART_OF: ReadonlyMap<string, RtfPart> = new Map<string, RtfPart>([
  ["header", "header"],
  ["headerl", "header"],
  ["headerr", "header"],
  ["headerf", "header"],
  ["footer", "footer"],
  ["footerl", "footer"],
  ["footerr", "footer"],
  ["footerf", "footer"],
  ["footnote", "footnotes"],
  ["annotation", "comments"],
]);

/** Groups without text and without the mark `\*`. */
export const SKIPPED_GROUPS: ReadonlySet<string> = new Set(
  "colortbl info pict object listtext pntext fldinst nonesttables filetbl revtbl rxe xe tc tcn bkmkstart bkmkend private xmlopen shprslt nonshppict".split(
    " ",
  ),
);

/** Groups with the mark `\*` that nevertheless hold text. */
export const STARRED_TEXT: ReadonlySet<string> = new Set([
  "shpinst",
  "shptxt",
  "do",
  "dptxbxtext",
  "nesttableprops",
  "annotation",
  "ud",
]);

/** Groups whose paragraphs are a text box, which follows the paragraph that holds it. */
export const TEXT_BOXES: ReadonlySet<string> = new Set(["shptxt", "dptxbxtext"]);

/** Properties of shapes whose values are text: letters drawn as a picture, a description. */
export const SHAPE_TEXTS: ReadonlySet<string> = new Set(["gtextUNICODE", "wzDescription"]);

/** Control words and symbols that stand for a character. */
export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["line", "\n"],
  ["lbr", "\n"],
  ["emdash", "\u2014"],
  ["endash", "\u2013"],
  ["emspace", " "],
  ["enspace", " "],
  ["qmspace", " "],
  ["bullet", "\u2022"],
  ["lquote", "\u2018"],
  ["rquote", "\u2019"],
  ["ldblquote", "\u201c"],
  ["rdblquote", "\u201d"],
  ["~", "\u00a0"],
  ["_", "-"],
  ["\\", "\\"],
  ["{", "{"],
  ["}", "}"],
]);

/** Words that end a paragraph. */
export const PARAGRAPH_ENDS: ReadonlySet<string> = new Set(["par", "sect", "page", "column"]);

/** `\fcharset` to a TextDecoder label; missing ones use the document's code page. */
export const CHARSETS: ReadonlyMap<number, string> = new Map([
  [0, "windows-1252"],
  [77, "macintosh"],
  [128, "shift_jis"],
  [129, "euc-kr"],
  [130, "euc-kr"],
  [134, "gbk"],
  [136, "big5"],
  [161, "windows-1253"],
  [162, "windows-1254"],
  [163, "windows-1258"],
  [177, "windows-1255"],
  [178, "windows-1256"],
  [186, "windows-1257"],
  [204, "windows-1251"],
  [222, "windows-874"],
  [238, "windows-1250"],
]);

/** `\ansicpg` to a TextDecoder label. */
export function codePage(number: number): string {
  const named: Readonly<Record<number, string>> = {
    866: "ibm866",
    874: "windows-874",
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
    10000: "macintosh",
    20866: "koi8-r",
    65001: "utf-8",
  };
  return named[number] ?? (number >= 1250 && number <= 1258 ? `windows-${number}` : "windows-1252");
}

/** Encodings in which a character may take two bytes, the second of which may look like ASCII. */
export const TWO_BYTES: ReadonlySet<string> = new Set(["shift_jis", "gbk", "euc-kr", "big5"]);
