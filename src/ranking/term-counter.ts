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
  /** The same; of texts that hold none of the terms the length may not be told: NaN. */
  sparsely(texts: readonly string[]): TermCounts;
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
    sparsely: (texts) => {
      const beginnings = beginningsOf(terms);
      if (beginnings === null) return count(texts, false);
      const rows: number[] = [];
      const own: string[] = [];
      for (let row = 0; row < texts.length; row++) {
        const text = texts[row] ?? "";
        if (!beginnings.test(text)) continue;
        rows.push(row);
        own.push(text);
      }
      const held = count(own, false);
      const counts = new Float64Array(texts.length * width);
      const lengths = new Float64Array(texts.length).fill(Number.NaN);
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0;
        lengths[row] = held.lengths[at] ?? 0;
        for (let column = 0; column < width; column++) {
          counts[row * width + column] = held.counts[at * width + column] ?? 0;
        }
      }
      return { width, counts, lengths };
    },
    names: (names) => count(names, true),
  };
}

/** Of more terms most texts hold some. */
const MOST_BEGINNINGS = 6;

/**
 * Found in every text that holds any of the terms, and in few others: what is not ASCII, or the letters that a word and its stem have in
 * common, with the connectors that a name may have between them. Null where that tells little, or nothing.
 */
function beginningsOf(terms: readonly CountedTerm[]): RegExp | null {
  if (terms.length > MOST_BEGINNINGS) return null;
  const beginnings: string[] = [];
  for (const { token } of terms) {
    if (!/^[a-z0-9]{3,}$/.test(token)) return null;
    // A stem may differ from its words in its last letter, and in nothing before it.
    beginnings.push([...token.slice(0, Math.min(4, token.length - 1))].join("[-_]*"));
  }
  return new RegExp(`${beginnings.join("|")}|[^\\x00-\\x7f]`, "i");
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
