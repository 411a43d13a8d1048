/** Logs: the unchanged source; an entry starts at a line with a time or a level, so stack traces stay with it. */
import { decodeText } from "../corpus/decode.ts";
import { lineStarts } from "../text/lines.ts";
import type { Extractor } from "./extractor.ts";
import { MarkList, type Marks, NO_MARKS, sourceDocument } from "./source.ts";
import { withoutTerminalCodes } from "./terminal-codes.ts";

export const logExtractor: Extractor = {
  name: "log",
  version: 2,
  extensions: ["log", "out", "err"],
  extract({ bytes, encodings }) {
    const text = withoutTerminalCodes(decodeText(bytes, encodings));
    return sourceDocument(text, null, logMarks(text));
  },
};

const ENTRY =
  /[[<(]?(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/]\w{2,3}[-/]\d{2,4}|\d\d:\d\d:\d\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d |\d{10}(?:\.|\d{3}\b)|(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b|[IWEF]\d{4} )/y;

/** Borders at entries; none where every line is an entry, because line ends are borders anyway. */
function logMarks(text: string): Marks {
  const marks = new MarkList();
  const starts = lineStarts(text);
  for (const start of starts) {
    ENTRY.lastIndex = start;
    if (ENTRY.test(text)) marks.border(start, 1);
  }
  return marks.borders.length === starts.length ? NO_MARKS : marks;
}
