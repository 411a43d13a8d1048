/** Marked-up texts whose headings are single lines: AsciiDoc, Org, LaTeX, MediaWiki, Typst. Their text is their source. */
import { decodeText } from "../corpus/decode.ts";
import { lineStarts } from "../text/lines.ts";
import type { Extractor } from "./extractor.ts";
import { MarkList, type Marks, sourceDocument, tidyTitle } from "./source.ts";

interface HeadingRule {
  readonly language: string;
  readonly extensions: readonly string[];
  /** Sticky, tried at line starts; group 1 gives the level, group 2 the title. */
  readonly heading: RegExp;
  /** The level from group 1; its length by default. */
  readonly level?: (sign: string) => number;
}

const LATEX_LEVELS = ["part", "chapter", "section", "subsection", "subsubsection", "paragraph"];

const RULES: readonly HeadingRule[] = [
  { language: "asciidoc", extensions: ["adoc", "asciidoc", "asc"], heading: /(={1,6}|#{1,6})[ \t]+([^\n]{1,300})/y },
  { language: "org", extensions: ["org"], heading: /(\*{1,8})[ \t]+([^\n]{1,300})/y },
  {
    language: "latex",
    extensions: ["tex", "ltx"],
    heading:
      /[ \t]{0,8}\\(part|chapter|(?:sub){0,2}section|paragraph)\*?(?:\[[^\]\n]{0,200}\])?\{([^\n]{1,300}?)\}[ \t]{0,8}(?:\\label\{[^}\n]{0,200}\})?[ \t]{0,8}(?:%[^\n]*)?$/my,
    level: (sign) => LATEX_LEVELS.indexOf(sign) + 1,
  },
  {
    language: "mediawiki",
    extensions: ["mediawiki", "wiki"],
    heading: /(={1,6})[ \t]{0,8}([^=\s][^\n]{0,300}?)[ \t]{0,8}\1[ \t]{0,8}$/my,
  },
  { language: "typst", extensions: ["typ"], heading: /(={1,6})[ \t]+([^\n]{1,300})/y },
];

export const headedTextExtractors: readonly Extractor[] = RULES.map((rule) => ({
  name: rule.language,
  version: 1,
  extensions: rule.extensions,
  extract({ bytes, encodings }) {
    const text = decodeText(bytes, encodings);
    return sourceDocument(text, rule.language, headingMarks(text, rule));
  },
}));

function headingMarks(text: string, { heading, level = (sign) => sign.length }: HeadingRule): Marks {
  const marks = new MarkList();
  for (const start of lineStarts(text)) {
    const first = text.charCodeAt(start);
    // Headings begin with a sign; most lines with a letter.
    if (first > 0x5c || first === 0x0a) continue;
    heading.lastIndex = start;
    const [, sign, title] = heading.exec(text) ?? [];
    if (sign !== undefined && title !== undefined) marks.heading(start, tidyTitle(title), level(sign));
  }
  return marks;
}
