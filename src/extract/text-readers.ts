/** Readers of text formats: the files of each, and the reader for all other names. */
import { categorise } from "../corpus/categories.ts";
import { codeExtractor } from "./code.ts";
import { csvExtractor } from "./csv.ts";
import type { Extractor } from "./extractor.ts";
import { headedTextExtractors } from "./headed-text.ts";
import { htmlExtractor } from "./html.ts";
import { jsonExtractor, jsonLinesExtractor } from "./json.ts";
import { logExtractor } from "./log.ts";
import { markdownExtractor } from "./markdown.ts";
import { rstExtractor } from "./rst.ts";
import { textExtractor } from "./text.ts";
import { iniExtractor, tomlExtractor } from "./toml.ts";
import { xmlExtractor } from "./xml-source.ts";
import { yamlExtractor } from "./yaml.ts";

export const textExtractors: readonly Extractor[] = [
  textExtractor,
  codeExtractor,
  markdownExtractor,
  rstExtractor,
  ...headedTextExtractors,
  csvExtractor,
  htmlExtractor,
  jsonExtractor,
  jsonLinesExtractor,
  yamlExtractor,
  tomlExtractor,
  iniExtractor,
  logExtractor,
  xmlExtractor,
];

/** The reader for a name without a reader: code for the source category, else plain text. */
export function fallbackExtractor(name: string): Extractor {
  const { category } = categorise(name);
  return category === "source" || category === "test" ? codeExtractor : textExtractor;
}
