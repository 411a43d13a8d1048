/**
 * Ranks the chosen files by their chunks, with the index's ranking functions. A word's rarity in the whole tree comes from the
 * scan's counts: the chosen files show in how many chunks a word's literals stand.
 */

import { type RankWeights, WEIGHTS } from "../../ranking/candidate.ts";
import { beneath } from "../../ranking/file-score.ts";
import type { RankCandidate, RankContext, RankedCandidate } from "../../ranking/rank.ts";
import { rankCandidates, type TermCounts } from "../../ranking/rank.ts";
import { termKey } from "../../ranking/scoring-terms.ts";
import type { TreeScan } from "../tree-scan.ts";
import type { ChosenFile } from "./code-candidates.ts";
import type { LoadedFile } from "./file-reader.ts";
import { withImports } from "./imports.ts";
import type { CodeQuery } from "./query.ts";

/** A chunk of a chosen file. */
export interface CodeChunk extends RankCandidate {
  readonly file: LoadedFile;
  readonly start: number;
  readonly end: number;
}

export interface RankedCodeFile {
  readonly file: LoadedFile;
  /** Score of the best chunk. */
  readonly score: number;
  /** Best first. */
  readonly chunks: readonly RankedCandidate<CodeChunk>[];
}

export interface CodeRanking {
  /** Best first. */
  readonly files: readonly RankedCodeFile[];
  /** The statistics behind the scores. */
  readonly context: RankContext;
}

/** Code search prefers code. */
export const CODE_WEIGHTS: RankWeights = { ...WEIGHTS, notCode: 0.6 };

export function rankCodeFiles(
  query: CodeQuery,
  files: readonly LoadedFile[],
  chosen: readonly ChosenFile[],
  scan: TreeScan,
): CodeRanking {
  const chunks = files.flatMap(chunksOf);
  let context: RankContext = { size: 1, averageLength: 1, documentFrequency: new Map() };
  const ranked = rankCandidates(
    query.parsed,
    chunks,
    (counts) => {
      context = contextOf(query, counts, chosen, scan);
      return context;
    },
    CODE_WEIGHTS,
  );
  const byFile = Map.groupBy(ranked, ({ candidate }) => candidate.file);
  const found = Array.from(byFile, ([file, own]) => ({ file, score: own[0]?.score ?? 0, chunks: own }));
  return { files: typedFirst(query.typed === null ? found : withImports(found), files, chosen), context };
}

/** Files with the one word of a query as typed come before files with other forms. */
function typedFirst(
  found: readonly RankedCodeFile[],
  files: readonly LoadedFile[],
  chosen: readonly ChosenFile[],
): RankedCodeFile[] {
  const typed = new Set(files.filter((_, at) => chosen[at]?.isTyped === true));
  const standing = found.map(({ file, score }) => ({ score, standing: typed.has(file) ? (1 as const) : (0 as const) }));
  if (new Set(standing.map((each) => each.standing)).size < 2) return [...found];
  const scores = beneath(standing);
  return found.map((each, at) => ({ ...each, score: scores[at] ?? 0 })).sort((a, b) => b.score - a.score);
}

/** Chunks of one file have consecutive ids. */
const FILE_STRIDE = 2 ** 20;

function chunksOf(file: LoadedFile, fileId: number): CodeChunk[] {
  const { rel, category, source } = file;
  const { text, language, chunks } = source;
  return chunks.map(({ start, end, lineStart, defined }, index) => ({
    chunkId: fileId * FILE_STRIDE + index,
    fileId,
    rel,
    category,
    language,
    text: text.slice(start, end),
    line: lineStart,
    defined,
    file,
    start,
    end,
  }));
}

function contextOf(
  { terms }: CodeQuery,
  { counts, lengths, width }: TermCounts,
  chosen: readonly ChosenFile[],
  scan: TreeScan,
): RankContext {
  const bytes = sum(scan.files.map(({ size }) => size));
  const share = bytes / Math.max(1, sum(chosen.map(({ scanned }) => scanned.size)));
  const documentFrequency = new Map<string, number>();
  for (const [id, term] of terms.entries()) {
    let holding = 0;
    for (let at = id; at < counts.length; at += width) if ((counts[at] ?? 0) > 0) holding++;
    const literals = sum(chosen.map(({ scanned }) => scanned.count(id)));
    const all = sum(scan.files.map((file) => file.count(id)));
    documentFrequency.set(termKey(term), Math.max(1, literals === 0 ? all : (holding * all) / literals));
  }
  const averageLength = lengths.reduce((total, length) => total + length, 0) / Math.max(1, lengths.length);
  return { size: Math.max(lengths.length, lengths.length * share), averageLength, documentFrequency };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
