/** JSON and related formats: the unchanged source; the outermost keys of an indented file are its sections. */
import { decodeText } from "../corpus/decode.ts";
import { lineStarts } from "../text/lines.ts";
import type { Extractor } from "./extractor.ts";
import { MarkList, type Marks, NO_MARKS, sourceDocument } from "./source.ts";

export const jsonExtractor: Extractor = {
  name: "json",
  version: 1,
  extensions: ["json", "jsonc", "json5", "geojson", "jsonld", "webmanifest"],
  extract({ bytes, encodings }) {
    const text = decodeText(bytes, encodings);
    return sourceDocument(text, "json", jsonMarks(text));
  },
};

/** JSON Lines: each line is a record, so line ends suffice as borders. */
export const jsonLinesExtractor: Extractor = {
  name: "jsonl",
  version: 1,
  extensions: ["jsonl", "ndjson"],
  extract: ({ bytes, encodings }) => sourceDocument(decodeText(bytes, encodings), "jsonl"),
};

const KEY = /[ \t]*"((?:[^"\\\n]|\\[^\n]){1,100})"[ \t]*:/y;
/** Keys indented deeper are never outermost keys. */
const MAX_INDENT = 8;

/** Keys with the indentation of the first line that has a key. */
function jsonMarks(text: string): Marks {
  const starts = lineStarts(text);
  if (starts.length < 3) return NO_MARKS;
  const marks = new MarkList();
  let indent = -1;
  for (const start of starts) {
    let at = start;
    while (at - start <= MAX_INDENT && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at++;
    if (at === start || text.charCodeAt(at) !== 0x22) continue;
    if (indent === -1) indent = at - start;
    if (at - start !== indent) continue;
    KEY.lastIndex = start;
    const key = KEY.exec(text)?.[1];
    if (key === undefined) continue;
    marks.border(start, 1);
    marks.headings.push({ offset: start, title: key, level: 1 });
  }
  return marks;
}
