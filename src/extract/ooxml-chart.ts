/** Charts of OOXML documents: titles, series and categories. Their values are copies of numbers kept elsewhere. */
import type { OoxmlPackage } from "./ooxml-package.ts";
import { OoxmlTextReader } from "./ooxml-text.ts";
import type { TextLine } from "./text-lines.ts";
import { attribute } from "./xml.ts";

/** Relationship types of charts, of both generations. */
export const CHARTS = ["chart", "chartEx"] as const;

const DAY = 86_400_000;

export function chartText(office: OoxmlPackage, part: string): readonly TextLine[] {
  const reader = new OoxmlTextReader();
  const labels: string[] = [];
  const open: string[] = [];
  let format = "";
  let value = "";
  office.readPart(part, {
    open(name, attributes) {
      reader.open(name, attributes);
      open.push(name === "strDim" && attribute(attributes, "type") !== "cat" ? "dim" : name);
      value = "";
    },
    close(name) {
      reader.close(name);
      if (name === "formatCode") format = value;
      else if ((name === "v" || name === "pt") && value.trim() !== "" && isLabel(open)) {
        const isNumber = open.includes("numCache");
        labels.push(isNumber ? numberLabel(value, format) : value.trim());
      }
      if (name === "numCache") format = "";
      open.pop();
      value = "";
    },
    text(text) {
      reader.text(text);
      value += text;
    },
  });
  return [...reader.take(), ...[...new Set(labels)].map((text) => ({ text, level: 0 }))];
}

/** Names of series and categories; a category may be a number, and may be nested. */
function isLabel(open: readonly string[]): boolean {
  if (open.includes("strCache") || open.includes("multiLvlStrCache") || open.includes("strDim")) return true;
  const parent = open.at(-2);
  if (parent === "tx" || parent === "txData") return true;
  return open.includes("cat") && open.includes("numCache");
}

/** A date category is a serial number with a date format. */
function numberLabel(value: string, format: string): string {
  const number = Number(value);
  const isDate = /[yd]/i.test(format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ""));
  if (!isDate || !(number > 0 && number < 2_958_466)) return value.trim();
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(number) * DAY).toISOString().slice(0, 10);
}
