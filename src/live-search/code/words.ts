/** The words of a query as given, for exact matches. */
import { isStopWord } from "../../text/stopwords.ts";
import type { CodeQuery } from "./query.ts";

/** Any of the words, in any case, anywhere; null if all are stop words. Flags "gi": `search` and `match` only. */
export function wordPattern({ text, parsed }: CodeQuery): RegExp | null {
  const words = parsed.required.flatMap(({ terms, optional }) => (optional ? [] : terms.map((term) => term.text)));
  const telling = words.filter((word) => word.length > 1 || words.length === 1);
  // Identifiers with separators in the query (foo.bar, a-b) count as words of their own here.
  const whole = text.split(/\s+/).filter((piece) => /[\p{L}\p{N}_][-._:/#]+[\p{L}\p{N}_]/u.test(piece));
  const all = [...new Set([...whole, ...telling])].filter((word) => !isStopWord(word.toLowerCase()));
  if (all.length === 0) return null;
  const longestFirst = all.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return new RegExp(longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "gi");
}
