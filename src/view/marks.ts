/** Where the words of a query stand in a text: the same matching that decides hits and highlights. */
import { languageNamed } from "../corpus/language-names.ts";
import { QsearchError } from "../errors.ts";
import { MatchText, mergeSpans, type Span } from "../text/matcher.ts";
import { parseQuery, type Term } from "../text/query.ts";

/** Terms of a query that texts are marked by; none where the query is empty or cannot be understood. */
export function termsOf(query: string, timezone: string): readonly Term[] {
  if (query.trim() === "") return [];
  try {
    const parsed = parseQuery(query, {
      timezone,
      now: Date.now(),
      languageNamed: (name) => languageNamed(name, "lang:"),
    });
    return parsed.required.filter(({ optional }) => !optional).flatMap(({ terms }) => terms);
  } catch (error) {
    if (error instanceof QsearchError && error.code === "usage") return [];
    throw error;
  }
}

/** Sorted, without overlaps; UTF-16 offsets. */
export function matchesIn(text: string, terms: readonly Term[]): Span[] {
  if (terms.length === 0 || text === "") return [];
  const analysed = new MatchText(text);
  return mergeSpans(terms.flatMap((term) => analysed.findMarks(term)));
}
