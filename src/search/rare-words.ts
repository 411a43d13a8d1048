/**
 * The best chunks for any of several words, found among those that hold one of the rarer ones. SQLite's bm25 costs half a
 * microsecond for each chunk that matches, and most chunks that match a question hold its commonest words alone.
 *
 * What a word adds to a score is at most its idf times (k1 + 1). So a chunk that holds common words alone stays beneath the
 * sum of these bounds, and where as many as are wanted lie above, no such chunk is among them. `(rare) AND (rare OR common
 * OR common)` says each word twice, so that every score is doubled; FTS5 skips what the first bracket does not hold.
 */
import type { Candidate, CandidateQuery, Postings } from "../store/postings.ts";

/** A word as an expression, and about how many chunks hold it. */
export interface CountedWord {
  readonly match: string;
  readonly chunks: number;
}

/** A word in fewer chunks is not worth the look. */
const COMMON = 4000;

/** FTS5's k1 + 1. */
const SATURATED = 2.2;

/** Of chunks with one of the rarer words, some score so many times its idf: they hold it often, or hold others too. */
const OFTEN = 1.7;

/** Share of the matches that must be left out. */
const SPARED = 0.6;

/** As FTS5 weighs a word, with its floor. `chunks` of `size` hold it. */
function idf(chunks: number, size: number): number {
  return Math.max(1e-6, Math.log((size - chunks + 0.5) / (chunks + 0.5)));
}

/**
 * The words that are left to the others, the commonest first: the most of them for which enough chunks with one of the rest
 * probably score above their bound. Empty where that spares too little: a chunk costs twice as much with each word said twice.
 */
export function commonWords(
  words: readonly CountedWord[],
  size: number,
  limit: number,
  least = COMMON,
): readonly CountedWord[] {
  const sorted = [...words].sort((a, b) => b.chunks - a.chunks);
  let matches = 0;
  for (const { chunks } of words) matches += chunks;
  let bound = 0;
  let left = 0;
  let common = 0;
  for (const [at, { chunks }] of sorted.entries()) {
    if (chunks < least) break;
    bound += SATURATED * idf(chunks, size);
    left += chunks;
    let enough = 0;
    for (const rare of sorted.slice(at + 1)) if (idf(rare.chunks, size) * OFTEN >= bound) enough += rare.chunks;
    if (enough >= 2 * limit && left >= SPARED * matches) common = at + 1;
  }
  return sorted.slice(0, common);
}

/**
 * What `postings.candidates` gives for the words joined by OR, null where that cannot be told without all matches.
 * `size` is the number of chunks of the store; `least` serves tests.
 */
export function bestByRareWords(
  postings: Postings,
  words: readonly CountedWord[],
  size: number,
  query: Omit<CandidateQuery, "match" | "files">,
  least = COMMON,
): Candidate[] | null {
  const common = commonWords(words, size, query.limit, least);
  if (common.length === 0) return null;
  let bound = 0;
  for (const { match } of common) bound += SATURATED * idf(postings.count(match), size);
  const rare = words.filter((word) => !common.includes(word)).map(({ match }) => match);
  const others = common.map(({ match }) => match);
  const match = `(${rare.join(" OR ")}) AND (${[...rare, ...others, ...others].join(" OR ")})`;
  const found = postings.candidates({ ...query, match, files: null });
  const last = found[query.limit - 1];
  // A little above, for the sums are rounded.
  if (last === undefined || -last.bm25 / 2 <= bound * (1 + 1e-9)) return null;
  return found.map(({ chunkId, bm25 }) => ({ chunkId, bm25: bm25 / 2 }));
}
