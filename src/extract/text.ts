/** Plain text, and everything else that decodes: the reader for all other names. */
import { categorise } from "../corpus/categories.ts";
import { decodeText } from "../corpus/decode.ts";
import type { Extractor } from "./extractor.ts";
import { sourceDocument } from "./source.ts";
import { withoutTerminalCodes } from "./terminal-codes.ts";

export const textExtractor: Extractor = {
  name: "text",
  version: 2,
  extensions: ["txt", "text"],
  extract: ({ bytes, name, encodings }) =>
    sourceDocument(withoutTerminalCodes(decodeText(bytes, encodings)), categorise(name).language),
};
