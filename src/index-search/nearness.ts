/** How near to one another everything wanted stands in a text. */
import type { MatchText } from "../text/matcher.ts";
import type { Wanted } from "./plan.ts";

/**
 * Length, in UTF-16 units, of the shortest stretch of the text that holds each wanted thing in this order; infinite where there is none.
 * What is wanted must be terms, or groups of which any term will do.
 */
export function shortestStretch(text: MatchText, wanted: readonly Wanted[]): number {
  const places = wanted.flatMap(({ terms }, id) =>
    terms.flatMap((term) => text.find(term).map(({ start, end }) => ({ start, end, id }))),
  );
  places.sort((a, b) => a.start - b.start);
  /** Of each wanted thing: where the latest stretch of all up to it begins. */
  const begins = wanted.map(() => Number.NEGATIVE_INFINITY);
  let shortest = Number.POSITIVE_INFINITY;
  for (const { start, end, id } of places) {
    begins[id] = id === 0 ? start : (begins[id - 1] ?? start);
    if (id === wanted.length - 1) shortest = Math.min(shortest, end - (begins[id] ?? start));
  }
  return shortest;
}
