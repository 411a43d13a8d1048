/** reStructuredText: the unchanged source; underlined (and overlined) titles are its sections. */
import { decodeText } from "../corpus/decode.ts";
import { lineStarts } from "../text/lines.ts";
import type { Extractor } from "./extractor.ts";
import { MarkList, type Marks, sourceDocument, tidyTitle } from "./source.ts";

export const rstExtractor: Extractor = {
  name: "rst",
  version: 1,
  extensions: ["rst", "rest"],
  extract({ bytes, encodings }) {
    const text = decodeText(bytes, encodings);
    return sourceDocument(text, "restructuredtext", rstMarks(text));
  },
};

/** Titles longer than this are text above a row of signs. */
const MAX_TITLE = 300;

/** Levels follow the order in which the styles of underlining first appear, as in docutils. */
function rstMarks(text: string): Marks {
  const marks = new MarkList();
  const starts = lineStarts(text);
  const startOf = (line: number) => starts[line] ?? text.length;
  const lineAt = (line: number) => text.slice(startOf(line), startOf(line) + MAX_TITLE + 1).split("\n", 1)[0] ?? "";
  const styles: string[] = [];
  for (let line = 1; line < starts.length; line++) {
    const sign = underlineSign(text, startOf(line), startOf(line + 1));
    if (sign === "") continue;
    const title = lineAt(line - 1).trim();
    const width = startOf(line + 1) - startOf(line);
    if (title === "" || title.length > MAX_TITLE || !/[\p{L}\p{N}]/u.test(title) || width < title.length) continue;
    const over = line > 1 && underlineSign(text, startOf(line - 2), startOf(line - 1)) === sign;
    // Without an overline a title is not indented: "  text" above signs belongs to a block.
    if (!over && /^\s/.test(lineAt(line - 1))) continue;
    const style = over ? sign + sign : sign;
    if (!styles.includes(style)) styles.push(style);
    marks.heading(startOf(over ? line - 2 : line - 1), tidyTitle(title), Math.min(styles.indexOf(style) + 1, 6));
  }
  return marks;
}

/** The sign that fills the line in [start, end), "" for any other line. */
function underlineSign(text: string, start: number, end: number): string {
  const sign = text.charCodeAt(start);
  const isPunctuation =
    (sign > 0x20 && sign < 0x30) ||
    (sign > 0x39 && sign < 0x41) ||
    (sign > 0x5a && sign < 0x61) ||
    (sign > 0x7a && sign < 0x7f);
  if (!isPunctuation || text.charCodeAt(start + 1) !== sign) return "";
  let at = start + 2;
  while (at < end && text.charCodeAt(at) === sign) at++;
  while (at < end && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x0a)) at++;
  return at === end ? String.fromCharCode(sign) : "";
}
