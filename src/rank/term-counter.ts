/** Counts the scoring terms of one query in texts: by the kernel, and by the reference where the kernel cannot. */
import { TokenKernel } from "../kernels/tokens.ts";
import { bodyToken, wordToken } from "../text/tokens.ts";
import { type Units, unitsOf } from "../text/units.ts";
import type { ScoringTerm } from "./scoring-terms.ts";

export interface TermCounter {
  /** Adds to `counts`, one number a term, how often each is a token of the text. Returns the number of its tokens. */
  count(text: string, counts: Float64Array): number;
  /** Adds `by` where a term is this token. */
  countToken(token: string, counts: Float64Array, by: number): void;
}

/** Valid until the next counter of this thread is made: the kernel holds the terms of one query at a time. */
export function createTermCounter(terms: readonly ScoringTerm[]): TermCounter {
  const kernel = TokenKernel.shared();
  kernel.prepare(terms);
  const reference = createReferenceCounter(terms);
  return {
    count(text, counts) {
      const tokens = kernel.count(text, counts);
      return tokens === -1 ? reference.count(text, counts) : tokens;
    },
    countToken: reference.countToken,
  };
}

/** The scalar reference of the kernel. */
export function createReferenceCounter(terms: readonly ScoringTerm[]): TermCounter {
  const exact = new Map<string, number>();
  const prefixes: { readonly token: string; readonly index: number }[] = [];
  for (const [index, { token, prefix }] of terms.entries()) {
    if (prefix) prefixes.push({ token, index });
    else exact.set(token, index);
  }
  const add = (index: number, counts: Float64Array, by: number) => {
    counts[index] = (counts[index] ?? 0) + by;
  };
  const countToken = (token: string, counts: Float64Array, by: number) => {
    const index = exact.get(token);
    if (index !== undefined) add(index, counts, by);
    for (const prefix of prefixes) if (token.startsWith(prefix.token)) add(prefix.index, counts, by);
  };
  const countUnits = (units: Units, counts: Float64Array) => {
    for (let at = 0; at < units.count; at++) countToken(bodyToken(units, at), counts, 1);
    for (const { whole } of units.identifiers) countToken(wordToken(whole), counts, 1);
    return units.count + units.identifiers.length;
  };
  return { count: (text, counts) => countUnits(unitsOf(text), counts), countToken };
}
