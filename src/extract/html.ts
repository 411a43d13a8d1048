/** HTML: the text a reader sees, each line with its line in the source. The parser is loaded with the first page. */
import { htmlEncoding } from "../corpus/declared-encoding.ts";
import { decodeDeclared } from "./declared-encoding.ts";
import type { Extractor } from "./extractor.ts";

export const htmlExtractor: Extractor = {
  name: "html",
  version: 1,
  extensions: ["html", "htm", "xhtml", "xht"],
  async extract({ bytes, encodings }) {
    const source = decodeDeclared(bytes, encodings, htmlEncoding);
    const { htmlDocument } = await import("./html-text.ts");
    return htmlDocument(source);
  },
};
