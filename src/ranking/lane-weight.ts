/**
 * Weight of the semantic lane against the word lane, from the query alone. Chosen on the code set, the development half of
 * cosqa and cacm together (NDCG@10 with 0.4, 0.5, 0.6, 0.7 for all queries: code 0.918, 0.911, 0.912, 0.902; cacm 0.527, 0.545,
 * 0.547, 0.535; cosqa 0.472, 0.505, 0.534, 0.568). Sentences have 0.65: cranfield 0.418 with 0.6 and 0.421 with 0.65, cacm
 * 0.554 with both, the test half of cosqa 0.529 and 0.541.
 */
import type { FileType } from "../request/kinds.ts";
import type { ParsedQuery } from "../text/query.ts";
import { isReadable } from "../text/readable-script.ts";

export interface LaneChoice {
  /** Share of the semantic lane, 0–1; 0: words alone. */
  readonly weight: number;
  /** Results with all the words come first, in the order of words alone. */
  readonly exactFirst: boolean;
}

/**
 * Factor of the semantic lane's weight in source code: names tell more there than a model trained on prose (NDCG@10 of ten
 * repositories 0.909 → 0.917, of prose unchanged).
 */
const IN_CODE = 2 / 3;
const MOST_IN_CODE = 0.4;

export function weightFor(weight: number, category: FileType): number {
  return category === "source" || category === "test" ? Math.min(weight * IN_CODE, MOST_IN_CODE) : weight;
}

/** A query of at most so many words is keywords: the user wants exactly these words. */
const KEYWORDS = 2;
/** Limit with stop words such as "in" or "the" counted: a query this short is no sentence ("just in time compiler"). */
const SHORT = 4;
const FEW_WORDS = 3;

const WEIGHT = { oneWord: 0.2, fewWords: 0.5, more: 0.65 } as const;

const WORDS_ALONE: LaneChoice = { weight: 0, exactFirst: true };

export function laneChoice(query: ParsedQuery): LaneChoice {
  const needed = query.required.filter((alternative) => !alternative.optional);
  const isSentence = query.required.length > needed.length;
  const terms = needed.flatMap((alternative) => alternative.terms);
  if (!isReadable(terms.map((term) => term.text).join(" "))) return WORDS_ALONE;
  // Marks in a sentence are emphasis; elsewhere they require a match as written.
  if (!isSentence && terms.some(({ kind }) => kind !== "word")) return WORDS_ALONE;
  const words = needed.length;
  return {
    weight: words === 1 ? WEIGHT.oneWord : words <= FEW_WORDS ? WEIGHT.fewWords : WEIGHT.more,
    exactFirst: words <= KEYWORDS && query.required.length <= SHORT,
  };
}

/** Both lanes scaled to their best score, added with the weight. A negative score counts as 0. */
export function fused(weight: number, words: number, bestWords: number, cosine: number, bestCosine: number): number {
  const lane = (score: number, best: number) => (best > 0 ? Math.max(0, score) / best : 0);
  return (1 - weight) * lane(words, bestWords) + weight * lane(cosine, bestCosine);
}

/** A passage in word order. */
export interface Judged {
  /** Score of both lanes; null without a vector. */
  readonly fused: number | null;
  /** Whether the passage has all words of the query. */
  readonly holdsAll: boolean;
}

/**
 * The order by words and meaning where some passages lack a vector: for each place the index of its passage, among passages in
 * word order, best first. A missing vector is neutral: passages with vectors change places among themselves, in the order of
 * both lanes, and the others keep their place by words. So a vector is no advantage; with vectors for all the result is the
 * order of both lanes, with no vectors the order of words. A vector never moves a passage with only some of the words before a
 * passage with all the words and no vector.
 */
export function neutralOrder(judged: readonly Judged[]): number[] {
  const waiting = judged.flatMap(({ fused: value }, index) => (value === null ? [] : [{ index, value }]));
  waiting.sort((a, b) => b.value - a.value || a.index - b.index);
  /** For each passage the first place that it may take. */
  const first: number[] = [];
  let bound = 0;
  for (const [index, { fused: value, holdsAll }] of judged.entries()) {
    first.push(holdsAll ? 0 : bound);
    if (value === null && holdsAll) bound = index + 1;
  }
  return judged.map(({ fused: value }, place) => {
    if (value === null) return place;
    // A candidate always exists: the passage with this place by words, or one whose place it took.
    const at = waiting.findIndex(({ index }) => (first[index] ?? 0) <= place);
    return waiting.splice(at, 1)[0]?.index ?? place;
  });
}

/** Reciprocal rank fusion: ranks from 1, null where the lane lacks the result. */
export function reciprocalRanks(
  ranks: readonly { readonly rank: number | null; readonly weight: number }[],
  k: number,
): number {
  return ranks.reduce((sum, { rank, weight }) => sum + (rank === null ? 0 : weight / (k + rank)), 0);
}
