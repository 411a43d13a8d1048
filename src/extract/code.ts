/** Source code: its unchanged text, with definitions as preferred cuts and as symbol names. */
import { categorise } from "../corpus/categories.ts";
import { decodeText } from "../corpus/decode.ts";
import { definitionMarks } from "./definition-marks.ts";
import type { Extractor } from "./extractor.ts";
import { sourceDocument } from "./source.ts";

/** The registry uses this reader for every source file (by category) without a reader of its own. */
export const codeExtractor: Extractor = {
  name: "code",
  version: 1,
  extensions: [],
  extract({ bytes, name, encodings }) {
    const { language } = categorise(name);
    const text = decodeText(bytes, encodings);
    return sourceDocument(text, language, definitionMarks(text, language));
  },
};
