/** Counts the terms of one query in texts: by the kernel, and by the reference where the kernel cannot. */
import { MAX_COUNTED, TokenKernel } from "../kernels/tokens.ts";
import { bodyToken, identifierTokens } from "../text/tokens.ts";
import { scanUnits } from "../text/units.ts";
import { valuesIn } from "../text/values.ts";
import { isTopic } from "./name-match.ts";
import type { ScoringTerm } from "./scoring-terms.ts";

/** A counted term: a token, or every token with this prefix. */
export type CountedTerm = Pick<ScoringTerm, "token" | "prefix">;

/** Counts in several texts: a row a text, a column a term. */
export interface TermCounts {
  readonly width: number;
  /** Rows × width. */
  readonly counts: Float64Array;
  /** Tokens of each text. */
  readonly lengths: Float64Array;
}

export interface TermCounter {
  /** Occurrences of each term as a token of each text. */
  texts(texts: readonly string[]): TermCounts;
  /** As `texts`, for names, in which short numbers are no tokens. */
  names(names: readonly string[]): TermCounts;
}

/** Valid until the next counter of this thread is made: the kernel holds the terms of one query at a time. */
export function createTermCounter(terms: readonly CountedTerm[]): TermCounter {
  const kernel = TokenKernel.shared();
  kernel.prepare(terms);
  const width = terms.length;
  const count = (texts: readonly string[], areNames: boolean): TermCounts => {
    const counts = new Float64Array(texts.length * width);
    const lengths = new Float64Array(texts.length).fill(-1);
    if (width <= MAX_COUNTED) kernel.countRows(texts, width, areNames, counts, lengths);
    for (let row = 0; row < texts.length; row++) {
      if (lengths[row] !== -1) continue;
      const own = counts.subarray(row * width, row * width + width);
      lengths[row] = countByReference(texts[row] ?? "", terms, areNames, own);
    }
    return { width, counts, lengths };
  };
  return {
    texts: (texts) => count(texts, false),
    names: (names) => count(names, true),
  };
}

/** The scalar reference of the kernel: sets `counts`, one number a term, and returns the number of tokens. */
export function countByReference(
  text: string,
  terms: readonly CountedTerm[],
  isName: boolean,
  counts: Float64Array,
): number {
  const units = scanUnits(text);
  const tokens = [
    ...Array.from({ length: units.count }, (_, at) => bodyToken(units, at)),
    ...units.identifiers.flatMap(identifierTokens),
  ].filter((token) => !isName || isTopic(token));
  for (let column = 0; column < counts.length; column++) {
    const { token: wanted = "", prefix = false } = terms[column] ?? {};
    counts[column] = tokens.filter((token) => token === wanted || (prefix && token.startsWith(wanted))).length;
  }
  // A value does not lengthen a text; only its parts do.
  return tokens.filter((token) => valuesIn(token).length === 0).length;
}
