/**
 * The vectors of a store in the kernel's memory, kept up to date: read from the derived cache or from their pages, with later
 * additions in a second block. One a thread, as large as the vectors.
 */
import { DIMENSIONS } from "../embed/encoder.ts";
import { type GroupRange, VectorScanner } from "../kernels/vectors.ts";
import { chunkId } from "./chunk-codec.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";
import { readVectorCache, type VectorRoom, type VectorTable, writeVectorCache } from "./vector-cache.ts";
import { cosineOf, unpackIds } from "./vector-codec.ts";
import { embeddedRows, PAGE_ROWS, type VectorState, vectorPage, vectorState } from "./vectors.ts";

export interface ScoredChunk {
  readonly chunkId: number;
  /** Cosine of the query and the best window of the chunk. */
  readonly cosine: number;
}

/** Most later rows that are scanned in a second block. */
const MOST_ADDED = 5000;

export class VectorIndex {
  readonly #scanner = VectorScanner.load();
  #state: VectorState | null = null;
  /** Generation of the first block. */
  #generation = 0;
  /** Chunks of each block, ascending. */
  #chunks: Float64Array[] = [];

  /** Chunks with vectors. */
  get size(): number {
    return this.#scanner.groups;
  }

  /** Brings the memory to the store's state. Call it within a read transaction; throws `corrupt_store`. */
  update(store: Store): void {
    const state = vectorState(store);
    const { encoder } = state;
    if (this.#state?.base === state.base && this.#state.generation === state.generation) return;
    const isSameBase = this.#state?.base === state.base;
    this.#state = null;
    if (encoder === null) {
      this.#empty();
    } else if (!isSameBase || !this.#add(store, encoder)) {
      this.#load(store, state, encoder);
    }
    this.#state = state;
  }

  #empty(): void {
    this.#scanner.keep(0);
    this.#chunks = [];
  }

  #load(store: Store, state: VectorState, encoder: string): void {
    const cached = readVectorCache(store.dataDir, state, (size) => {
      this.#empty();
      return this.#scanner.add(size);
    });
    if (cached !== null) {
      this.#chunks = [cached.chunks];
      this.#generation = cached.generation;
      if (cached.generation === state.generation || this.#add(store, encoder)) return;
    }
    this.#empty();
    this.#chunks = [readVectorTable(store, encoder, null, (size) => this.#scanner.add(size)).chunks];
    this.#generation = state.generation;
  }

  /** Adds the rows after the first block's generation as a second block; false for too many. */
  #add(store: Store, encoder: string): boolean {
    this.#scanner.keep(1);
    this.#chunks.length = Math.min(1, this.#chunks.length);
    const rows = embeddedRows(store, encoder, this.#generation);
    if (rows.length > MOST_ADDED || this.#chunks.length === 0) return false;
    if (rows.length === 0) return true;
    const table = tableOf(store, rows, (size) => this.#scanner.add(size));
    this.#chunks.push(table.chunks);
    return true;
  }

  /** The best chunks, best first; of these files alone (ids ascending), or of all. */
  search(query: Int16Array, files: readonly number[] | null, most: number): ScoredChunk[] {
    const ranges: GroupRange[] = files === null ? [[0, this.#scanner.groups]] : this.#rangesOf(files);
    return this.#scanner.search(query, ranges, most).map(({ group, score }) => ({
      chunkId: this.#chunkOf(group),
      cosine: cosineOf(score),
    }));
  }

  /** Cosines of single chunks; chunks without vectors are left out. */
  cosines(query: Int16Array, chunks: Iterable<number>): Map<number, number> {
    const found = [...chunks].flatMap((chunk) => {
      const group = this.#groupOf(chunk);
      return group === null ? [] : [{ chunk, group }];
    });
    const scores = this.#scanner.scores(
      query,
      found.map(({ group }) => group),
    );
    return new Map(found.map(({ chunk }, at) => [chunk, cosineOf(scores[at] ?? 0)]));
  }

  /** Index of a chunk's nearest window, from 0; null without vectors. */
  bestWindow(query: Int16Array, chunk: number): number | null {
    const group = this.#groupOf(chunk);
    return group === null ? null : this.#scanner.bestRow(query, group);
  }

