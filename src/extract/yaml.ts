/** YAML: the unchanged source; documents and outermost keys are its sections. */
import { decodeText } from "../corpus/decode.ts";
import { lineStarts } from "../text/lines.ts";
import type { Extractor } from "./extractor.ts";
import { MarkList, type Marks, sourceDocument } from "./source.ts";

export const yamlExtractor: Extractor = {
  name: "yaml",
  version: 1,
  extensions: ["yaml", "yml"],
  names: [".clang-format", ".clang-tidy"],
  extract({ bytes, encodings }) {
    const text = decodeText(bytes, encodings);
    return sourceDocument(text, "yaml", yamlMarks(text));
  },
};

const KEY = /(?:"([^"\n]{1,100})"|'([^'\n]{1,100})'|([^\s#&*!|>%@`"'{[:-][^:#\n]{0,100}?))[ \t]*:(?=[ \t\n]|$)/y;

function yamlMarks(text: string): Marks {
  const marks = new MarkList();
  for (const start of lineStarts(text)) {
    const first = text.charCodeAt(start);
    if (first === 0x20 || first === 0x0a || first === 0x23) continue;
    if (text.startsWith("---", start)) {
      marks.border(start, 2);
      continue;
    }
    KEY.lastIndex = start;
    const match = KEY.exec(text);
    const key = match?.[1] ?? match?.[2] ?? match?.[3];
    if (key === undefined) continue;
    marks.border(start, 1);
    marks.headings.push({ offset: start, title: key, level: 1 });
  }
  return marks;
}
