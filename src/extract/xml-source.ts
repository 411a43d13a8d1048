/** XML and SVG: the unchanged source, decoded by its declaration. */
import { categorise } from "../corpus/categories.ts";
import { xmlEncoding } from "../corpus/declared-encoding.ts";
import { decodeDeclared } from "./declared-encoding.ts";
import type { Extractor } from "./extractor.ts";
import { sourceDocument } from "./source.ts";

export const xmlExtractor: Extractor = {
  name: "xml",
  version: 1,
  extensions: [
    "xml",
    "svg",
    "xsd",
    "xsl",
    "xslt",
    "wsdl",
    "rss",
    "atom",
    "plist",
    "xaml",
    "kml",
    "gpx",
    "resx",
    "csproj",
  ],
  extract: ({ bytes, name, encodings }) =>
    sourceDocument(decodeDeclared(bytes, encodings, xmlEncoding), categorise(name).language ?? "xml"),
};
