/** The lane of meaning: chunks whose vectors are near that of the query. */
import { fileOfChunk } from "../store/chunk-codec.ts";
import type { ScoredChunk, VectorIndex } from "../store/vector-index.ts";
import type { ParsedQuery } from "../text/query.ts";

export interface Meaning {
  /** Of the store's state that is searched. */
  readonly index: VectorIndex;
  /** As store/vector-codec.ts quantises it. */
  readonly query: Int16Array;
  /** Cosines of chunks that were embedded for this search. */
  readonly late: ReadonlyMap<number, number>;
  /** Whether every chunk has its vectors. */
  readonly complete: boolean;
  /** See FLOOR. */
  readonly floor: number;
}

/**
 * Where not even the nearest chunk is as near as this, nothing is about the query: meaning alone is no hit then. Of 100
 * queries without an answer 91 and more find nothing, and no query of the evaluation sets loses an answer
 * (bench/quality/floor.ts).
 */
export const FLOOR = 0.38;
/** Beside a chunk that is near, others count down to here. */
export const NEAR = 0.25;

/** What is embedded for a query: its words as they were typed, without filters and exclusions. */
export function meaningText({ required }: ParsedQuery): string {
  return required.map(({ terms }) => terms.map((term) => term.text).join(" ")).join(" ");
}

/** The nearest chunks of these files (ids ascending), or of all, nearest first, as many as `most` and those as near as the last. */
export function nearestChunks(
  { index, query, late }: Meaning,
  files: readonly number[] | null,
  most: number,
): ScoredChunk[] {
  const allowed = files === null ? null : new Set(files);
  const added = [...late]
    .filter(([chunk]) => allowed === null || allowed.has(fileOfChunk(chunk)))
    .map(([chunkId, cosine]) => ({ chunkId, cosine }));
  const found = index.search(query, files, most).filter(({ chunkId }) => !late.has(chunkId));
  return [...found, ...added].sort((a, b) => b.cosine - a.cosine || a.chunkId - b.chunkId).slice(0, most);
}

/** Cosines of these chunks; those without vectors are left out. */
export function cosinesOf({ index, query, late }: Meaning, chunks: readonly number[]): Map<number, number> {
  return new Map([...index.cosines(query, chunks), ...chunks.flatMap((id) => lateOf(late, id))]);
}

function lateOf(late: ReadonlyMap<number, number>, id: number): [number, number][] {
  const cosine = late.get(id);
  return cosine === undefined ? [] : [[id, cosine]];
}
