/** Facts about a DOCX's text from its styles: heading levels, and hidden text; inherited from the base styles. */
import type { OoxmlPackage } from "./ooxml-package.ts";
import { attribute } from "./xml.ts";

export interface DocxStyles {
  /** Heading level by style, by its built-in name or outline level. */
  readonly levels: ReadonlyMap<string, number>;
  /** Styles whose text is not shown. */
  readonly hidden: ReadonlySet<string>;
}

export function readStyles(office: OoxmlPackage, main: string): DocxStyles {
  const levels = new Map<string, number>();
  const hidden = new Map<string, boolean>();
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
        else if (name === "vanish") hidden.set(style, !/^(0|false|off)$/.test(value));
      },
      close(name) {
        if (name === "style") style = "";
      },
      text() {},
    });
  inherit(levels, bases);
  inherit(hidden, bases);
  return { levels, hidden: new Set([...hidden].flatMap(([name, isHidden]) => (isHidden ? [name] : []))) };
}

/** Gives each style the value of its nearest base style with a value. */
function inherit<T>(values: Map<string, T>, bases: ReadonlyMap<string, string>): void {
  for (const [name] of bases) {
    // A cyclic chain of styles ends after as many steps as there are styles.
    let base: string | undefined = name;
    for (let steps = 0; base !== undefined && steps <= bases.size && !values.has(base); steps++) base = bases.get(base);
    const value = base === undefined ? undefined : values.get(base);
    if (value !== undefined) values.set(name, value);
  }
}
