/** Cuts a long line for display: the part around a match, cut between grapheme clusters. */
import { codePointBorder, graphemeBorder } from "./graphemes.ts";

/** UTF-16 units to look back for a safe border: no grapheme cluster that people write is longer. */
const LOOK_BACK = 2000;

/**
 * The text from `start` to `end` (offsets, no line break between), or at most `longest` UTF-16 units around `match`, with … for
 * each omitted end.
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
  // A grapheme cluster longer than the room is cut between its code points.
  return found > start || at === start ? found : codePointBorder(text, at);
}
