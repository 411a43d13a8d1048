/** The tokens that a query is scored by, each once, without stop words. */
import type { ParsedQuery, Term } from "../text/query.ts";
import { stemPrefix } from "../text/stem.ts";
import { isStopWord } from "../text/stopwords.ts";
import { cutToken } from "../text/tokens.ts";
import { CHARACTER_UNIT, WORD_UNIT } from "../text/units.ts";

/** A token of body, ident, symbols or path. Chunks with the token: `tokensExpression([term])` (text/fts.ts). */
export interface ScoringTerm {
  readonly token: string;
  /** Matches every token with this prefix. */
  readonly prefix: boolean;
  /** Occurrences in the query: long questions repeat their topic (cisi 0.312 → 0.373, cacm 0.429 → 0.476). */
  readonly weight: number;
}

/** More terms are a pasted text; the first ones decide. */
const MAX_TERMS = 64;

/** Tokens of all terms of the query, in query order. */
export function scoringTerms(query: ParsedQuery): ScoringTerm[] {
  const found = new Map<string, ScoringTerm>();
  const add = (token: string, prefix: boolean) => {
    if (token === "") return;
    const key = termKey({ token, prefix });
    found.set(key, { token, prefix, weight: (found.get(key)?.weight ?? 0) + 1 });
  };
  for (const { terms, optional } of query.required) {
    if (!optional) for (const term of terms) addTokens(term, add);
  }
  return [...found.values()].slice(0, MAX_TERMS);
}

/** Key of a scoring term in a map of frequencies. */
export function termKey({ token, prefix }: Pick<ScoringTerm, "token" | "prefix">): string {
  return prefix ? `${token}*` : token;
}

/** Most words scored among the words that hold a part. */
const MAX_PART_TOKENS = 16;

function addTokens(term: Term, add: (token: string, prefix: boolean) => void): void {
  if (term.kind === "part") {
    for (const token of (term.tokens ?? []).slice(0, MAX_PART_TOKENS)) add(token, false);
    return;
  }
  const sentence = term.words.length > 1;
  for (const [at, word] of term.words.entries()) {
    // Stop words inside a phrase or a literal (`this.of`) tell as little as elsewhere.
    if (sentence && word.whole !== null && isStopWord(word.whole)) continue;
    const starred = term.kind === "prefix" && at === term.words.length - 1;
    if (word.whole !== null && word.wholeToken !== null) {
      if (starred) add(stemPrefix(cutToken(word.whole)), true);
      else add(word.wholeToken, false);
    }
    for (const value of word.values) if (value !== word.whole) add(cutToken(value), false);
    const { units } = word;
    for (const [i, unit] of units.entries()) {
      // Stop words in a compound tell as little: `end-to-end`.
      if (units.length > 1 && unit.kind === WORD_UNIT && isStopWord(unit.exact)) continue;
      const next = units[i + 1];
      if (unit.kind === CHARACTER_UNIT) {
        if (next?.glued) add(unit.exact + next.exact, false);
        else if (units.length === 1) add(unit.exact, true);
      } else if (units.length > 1 || word.whole === null) {
        if (starred && i === units.length - 1 && unit.kind === WORD_UNIT) add(stemPrefix(cutToken(unit.exact)), true);
        else add(unit.token, false);
      }
    }
  }
}