  has(chunk: number): boolean {
    return this.#groupOf(chunk) !== null;
  }

  #rangesOf(files: readonly number[]): GroupRange[] {
    const ranges: [number, number][] = [];
    let offset = 0;
    for (const chunks of this.#chunks) {
      let from = 0;
      for (const file of files) {
        const first = lowerBound(chunks, chunkId(file, 0), from);
        from = lowerBound(chunks, chunkId(file + 1, 0), first);
        const last = ranges.at(-1);
        if (first === from) continue;
        if (last?.[1] === offset + first) last[1] = offset + from;
        else ranges.push([offset + first, offset + from]);
      }
      offset += chunks.length;
    }
    return ranges;
  }

  #chunkOf(group: number): number {
    let at = group;
    for (const chunks of this.#chunks) {
      if (at < chunks.length) return chunks[at] ?? 0;
      at -= chunks.length;
    }
    throw new RangeError(`no group ${group}`);
  }

  #groupOf(chunk: number): number | null {
    let offset = 0;
    for (const chunks of this.#chunks) {
      const at = lowerBound(chunks, chunk, 0);
      if (chunks[at] === chunk) return offset + at;
      offset += chunks.length;
    }
    return null;
  }
}

/** Index of the first value at or after `from` that is at least `value`. */
function lowerBound(values: Float64Array, value: number, from: number): number {
  let low = from;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Vectors of an encoder from their pages, all or those written after a generation. Throws `corrupt_store`. */
function readVectorTable(store: Store, encoder: string, after: number | null, room: VectorRoom): VectorTable {
  return tableOf(store, embeddedRows(store, encoder, after), room);
}

function tableOf(store: Store, embedded: ReturnType<typeof embeddedRows>, room: VectorRoom): VectorTable {
  const chunks = Float64Array.from(embedded, ({ chunk }) => chunk);
  const count = embedded.reduce((sum, { vectors }) => sum + vectors.length / 4, 0);
  const { starts, rows } = room({ groups: chunks.length, rows: count });
  /** By page: the position of each vector in the page, and its row in the table. */
  const wanted = new Map<number, number[]>();
  let row = 0;
  for (const [group, { vectors }] of embedded.entries()) {
    starts[group] = row;
    for (const id of unpackIds(vectors)) {
      const page = Math.floor(id / PAGE_ROWS);
      const places = wanted.get(page);
      if (places) places.push(id % PAGE_ROWS, row++);
      else wanted.set(page, [id % PAGE_ROWS, row++]);
    }
  }
  starts[chunks.length] = row;
  // One page at a time: all pages would be a second copy of the vectors.
  for (const [id, places] of wanted) {
    const page = vectorPage(store, id);
    for (let at = 0; at < places.length; at += 2) {
      const from = (places[at] ?? 0) * DIMENSIONS;
      if (from + DIMENSIONS > page.length) throw corruptStore(store.path);
      rows.set(page.subarray(from, from + DIMENSIONS), (places[at + 1] ?? 0) * DIMENSIONS);
    }
  }
  return { chunks, starts, rows };
}

/** Throws `corrupt_store` if a chunk's vector is missing. Takes as much memory as the vectors. */
export function checkVectors(store: Store, encoder: string): void {
  readVectorTable(store, encoder, null, plainRoom);
}

const plainRoom: VectorRoom = ({ groups, rows }) => ({
  starts: new Uint32Array(groups + 1),
  rows: new Int8Array(rows * DIMENSIONS),
});

/**
 * Writes the cache of the store's current state, consistent under concurrent writes. A failed write only costs the next search
 * time. Throws `corrupt_store` for invalid vectors.
 */
export function cacheVectors(store: Store): void {
  const cache = store.read(() => {
    const state = vectorState(store);
    if (state.encoder === null) return null;
    const table = readVectorTable(store, state.encoder, null, plainRoom);
    return { state, table };
  });
  if (cache === null) return;
  try {
    writeVectorCache(store.dataDir, cache.state, cache.table);
  } catch {
    // The disk is full, or the folder is read-only.
  }
}
