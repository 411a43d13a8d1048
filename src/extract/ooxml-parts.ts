/** Whole parts of an OOXML package as lines: notes, headers, diagrams, charts. */
import type { OoxmlPackage } from "./ooxml-package.ts";
import { type OoxmlTextOptions, OoxmlTextReader } from "./ooxml-text.ts";
import type { TextLine } from "./text-lines.ts";

export function partText(office: OoxmlPackage, part: string, options: OoxmlTextOptions = {}): readonly TextLine[] {
  const reader = new OoxmlTextReader(options);
  office.readPart(part, reader);
  return reader.take();
}

/** Titles, series and category names of a chart; its numbers are pictures of numbers kept elsewhere. */
export function chartText(office: OoxmlPackage, part: string): readonly TextLine[] {
  const reader = new OoxmlTextReader();
  const labels: string[] = [];
  let inCache = false;
  let inValue = false;
  office.readPart(part, {
    open(name, attributes) {
      reader.open(name, attributes);
      if (name === "strCache") inCache = true;
      inValue = inCache && name === "v";
    },
    close(name) {
      reader.close(name);
      if (name === "strCache") inCache = false;
      inValue = false;
    },
    text(text) {
      reader.text(text);
      if (inValue) labels.push(text);
    },
  });
  return [...reader.take(), ...[...new Set(labels)].map((text) => ({ text, level: 0 }))];
}
