/** A long line as it is shown: the part around a match, cut between characters as readers see them. */
import { codePointBorder, graphemeBorder } from "./graphemes.ts";

/** So far back a sure border is looked for: no character that people write is longer. */
const LOOK_BACK = 2000;

/**
 * The text from `start` to `end` (offsets, no line break between), or at most `longest` UTF-16 units of it around `match`, with …
 * where something is missing.
 */
export function cutLine(text: string, start: number, end: number, match: number, longest: number): string {
  if (end - start <= longest) return text.slice(start, end).toWellFormed();
  const from = border(text, start, Math.max(start, Math.min(match - (longest >> 2), end - longest)));
  const to = from + longest >= end ? end : border(text, from, from + longest);
  return `${from > start ? "…" : ""}${text.slice(from, to).toWellFormed()}${to < end ? "…" : ""}`;
}

function border(text: string, start: number, at: number): number {
  const low = at - start > LOOK_BACK ? codePointBorder(text, at - LOOK_BACK) : start;
  const found = graphemeBorder(text, low, at);
  // A character longer than the room is parted between its code points.
  return found > start || at === start ? found : codePointBorder(text, at);
}
