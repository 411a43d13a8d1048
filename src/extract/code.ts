/** Source code: its text as it is, with definitions as preferred cuts and as the names of what is found in them. */
import { categorise } from "../corpus/categories.ts";
import { decodeText } from "../corpus/decode.ts";
import { definitionMarks } from "./definition-marks.ts";
import type { Extractor } from "./extractor.ts";
import { sourceDocument } from "./source.ts";

/** Taken by the registry for every name that is source by its category and has no reader of its own. */
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
