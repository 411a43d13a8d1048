/** How close together a text holds everything wanted. */
import type { MatchText } from "../text/matcher.ts";
import type { Wanted } from "./plan.ts";

/**
 * Length, in UTF-16 units, of the shortest range of the text that holds each wanted thing in this order; infinite without one.
 * Wanted things must be terms, or groups of alternative terms.
 */
export function shortestStretch(text: MatchText, wanted: readonly Wanted[]): number {
  const places = wanted.flatMap(({ terms }, id) =>
    terms.flatMap((term) => text.find(term).map(({ start, end }) => ({ start, end, id }))),
  );
  places.sort((a, b) => a.start - b.start);
  /** For each wanted thing: start of the latest range that holds all things up to it. */
  const begins = wanted.map(() => Number.NEGATIVE_INFINITY);
  let shortest = Number.POSITIVE_INFINITY;
  for (const { start, end, id } of places) {
    begins[id] = id === 0 ? start : (begins[id - 1] ?? start);
    if (id === wanted.length - 1) shortest = Math.min(shortest, end - (begins[id] ?? start));
  }
  return shortest;
}
