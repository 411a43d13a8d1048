/** Ranks the files of a scan: chooses candidates, reads them again, scores them. */

import { openRoot } from "../corpus/open.ts";
import { comparePaths } from "../corpus/path-bytes.ts";
import { FileError } from "../errors.ts";
import type { TimeSlice } from "../pool/time-slice.ts";
import {
  KIND_WEIGHTS,
  rankFiles,
  type ScoredFile,
  type ScoringFile,
  type ScoringTermFacts,
} from "../ranking/file-score.ts";
import { foldAll } from "../text/fold.ts";
import { isStopWord } from "../text/stopwords.ts";
import { nameTokens } from "../text/tokeniser.ts";
import { wordToken } from "../text/tokens.ts";
import { scanUnits, WORD_UNIT } from "../text/units.ts";
import { analyse, type FileAnalysis } from "./analysis.ts";
import { chooseCandidates, type FileCandidate, standingOf, weighTerms } from "./file-candidates.ts";
import { type FileMatches, KeywordScan } from "./keyword-scan.ts";
import { threadScanner } from "./scan-messages.ts";
import type { SearchRoot } from "./search-root.ts";
import type { Stamp } from "./snapshots.ts";
import { type SearchTerms, spellingsOf } from "./terms.ts";
import type { TreeScan } from "./tree-scan.ts";

export interface RankedFileCandidate extends ScoringFile {
  readonly analysis: FileAnalysis;
  readonly stamp: Stamp;
  /** Matches of each term in the whole file. */
  readonly counts: Uint32Array;
}

export interface Ranking {
  readonly terms: readonly ScoringTermFacts[];
  readonly files: readonly ScoredFile<RankedFileCandidate>[];
}

export interface RankOptions {
  readonly wanted: number;
  readonly preferSource: boolean;
}

export async function rankScan(
  place: SearchRoot,
  terms: SearchTerms,
  scan: TreeScan,
  slice: TimeSlice,
  { wanted, preferSource }: RankOptions,
): Promise<Ranking> {
  const facts = weighTerms(terms, scan);
  const candidates = await readCandidates(place, terms, chooseCandidates(scan, facts, wanted), slice);
  return { terms: facts, files: rankFiles(candidates, facts, keywordWords(terms), preferSource, comparePaths) };
}

/** A file that vanished, or lost its matches, since the scan is left out. */
async function readCandidates(
  place: SearchRoot,
  terms: SearchTerms,
  chosen: readonly FileCandidate[],
  slice: TimeSlice,
): Promise<RankedFileCandidate[]> {
  const reader = new CandidateReader(place, terms);
  const found: RankedFileCandidate[] = [];
  try {
    for (const { scanned } of chosen) {
      const candidate = reader.read(scanned.rel);
      if (candidate !== null) found.push(candidate);
      if (slice.due) await slice.rest();
    }
  } finally {
    reader.close();
  }
  return found;
}

/** Reads single files of a place for a search's terms. Close it. */
export class CandidateReader {
  readonly #scan: KeywordScan;
  readonly #root;

  constructor(
    private readonly place: Pick<SearchRoot, "root" | "policy" | "encodings">,
    private readonly terms: SearchTerms,
    /** Errors of unreadable files. */
    private readonly failures: Map<string, FileError> = new Map(),
  ) {
    const { encodings } = place;
    this.#scan = new KeywordScan(threadScanner(), { terms: spellingsOf(terms), mode: terms.mode, encodings });
    this.#root = openRoot(place.root);
  }

  /** Null for an unreadable file, or one without any term. */
  read(rel: string): RankedFileCandidate | null {
    try {
      const file = this.#root.open(rel);
      try {
        const bytes = file.read(this.place.policy.maxSize, this.#scan.buffer);
        const { dev, ino, size, mtimeNs, ctimeNs } = file.stamp;
        const matches = this.#scan.matches(bytes);
        if (matches.matches.length === 0) return null;
        return this.#candidate(
          analyse(rel, matches, this.terms.resolved.length),
          matches,
          [dev, ino, size, mtimeNs, ctimeNs].join(" "),
        );
      } finally {
        file.close();
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.failures.set(rel, error);
      return null;
    }
  }

  close(): void {
    this.#root.close();
  }

  #candidate(analysis: FileAnalysis, { counts, typed }: FileMatches, stamp: Stamp): RankedFileCandidate {
    const { rel, category, passages, lines, flaw } = analysis;
    const definitions = lines.flatMap(({ defines }) => (defines === null ? [] : [defines]));
    const terms = this.terms.resolved.map(({ kind }) => ({ original: kind === "keyword" }));
    const standing = standingOf(
      terms,
      (id) => (counts[id] ?? 0) > 0,
      (id) => typed.has(id),
    );
    return { rel, category, passages, definitions, flaw, standing, analysis, stamp, counts };
  }
}

/** Tokens of the keywords' words for the path match: each part once, no stop words. */
function keywordWords({ keywords }: SearchTerms): string[] {
  const words = new Set<string>();
  for (const keyword of keywords) {
    const units = scanUnits(keyword);
    for (let at = 0; at < units.count; at++) {
      if (units.kind(at) === WORD_UNIT && !isStopWord(units.exact(at))) words.add(wordToken(units.exact(at)));
    }
  }
  return [...words];
}

/** Weights of terms without frequencies from a scan: by their kind alone. */
export function plainWeights({ resolved }: SearchTerms): ScoringTermFacts[] {
  return resolved.map(({ text, kind }) => ({
    text,
    folded: foldAll(text),
    tokens: nameTokens(text),
    original: kind === "keyword",
    weight: KIND_WEIGHTS[kind],
  }));
}
