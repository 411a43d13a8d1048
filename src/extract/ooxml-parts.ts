/** Whole parts of an OOXML package as lines: the body, notes, headers, diagrams. */
import type { OoxmlPackage } from "./ooxml-package.ts";
import { type OoxmlTextOptions, OoxmlTextReader } from "./ooxml-text.ts";
import type { TextLine } from "./text-lines.ts";

export interface PartText {
  readonly lines: readonly TextLine[];
  /** Text that the format's own program does not show. */
  readonly hidden: readonly TextLine[];
}

export function partText(office: OoxmlPackage, part: string, options: OoxmlTextOptions = {}): PartText {
  const reader = new OoxmlTextReader(options);
  office.readPart(part, reader);
  return { lines: reader.take(), hidden: reader.takeHidden() };
}
