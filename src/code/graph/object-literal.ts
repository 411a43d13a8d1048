/** Members of an object literal in JavaScript and TypeScript. */
import { blankText } from "./blank.ts";
import { closing, split } from "./brackets.ts";
import type { Place, Semantics, Values } from "./semantics.ts";

/** The last part that gives the name decides; a spread of which nobody knows what it gives hides what stands before it. */
export function objectMember(semantics: Semantics, place: Place, text: string, name: string): Values {
  const code = blankText(text, place.file.language);
  const close = closing(code, 0);
  if (close === -1) return null;
  for (const { start, end } of split(code, 1, close).toReversed()) {
    const part = text.slice(start, end);
    if (part.startsWith("...")) {
      const spread = semantics.expression(place, part.slice(3));
      if (spread === null || spread.some(({ kind }) => kind === "external")) return null;
      const found = semantics.members(spread, name);
      if (found !== null) return found;
      if (!spread.every(({ kind }) => kind === "module")) return null;
      continue;
    }
    if (part === name) return semantics.name(place, name, "value");
    const found = /^(["']?)([\w$]+)\1\s*:\s*/.exec(part);
    if (found?.[2] === name) return semantics.expression(place, part.slice(found[0].length));
  }
  return null;
}
