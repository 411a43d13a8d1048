/**
 * PPTX: a slide is a unit with its title, shapes, tables, diagrams and charts, then speaker notes and comments. Hidden
 * slides are in, and marked. Layouts and masters are not read: they hold prompts, not content.
 */
import type { Document } from "../text/document.ts";
import { DocumentBuilder, HIDDEN } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { CHARTS, chartText } from "./ooxml-chart.ts";
import { OoxmlPackage } from "./ooxml-package.ts";
import { partText } from "./ooxml-parts.ts";
import { type OoxmlTextOptions, OoxmlTextReader } from "./ooxml-text.ts";
import { addLines } from "./text-lines.ts";
import { attribute } from "./xml.ts";

/** Skips the slide's number, and on notes pages the layout's fields beside the notes. */
const SLIDE: OoxmlTextOptions = {
  skip: (name, attributes) => name === "fld" && attribute(attributes, "type") === "slidenum",
};
/** Placeholders of a notes page that repeat slide number, date, header or footer. */
const NOTES_FURNITURE = /^(sldNum|dt|hdr|ftr|sldImg)$/;

/** Throws FileError: those of zip and XML, `encrypted`, `empty_document`, `too_many_pages`, `too_many_chars`. */
export function extractPptx(input: ExtractInput): Document {
  const office = new OoxmlPackage(input.bytes);
  const main = office.mainPart("ppt/presentation.xml");
  const builder = new DocumentBuilder("slide_text_line", "unit");
  slidesInOrder(office, main).forEach((slide, i) => {
    builder.openUnit("slide", String(i + 1));
    const reader = new OoxmlTextReader(SLIDE);
    let hidden = false;
    office.readPart(slide, {
      open(name, attributes) {
        if (name === "sld") hidden = /^(0|false)$/.test(attribute(attributes, "show"));
        reader.open(name, attributes);
      },
      close: (name) => reader.close(name),
      text: (text) => reader.text(text),
    });
    addLines(builder, reader.take());
    for (const part of office.related(slide, "diagramData")) addLines(builder, partText(office, part).lines);
    for (const type of CHARTS)
      for (const part of office.related(slide, type)) addLines(builder, chartText(office, part));
    for (const part of office.related(slide, "notesSlide"))
      for (const text of notesText(office, part)) builder.line(text);
    for (const part of office.related(slide, "comments"))
      for (const text of commentTexts(office, part)) builder.line(text);
    builder.closeUnit(hidden ? HIDDEN : undefined);
  });
  return builder.build();
}

/** Slides in the order of the presentation; part names may have other numbers. */
function slidesInOrder(office: OoxmlPackage, main: string): string[] {
  const targets = new Map(office.relationships(main).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  office.readPart(main, {
    open(name, attributes) {
      if (name !== "sldId") return;
      // Two attributes are called id; the relationship's has a prefix.
      const key = Object.keys(attributes).find((attributeName) => attributeName.endsWith(":id"));
      const target = targets.get(key === undefined ? "" : (attributes[key] ?? ""));
      if (target !== undefined && office.zip.has(target)) slides.push(target);
    },
    close() {},
    text() {},
  });
  return slides;
}

/** Speaker notes: shapes of the notes page without number, date, header, footer and the picture of the slide. */
function notesText(office: OoxmlPackage, part: string): string[] {
  const texts: string[] = [];
  const reader = new OoxmlTextReader(SLIDE);
  let furniture = false;
  office.readPart(part, {
    open(name, attributes) {
      if (name === "ph") furniture = NOTES_FURNITURE.test(attribute(attributes, "type"));
      reader.open(name, attributes);
    },
    close(name) {
      reader.close(name);
      if (name !== "sp") return;
      const lines = reader.take();
      if (!furniture) for (const { text } of lines) texts.push(text);
      furniture = false;
    },
    text: (text) => reader.text(text),
  });
  return texts;
}

/** Comments of both generations: `text` elements of the old, DrawingML paragraphs of the new. */
function commentTexts(office: OoxmlPackage, part: string): string[] {
  const texts: string[] = [];
  const reader = new OoxmlTextReader();
  let inText = false;
  office.readPart(part, {
    open(name, attributes) {
      reader.open(name, attributes);
      inText = name === "text";
    },
    close(name) {
      reader.close(name);
      inText = false;
    },
    text(text) {
      reader.text(text);
      if (inText && text.trim() !== "") texts.push(text);
    },
  });
  return [...texts, ...reader.take().map((line) => line.text)];
}
