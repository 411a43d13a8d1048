/** Describes ranked files for the answer. */

import type { ScoredFile, ScoringTermFacts } from "../ranking/file-score.ts";
import type { RankedFile } from "../request/context-request.ts";
import type { RankedFileCandidate } from "./ranking.ts";

/** Fewest hits that are described as many. */
const MANY_HITS = 10;
const RECOMMENDED_SCORE = 0.5;
/** The best files are worth reading even if one scores far above the others. */
const RECOMMENDED_RANKS = 3;

const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** `rank` from 1; `best` is the file at rank 1. All fields of full mode. */
export function describeFile(
  { file, score, parts }: ScoredFile<RankedFileCandidate>,
  rank: number,
  best: RankedFileCandidate,
  terms: readonly ScoringTermFacts[],
): Required<RankedFile> {
  const { rel, category, analysis, counts } = file;
  // If no file holds a keyword as given, expansions count: for a phrase, its words.
  const wanted = file.standing > 0 || best.standing === 0;
  const matched = terms.filter((_, id) => (counts[id] ?? 0) > 0).map(({ text }) => text);
  const hits = hitsOf(file);
  const facts = { rel, category, hits, distinct: matched.length, definitions: file.definitions.length };
  return {
    path: rel,
    category,
    keyword_hits: hits,
    distinct_keywords_matched: matched.length,
    definition_hits: file.definitions.length,
    score,
    recommended_read: wanted && file.flaw === null && (score >= RECOMMENDED_SCORE || rank <= RECOMMENDED_RANKS),
    reason: reasonOf({ ...facts, named: parts.path_match > 0, original: file.standing > 0, flaw: file.flaw }),
    line_count: analysis.lineCount,
    is_source_file: category === "source" || category === "test",
    is_test_file: category === "test",
    keyword_density: round(hits / Math.max(1, analysis.lineCount)),
    matched_keywords: matched,
    score_parts: parts,
  };
}

/** Number of matches, with overlapping terms as one; beyond the scan's limit, the most frequent term's count. */
export function hitsOf({ analysis, counts }: RankedFileCandidate): number {
  return Math.max(analysis.places, ...counts);
}

interface ReasonFacts {
  readonly category: RankedFile["category"];
  readonly hits: number;
  readonly distinct: number;
  readonly definitions: number;
  readonly named: boolean;
  readonly original: boolean;
  readonly flaw: "generated" | "minified" | null;
}

function reasonOf({ category, hits, distinct, definitions, named, original, flaw }: ReasonFacts): string {
  const reasons = [
    original ? "" : "expanded keywords only",
    hits >= MANY_HITS ? "high hit count" : "",
    distinct > 1 ? "multiple keywords" : "",
    category === "source" ? "source file" : category === "test" ? "test file" : `${category} file`,
    definitions > 0 ? "definition hits" : "",
    named ? "keywords in path" : "",
    flaw ?? "",
  ];
  return reasons.filter((reason) => reason !== "").join(", ");
}
