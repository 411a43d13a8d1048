/** The terms of one live search: the caller's keywords and their expansions. */
import { QsearchError } from "../errors.ts";
import { cleanKeywords, expandKeywords, type ResolvedTerm } from "../text/expansion.ts";
import type { KeywordMode } from "../text/keyword-pattern.ts";

export interface SearchTerms {
  /** As given by the caller, cleaned. */
  readonly keywords: readonly string[];
  /** The keywords first; the index is the term's id in the scan. */
  readonly resolved: readonly ScannedTerm[];
  readonly mode: KeywordMode;
}

export interface ScannedTerm extends ResolvedTerm {
  /** Spellings to search instead; absent: the text itself. */
  readonly spellings?: readonly string[];
}

/** By term: the spellings to search in files. */
export function spellingsOf({ resolved }: SearchTerms): readonly (readonly string[])[] {
  return resolved.map(({ text, spellings }) => spellings ?? [text]);
}

/** Throws `usage` without any keyword. */
export function searchTerms(keywords: readonly string[] | undefined, mode: KeywordMode): SearchTerms {
  // In an expression every character counts, also blanks.
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
