/** Plain text, and whatever else decodes: the reader for every name no other reader takes. */
import { categorise } from "../corpus/categories.ts";
import { decodeText } from "../corpus/decode.ts";
import type { Extractor } from "./extractor.ts";
import { sourceDocument } from "./source.ts";

export const textExtractor: Extractor = {
  name: "text",
  version: 1,
  extensions: ["txt", "text"],
  extract: ({ bytes, name, encodings }) => sourceDocument(decodeText(bytes, encodings), categorise(name).language),
};
