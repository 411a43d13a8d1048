/** Selects matching files for a closer look: by the scan's numbers and the path alone. */
import { comparePaths } from "../corpus/path-bytes.ts";
import { saturation } from "../ranking/bm25.ts";
import { type ScoringTermFacts, type Standing, termWeight } from "../ranking/file-score.ts";
import { foldAll } from "../text/fold.ts";
import { nameTokens } from "../text/tokeniser.ts";
import type { SearchTerms } from "./terms.ts";
import type { ScannedFile, TreeScan } from "./tree-scan.ts";

/** Fewest files read again, even for few requested ones; requests for more read more. */
const LEAST = 80;
const MOST = 500;
/** Most bytes read again: large files come late in the order and are rarely the answer. */
const MAX_BYTES = 4_000_000;
/** Most bytes of requested files: bounds the memory. */
const MOST_BYTES = 32_000_000;
/** Bonus of a keyword in the name of the file or its folder, as a share of the top score (all keywords: all of it). */
const NAMED = 1;

export interface FileCandidate {
  readonly scanned: ScannedFile;
  readonly standing: Standing;
}

/** Terms with their weights: from rarity among the considered files, and origin. */
export function weighTerms({ resolved }: SearchTerms, { files, considered }: TreeScan): ScoringTermFacts[] {
  return resolved.map(({ text, kind }, id) => {
    let frequency = 0;
    for (const file of files) if (file.count(id) > 0) frequency++;
    return {
      text,
      folded: foldAll(text),
      tokens: nameTokens(text),
      original: kind === "keyword",
      weight: termWeight(kind, frequency, considered),
    };
  });
}

/** The most promising files, in order; files with a keyword come before files with only expansions. */
export function chooseCandidates(scan: TreeScan, terms: readonly ScoringTermFacts[], wanted: number): FileCandidate[] {
  const limit = Math.min(MOST, Math.max(LEAST, wanted + LEAST / 2));
  const averageSize = scan.files.reduce((sum, { size }) => sum + size, 0) / Math.max(1, scan.files.length);
  const all = scan.files.map((scanned) => ({
    scanned,
    standing: standingOf(
      terms,
      (id) => scanned.count(id) > 0,
      (id) => scanned.isTyped(id),
    ),
    score: quickScore(scanned, terms, averageSize),
    named: namedShare(scanned.rel, terms),
  }));
  const top = all.reduce((most, { score }) => Math.max(most, score), 0);
  const order = all
    .map((item) => ({ ...item, score: Math.round((item.score + NAMED * top * item.named) * 1e6) / 1e6 }))
    .sort((a, b) => b.standing - a.standing || b.score - a.score || comparePaths(a.scanned.rel, b.scanned.rel))
    .slice(0, limit);
  let bytes = 0;
  return order.filter(({ scanned }, i) => {
    bytes += scanned.size;
    return bytes <= (i < Math.max(LEAST / 4, wanted) ? MOST_BYTES : MAX_BYTES);
  });
}

/** `holds`, `isTyped`: whether a file has a term in any form, and as typed. */
export function standingOf(
  terms: readonly { readonly original: boolean }[],
  holds: (id: number) => boolean,
  isTyped: (id: number) => boolean,
): Standing {
  if (terms.some(({ original }, id) => original && isTyped(id))) return 2;
  return terms.some(({ original }, id) => original && holds(id)) ? 1 : 0;
}

/** BM25 over whole files. */
function quickScore(file: ScannedFile, terms: readonly ScoringTermFacts[], averageSize: number): number {
  let score = 0;
  terms.forEach(({ weight }, id) => {
    score += weight * saturation(file.count(id), file.size, averageSize);
  });
  return score;
}

/** Share of the keywords' weight in the last two components of the path. */
function namedShare(rel: string, terms: readonly ScoringTermFacts[]): number {
  const from = rel.lastIndexOf("/", rel.lastIndexOf("/") - 1) + 1;
  const name = foldAll(rel.slice(from));
  let all = 0;
  let named = 0;
  for (const { original, folded, weight } of terms) {
    if (!original) continue;
    all += weight;
    if (name.includes(folded)) named += weight;
  }
  return all === 0 ? 0 : named / all;
}
