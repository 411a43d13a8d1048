/**
 * DOCX: the body, then headers, footers, footnotes, endnotes and comments, each part a unit; a paragraph or table row is a
 * line. Tracked changes are read as if accepted. Nothing outside of the package is ever looked at.
 */
import type { Document } from "../text/document.ts";
import { DocumentBuilder } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { OoxmlPackage } from "./ooxml-package.ts";
import { chartText, partText } from "./ooxml-parts.ts";
import type { OoxmlTextOptions } from "./ooxml-text.ts";
import { addLines } from "./text-lines.ts";
import { attribute } from "./xml.ts";

/** Relationship type and what the unit is called, in the order in which the parts follow the body. */
const SIDE_PARTS = [
  ["header", "header"],
  ["footer", "footer"],
  ["footnotes", "footnotes"],
  ["endnotes", "endnotes"],
  ["comments", "comments"],
  ["diagramData", "diagram"],
  ["chart", "chart"],
] as const;

/** Throws FileError: those of the zip container and of XML, `encrypted`, `empty_document`, `too_many_chars`. */
export function extractDocx(input: ExtractInput): Document {
  const office = new OoxmlPackage(input.bytes);
  const main = office.mainPart("word/document.xml");
  const levels = styleLevels(office, main);
  const options: OoxmlTextOptions = {
    levelOf: (style) => levels.get(style) ?? 0,
    // The rule between text and notes is stored as a note of its own.
    skip: (name, attributes) =>
      (name === "footnote" || name === "endnote") && /separator|notice/i.test(attribute(attributes, "type")),
  };
  const builder = new DocumentBuilder("extracted_line", "document");
  builder.openUnit("part", "body");
  addLines(builder, partText(office, main, options));
  const seen = new Set<string>();
  for (const [type, label] of SIDE_PARTS) {
    let count = 0;
    for (const part of office.related(main, type)) {
      const lines = type === "chart" ? chartText(office, part) : partText(office, part, options);
      const text = lines.map((line) => line.text).join("\n");
      // Sections repeat their headers part by part.
      if (text === "" || seen.has(text)) continue;
      seen.add(text);
      count++;
      builder.openUnit("part", count === 1 ? label : `${label} ${count}`);
      addLines(builder, lines);
    }
  }
  return builder.build();
}

/** Heading level of each paragraph style, by its built-in name or outline level, inherited from the style it is based on. */
function styleLevels(office: OoxmlPackage, main: string): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  const bases = new Map<string, string>();
  let style = "";
  for (const part of office.related(main, "styles"))
    office.readPart(part, {
      open(name, attributes) {
        const value = attribute(attributes, "val");
        if (name === "style") style = attribute(attributes, "styleId");
        else if (style === "") return;
        else if (name === "basedOn") bases.set(style, value);
        else if (name === "name") {
          const heading = /^heading ([1-9])$/i.exec(value);
          if (heading !== null) levels.set(style, Number(heading[1]));
          else if (/^title$/i.test(value)) levels.set(style, 1);
        } else if (name === "outlineLvl" && /^[0-8]$/.test(value) && !levels.has(style))
          levels.set(style, Number(value) + 1);
      },
      close(name) {
        if (name === "style") style = "";
      },
      text() {},
    });
  for (const [name] of bases) {
    // A chain of styles that leads back to itself ends after as many steps as there are styles.
    let base: string | undefined = name;
    for (let steps = 0; base !== undefined && steps <= bases.size && !levels.has(base); steps++) base = bases.get(base);
    const level = base === undefined ? undefined : levels.get(base);
    if (level !== undefined) levels.set(name, level);
  }
  return levels;
}
