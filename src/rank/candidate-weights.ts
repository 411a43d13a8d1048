/** Which columns count how much when the index picks the parts that are ranked. */
import type { ParsedQuery } from "../text/query.ts";

/** Weights of body, ident, symbols and path in SQLite's bm25(). */
export type ColumnWeights = readonly [body: number, ident: number, symbols: number, path: number];

const SEVERAL_WORDS: ColumnWeights = [1, 1, 5, 5];
/** One word may be a symbol that hundreds of files use and one defines: it must be among the candidates. */
const ONE_WORD: ColumnWeights = [1, 1, 10, 10];

export function candidateWeights(query: ParsedQuery): ColumnWeights {
  return query.required.filter((alternative) => !alternative.optional).length === 1 ? ONE_WORD : SEVERAL_WORDS;
}
