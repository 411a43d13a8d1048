/** The semantic lane: chunks whose vectors are near the query's vector. */
import { fileOfChunk } from "../store/chunk-codec.ts";
import type { ScoredChunk, VectorIndex } from "../store/vector-index.ts";
import type { ParsedQuery } from "../text/query.ts";

/** A chunk embedded for this search alone. */
export interface LateCosine {
  readonly cosine: number;
  /** Index of its best window, from 0. */
  readonly window: number;
}

export interface Meaning {
  /** Vectors of the searched store's state. */
  readonly index: VectorIndex;
  /** Quantised by store/vector-codec.ts. */
  readonly query: Int16Array;
  readonly late: ReadonlyMap<number, LateCosine>;
  /** See FLOOR. */
  readonly floor: number;
  /** Whether the nearest chunks are wanted for keywords, too: agents continue with these, people try other words. */
  readonly alwaysAnswers: boolean;
  /** The texts embedded for a chunk: a line with its path, then its parts in order. */
  windows(path: string, text: string): string[];
}

/**
 * If even the nearest chunk is below this cosine, nothing is about the query: then words alone decide, and a result without all
 * of them, or found only as the nearest, is marked as weak. Of 100 queries without an answer 91 and more find nothing else, and
 * no query of the evaluation sets loses an answer (bench/quality/floor.ts).
 */
export const FLOOR = 0.38;
/** Beside a near chunk, others count down to this cosine. */
export const NEAR = 0.25;

/** The text embedded for a query: its words as typed, without filters and exclusions. */
export function meaningText({ required }: ParsedQuery): string {
  return required.map(({ terms }) => terms.map((term) => term.text).join(" ")).join(" ");
}

/** The nearest chunks of these files (ids ascending), or of all, nearest first: `most` chunks, and ties with the last. */
export function nearestChunks(
  { index, query, late }: Meaning,
  files: readonly number[] | null,
  most: number,
): ScoredChunk[] {
  const allowed = files === null ? null : new Set(files);
  const added = [...late]
    .filter(([chunk]) => allowed === null || allowed.has(fileOfChunk(chunk)))
    .map(([chunkId, { cosine }]) => ({ chunkId, cosine }));
  const found = index.search(query, files, most).filter(({ chunkId }) => !late.has(chunkId));
  return [...found, ...added].sort((a, b) => b.cosine - a.cosine || a.chunkId - b.chunkId).slice(0, most);
}

/** Cosines of these chunks; chunks without vectors are left out. */
export function cosinesOf({ index, query, late }: Meaning, chunks: readonly number[]): Map<number, number> {
  const found = index.cosines(query, chunks);
  for (const id of chunks) {
    const own = late.get(id);
    if (own !== undefined) found.set(id, own.cosine);
  }
  return found;
}

/** Range of the nearest window in a chunk's text; null if that is all of the text, or without vectors. */
export function nearestWindow(
  { index, query, late, windows }: Meaning,
  chunk: number,
  path: string,
  text: string,
): { readonly start: number; readonly end: number } | null {
  const best = late.get(chunk)?.window ?? index.bestWindow(query, chunk);
  if (best === null) return null;
  const parts = windows(path, text);
  if (parts.length < 2) return null;
  let start = 0;
  let end = 0;
  for (const part of parts.slice(0, best + 1)) {
    const own = part.slice(part.indexOf("\n") + 1);
    start = text.indexOf(own, end);
    if (start === -1) return null;
    end = start + own.length;
  }
  return { start, end };
}
