/** Selects matching files for a closer look: by the scan's numbers and the path alone. */
import { categorise } from "../../corpus/categories.ts";
import { comparePaths } from "../../corpus/path-bytes.ts";
import { inverseDocumentFrequency, saturation } from "../../ranking/bm25.ts";
import { pathPenalty } from "../../ranking/signals.ts";
import { foldAll } from "../../text/fold.ts";
import { spellingsOf } from "../terms.ts";
import type { ScannedFile, TreeScan } from "../tree-scan.ts";
import type { CodeQuery } from "./query.ts";

/** Total bytes of the chosen files: large files come late in the order and are rarely the answer. */
const MAX_BYTES = 5_000_000;
/** Bonus, as a share of the top score, for all words of the query in the name of the file or its folder. */
const NAMED = 1;
/** Multiple of the wanted number whose path penalties are computed. */
const PRESELECTED = 4;

export interface ChosenFile {
  readonly scanned: ScannedFile;
  readonly score: number;
  /** Whether the file holds the one word of a query as typed; false for other queries. */
  readonly isTyped: boolean;
}

/** The most promising files of a scan, best first. */
export function chooseFiles({ terms, typed, scan: wordsOf }: CodeQuery, scan: TreeScan, wanted: number): ChosenFile[] {
  const { files, considered } = scan;
  const weights = terms.map(({ weight }, id) => {
    const holding = files.reduce((sum, file) => sum + Number(file.count(id) > 0), 0);
    return weight * inverseDocumentFrequency(considered, holding);
  });
  const averageSize = files.reduce((sum, { size }) => sum + size, 0) / Math.max(1, files.length);
  const spellings = spellingsOf(wordsOf);
  const quick = files.map((scanned) => {
    let score = 0;
    for (const [id, weight] of weights.entries()) {
      score += weight * saturation(scanned.count(id), scanned.size, averageSize);
    }
    return {
      scanned,
      score,
      isTyped: typed !== null && (scanned.isTyped(typed) || isNamed(scanned.rel, spellings[typed])),
    };
  });
  const top = quick.reduce((most, { score }) => Math.max(most, score), 0);
  const named = quick.map(({ scanned, score, isTyped }) => {
    return { scanned, isTyped, score: score + NAMED * top * namedShare(scanned.rel, spellings, weights) };
  });
  const ordered = named.sort(compare).slice(0, wanted * PRESELECTED);
  const chosen = ordered
    .map(({ scanned, score, isTyped }) => {
      return { scanned, isTyped, score: score * pathPenalty(scanned.rel, categorise(scanned.rel).category) };
    })
    .sort(compare)
    .slice(0, wanted);
  let bytes = 0;
  return chosen.filter(({ scanned }) => {
    bytes += scanned.size;
    return bytes <= MAX_BYTES;
  });
}

function compare(a: ChosenFile, b: ChosenFile): number {
  return Number(b.isTyped) - Number(a.isTyped) || b.score - a.score || comparePaths(a.scanned.rel, b.scanned.rel);
}

function isNamed(rel: string, spellings: readonly string[] = []): boolean {
  const name = foldAll(rel.slice(rel.lastIndexOf("/") + 1));
  return spellings.some((spelling) => name.includes(foldAll(spelling)));
}

/** Share of the words' weight in the last two components of the path. */
function namedShare(rel: string, spellings: readonly (readonly string[])[], weights: readonly number[]): number {
  const name = foldAll(rel.slice(rel.lastIndexOf("/", rel.lastIndexOf("/") - 1) + 1));
  let all = 0;
  let named = 0;
  for (const [id, weight] of weights.entries()) {
    all += weight;
    if (spellings[id]?.some((spelling) => name.includes(spelling)) === true) named += weight;
  }
  return all === 0 ? 0 : named / all;
}
