/** The two lanes as ranks of files, fused by reciprocal ranks: `rrf_score`, reported beside the deciding ranking. */

import { comparePaths } from "../../corpus/path-bytes.ts";
import type { CodeSource } from "../../request/code-request.ts";
import type { RankedCodeFile } from "./ranking.ts";

/** Settings rrf_k, rrf_weight_lexical and rrf_weight_symbol. */
export interface RrfSettings {
  readonly k: number;
  readonly lexical: number;
  readonly symbol: number;
}

export const RRF_DEFAULTS: RrfSettings = { k: 60, lexical: 1, symbol: 1.2 };

export interface FusedFile extends RankedCodeFile {
  readonly rrfScore: number;
  readonly source: CodeSource;
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

/**
 * A file is in the lexical lane if it holds a word of the query as given, and in the symbol lane if a defined name holds a word
 * in any form. A file in neither lane holds words only in other forms: it comes last in the lexical lane. Cormack, Clarke and
 * Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.
 */
export function fuse(files: readonly RankedCodeFile[], words: RegExp | null, rrf: RrfSettings): FusedFile[] {
  const ordered = (worth: (file: RankedCodeFile) => number) => {
    const found = files.map((file) => ({ file, worth: worth(file) })).filter((each) => each.worth > 0);
    found.sort((a, b) => b.worth - a.worth || comparePaths(a.file.file.rel, b.file.file.rel));
    return found.map(({ file }) => file);
  };
  const ranks = (lane: readonly RankedCodeFile[]) => new Map(lane.map((file, index) => [file, index + 1] as const));
  const holds = (text: string) => words === null || text.search(words) !== -1;
  const best = ({ chunks }: RankedCodeFile, key: "words" | "symbols") =>
    chunks.reduce((most, { lanes }) => Math.max(most, lanes[key]), 0);
  const exact = ordered((file) => (holds(file.file.source.text) ? best(file, "words") : 0));
  const named = ordered((file) => best(file, "symbols"));
  const known = new Set([...exact, ...named]);
  const rest = ordered((file) => (known.has(file) ? 0 : Math.max(Number.MIN_VALUE, best(file, "words"))));
  const lexical = ranks([...exact, ...rest]);
  const symbol = ranks(named);
  return files.map((file) => {
    const [word, name] = [lexical.get(file), symbol.get(file)];
    const part = (weight: number, rank: number | undefined) => (rank === undefined ? 0 : weight / (rrf.k + rank));
    const source = name === undefined ? "lexical" : word === undefined ? "ast" : "hybrid";
    return { ...file, rrfScore: round(part(rrf.lexical, word) + part(rrf.symbol, name)), source };
  });
}
