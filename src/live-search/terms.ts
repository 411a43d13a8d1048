/** What one live search looks for: the caller's keywords and what they were expanded to. */
import { QsearchError } from "../errors.ts";
import { cleanKeywords, expandKeywords, type ResolvedTerm } from "../text/expansion.ts";
import type { KeywordMode } from "../text/keyword-pattern.ts";

export interface SearchTerms {
  /** As the caller gave them, cleaned. */
  readonly keywords: readonly string[];
  /** The keywords first; the index is the term's id in the scan. */
  readonly resolved: readonly ScannedTerm[];
  readonly mode: KeywordMode;
}

export interface ScannedTerm extends ResolvedTerm {
  /** What is looked for in its place; without it the text itself. */
  readonly spellings?: readonly string[];
}

/** By term: what is looked for in files. */
export function spellingsOf({ resolved }: SearchTerms): readonly (readonly string[])[] {
  return resolved.map(({ text, spellings }) => spellings ?? [text]);
}

/** Throws `usage` when no keyword is left. */
export function searchTerms(keywords: readonly string[] | undefined, mode: KeywordMode): SearchTerms {
  // Of an expression every character counts, blanks too.
  const clean = mode === "regex" ? [...new Set(keywords)].filter((text) => text !== "") : cleanKeywords(keywords ?? []);
  if (clean.length === 0) {
    throw new QsearchError("usage", "keywords must hold at least one that is not empty", "Name what to look for.");
  }
  const resolved =
    mode === "regex"
      ? clean.map((text, at) => ({ text, kind: "keyword" as const, from: [at] }))
      : expandKeywords(clean);
  return { keywords: clean, resolved, mode };
}
