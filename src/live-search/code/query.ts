/** A query of code search: plain words and identifiers, no operators. Gives the terms for ranking, and for the scan. */
import { QsearchError } from "../../errors.ts";
import { type ScoringTerm, scoringTerms } from "../../ranking/scoring-terms.ts";
import { FilterBuilder } from "../../text/filters.ts";
import { patternOf } from "../../text/pattern.ts";
import type { Clause, ParsedQuery, Term } from "../../text/query.ts";
import { joinedNodes } from "../../text/query-tree.ts";
import { isStopWord } from "../../text/stopwords.ts";
import { beginningsOf } from "../../text/word-forms.ts";
import type { SearchTerms } from "../terms.ts";

export interface CodeQuery {
  readonly text: string;
  /** In the form for ranking/. */
  readonly parsed: ParsedQuery;
  /** Scoring terms: the tokens of the words, without stop words unless no other word is given. */
  readonly terms: readonly ScoringTerm[];
  /**
   * Beginnings of words with each of `terms`, at the term's index. A query of one word also has that word as typed at the end.
   */
  readonly scan: SearchTerms;
  /** Id of the query's one word as typed; null for a query of more words. */
  readonly typed: number | null;
}

/** Further words of a longer text add nothing; the kernel takes 128 literals. */
const MAX_WORDS = 32;

/** Throws `usage` for a query without a word. */
export function codeQuery(text: string): CodeQuery {
  const words = patternOf(text).slice(0, MAX_WORDS);
  const isStop = (whole: string | null) => whole !== null && isStopWord(whole);
  const stopsOnly = words.every(({ whole }) => isStop(whole));
  const required = words.map((word): Clause => {
    const optional = !stopsOnly && isStop(word.whole);
    const term: Term = { kind: "word", text: word.written, words: [word] };
    return { node: { op: "term", term }, terms: [term], optional };
  });
  if (required.length === 0) {
    throw new QsearchError("usage", "query must hold a word", "Name what to look for: a question, words or a symbol.");
  }
  const tree = joinedNodes(
    "and",
    required.map(({ node }) => node),
  );
  const sides = { excluded: [], conditions: [], filters: new FilterBuilder().build() };
  const parsed: ParsedQuery = { tree, required, ...sides, nothing: false, filterOnly: false };
  const terms = scoringTerms(parsed).slice(0, MAX_WORDS);
  const resolved = terms.map(({ token, prefix }) => {
    return { text: token, kind: "keyword" as const, from: [], spellings: prefix ? [token] : beginningsOf(token) };
  });
  const [only, ...others] = required.filter(({ optional }) => !optional).flatMap(({ terms: own }) => own);
  const typed = only !== undefined && others.length === 0 ? resolved.length : null;
  if (only !== undefined && typed !== null)
    resolved.push({ text: only.text, kind: "keyword", from: [], spellings: [only.text] });
  return { text, parsed, terms, scan: { keywords: [], resolved, mode: "substring" }, typed };
}
