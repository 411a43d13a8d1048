/** Markdown: the unchanged source, with front matter, headings (ATX and setext) and fenced code recognised. */
import { decodeText } from "../corpus/decode.ts";
import { lineStarts } from "../text/lines.ts";
import type { Extractor } from "./extractor.ts";
import { MarkList, type Marks, sourceDocument, tidyTitle } from "./source.ts";

export const markdownExtractor: Extractor = {
  name: "markdown",
  version: 1,
  extensions: ["md", "markdown", "mdown", "mkd", "mkdn", "mdx", "mdc", "rmd", "qmd"],
  extract({ bytes, encodings }) {
    const text = decodeText(bytes, encodings);
    return sourceDocument(text, "markdown", markdownMarks(text));
  },
};

const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/;
const SETEXT = /^ {0,3}(?:(=+)|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** Front matter longer than this many lines is text between two thematic breaks. */
const MAX_FRONT_MATTER_LINES = 400;
/** Characters of a line that decide its kind: the patterns take quadratic time on some lines. */
const MAX_LOOKED_AT = 1000;

const TAB = 0x09;
const NEWLINE = 0x0a;
const BLANK = 0x20;
const HASH = 0x23;
const MINUS = 0x2d;
const EQUALS = 0x3d;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/** Headings with their borders; a fenced block begins and ends at a border, so it stays whole where it fits. */
function markdownMarks(text: string): Marks {
  const marks = new MarkList();
  let fence = "";
  let paragraph = -1; // start of the paragraph above this line, -1 without one
  let next = 0;
  for (let start = readFrontMatter(text, marks); start < text.length; start = next) {
    next = text.indexOf("\n", start) + 1;
    if (next === 0) next = text.length;
    const sign = firstSign(text, start);
    if (fence !== "") {
      if (sign === fence.charCodeAt(0) && closesFence(lineOf(text, start, next), fence)) {
        fence = "";
        marks.border(next, 1);
      }
      continue;
    }
    if (sign === HASH) {
      const heading = ATX.exec(lineOf(text, start, next));
      if (heading !== null) {
        marks.heading(start, readableTitle(heading[2] ?? ""), heading[1]?.length ?? 1);
        paragraph = -1;
        continue;
      }
    } else if ((sign === EQUALS || sign === MINUS) && paragraph !== -1) {
      const underline = SETEXT.exec(lineOf(text, start, next));
      if (underline !== null) {
        marks.heading(paragraph, readableTitle(text.slice(paragraph, start)), underline[1] === undefined ? 2 : 1);
        paragraph = -1;
        continue;
      }
    } else if (sign === BACKTICK || sign === TILDE) {
      const signs = FENCE.exec(lineOf(text, start, next));
      if (signs !== null) {
        fence = signs[1] ?? "";
        marks.border(start, 1);
        paragraph = -1;
        continue;
      }
    }
    if (endsParagraph(sign)) paragraph = -1;
    else if (paragraph === -1 && sign !== TAB && sign !== BLANK) paragraph = start;
    if (paragraph !== -1 && mayBeListItem(sign) && LIST_ITEM.test(lineOf(text, start, next))) paragraph = -1;
  }
  return marks;
}

/** The line from `start` without trailing white space; `next` is the start of the next line. */
function lineOf(text: string, start: number, next: number): string {
  return text.slice(start, Math.min(next, start + MAX_LOOKED_AT)).trimEnd();
}

/** The first code unit of a line after up to three blanks: a blank for a line indented further, NEWLINE for an empty one. */
function firstSign(text: string, start: number): number {
  let at = start;
  while (at < start + 3 && text.charCodeAt(at) === BLANK) at++;
  return at < text.length ? text.charCodeAt(at) : NEWLINE;
}

/** Blank lines, quotes, tables, HTML, list items and indented code are no text of a setext heading. */
function endsParagraph(sign: number): boolean {
  return sign === NEWLINE || sign === 0x3e || sign === 0x7c || sign === 0x3c;
}

function closesFence(line: string, fence: string): boolean {
  const signs = FENCE.exec(line)?.[1];
  return signs?.startsWith(fence) === true && line.trim() === signs;
}

/** "-", "*", "+" or a digit. */
function mayBeListItem(sign: number): boolean {
  return sign === MINUS || sign === 0x2a || sign === 0x2b || (sign >= 0x30 && sign <= 0x39);
}

/** Start of the text after front matter (YAML between "---", TOML between "+++"); 0 without front matter. */
function readFrontMatter(text: string, marks: MarkList): number {
  if (!text.startsWith("---") && !text.startsWith("+++")) return 0;
  const starts = lineStarts(text);
  const startOf = (line: number) => starts[line] ?? text.length;
  const fence = lineOf(text, 0, startOf(1));
  if (fence !== "---" && fence !== "+++") return 0;
  const limit = Math.min(starts.length, MAX_FRONT_MATTER_LINES);
  let title = "";
  for (let line = 1; line < limit; line++) {
    const source = lineOf(text, startOf(line), startOf(line + 1));
    if (source === fence || (fence === "---" && source === "...")) {
      if (title !== "") marks.heading(0, title, 1);
      const next = starts[line + 1];
      if (next !== undefined) marks.border(next, 2);
      return startOf(line + 1);
    }
    const value = /^title\s*[:=]\s*(\S.*)$/i.exec(source)?.[1];
    if (value !== undefined && title === "") title = tidyTitle(value.replace(/^(["'])(.*)\1$/, "$2"));
  }
  return 0;
}

/** Any character outside a plain title: signs of Markdown, white space other than single blanks, rare characters. */
const MARKED_UP = /[^ !-)+-Z\\^a-~\u3001-\ud7ff]| {2}/;

/** A heading as readers see it: links by their text, without emphasis and code signs. */
function readableTitle(source: string): string {
  if (source.length <= 200 && !MARKED_UP.test(source)) return source.trim();
  const text = source
    .slice(0, MAX_LOOKED_AT)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]+/g, "")
    .replace(/(^|\s)_+|_+(?=\s|$)/g, "$1");
  return tidyTitle(text);
}
