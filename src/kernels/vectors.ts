/**
 * The vector kernel: exact search among int8 vectors, 15 ns a row. Vectors are read straight into its memory. One instance a
 * thread; not re-entrant. Its memory grows and never shrinks.
 */
import scalarPath from "../../build/kernels/vectors.scalar.wasm" with { type: "file" };
import wasmPath from "../../build/kernels/vectors.wasm" with { type: "file" };
import { useLargePages } from "./large-pages.ts";
import { kernelModule } from "./load.ts";

export interface ScoredGroup {
  readonly group: number;
  /** Product of the query and the best row of the group. */
  readonly score: number;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  begin(most: number): void;
  found(): number;
  groupScore(rows: number, starts: number, group: number): number;
  scan(rows: number, starts: number, first: number, last: number, offset: number): void;
}

/** Numbers of a row. */
const ROW = 384;
/** Layout shared with vectors.kernel.ts. */
const QUERY = 1024;
const SCORES = 4096;
const IDS = 8192;
const DATA = 16384;
const PAGE = 65536;
/** Bytes of new memory for which large pages are asked for: 25,000 vectors. */
const LARGE = 10_000_000;

/** Groups that one search returns at most. */
const MAX_FOUND = 1000;

/** Where a block of vectors stands in the kernel's memory: the first row of each group and one more, then the rows. */
export interface VectorBlock {
  readonly groups: number;
  readonly rows: number;
}

interface Placed extends VectorBlock {
  readonly starts: number;
  readonly data: number;
}

/** First to before last. */
export type GroupRange = readonly [first: number, last: number];

const aligned = (bytes: number) => (bytes + 15) & ~15;

export class VectorScanner {
  readonly #wasm: Exports;
  /** In order; a group's id counts through all of them. */
  #blocks: Placed[] = [];
  #end = DATA;

  private constructor(wasm: Exports) {
    this.#wasm = wasm;
    this.#reserve(DATA);
  }

  /** Compiles the embedded kernel; under a millisecond. */
  static load(): VectorScanner {
    const module = kernelModule(wasmPath, scalarPath);
    return new VectorScanner(new WebAssembly.Instance(module, {}).exports as unknown as Exports);
  }

  #reserve(end: number): void {
    const { memory } = this.#wasm;
    const had = memory.buffer.byteLength;
    if (end <= had) return;
    memory.grow(Math.ceil((end - had) / PAGE));
    if (end - had >= LARGE) useLargePages(new Uint8Array(memory.buffer, had));
  }

  /** Groups of all blocks. */
  get groups(): number {
    return this.#blocks.reduce((sum, { groups }) => sum + groups, 0);
  }

  /** Keeps the first `blocks` blocks. */
  keep(blocks: number): void {
    this.#blocks = this.#blocks.slice(0, blocks);
    const last = this.#blocks.at(-1);
    this.#end = last === undefined ? DATA : aligned(last.data + last.rows * ROW);
  }

  /**
   * Makes room for a further block. The views are to be filled before anything else is asked of the kernel: `starts` with
   * the first row of each group and the number of rows, `rows` with the vectors.
   */
  add({ groups, rows }: VectorBlock): { readonly starts: Uint32Array; readonly rows: Int8Array } {
    const starts = this.#end;
    const data = aligned(starts + (groups + 1) * 4);
    const end = aligned(data + rows * ROW);
    this.#reserve(end);
    const { memory } = this.#wasm;
    this.#blocks.push({ groups, rows, starts, data });
    this.#end = end;
    return {
      starts: new Uint32Array(memory.buffer, starts, groups + 1),
      rows: new Int8Array(memory.buffer, data, rows * ROW),
    };
  }

  /** 384 int16; of products up to 2^31 nothing overflows when the query's length is at most 2^15 / 2. */
  #setQuery(query: Int16Array): void {
    new Int16Array(this.#wasm.memory.buffer, QUERY, ROW).set(query);
  }

  /** The best groups within the ranges, best first; of equals the first. Ranges may cross from one block into the next. */
  search(query: Int16Array, ranges: readonly GroupRange[], most: number): ScoredGroup[] {
    this.#setQuery(query);
    this.#wasm.begin(Math.min(most, MAX_FOUND));
    for (const [first, last] of ranges) {
      let offset = 0;
      for (const { groups, starts, data } of this.#blocks) {
        const from = Math.max(first - offset, 0);
        const to = Math.min(last - offset, groups);
        if (from < to) this.#wasm.scan(data, starts, from, to, offset);
        offset += groups;
      }
    }
    const count = this.#wasm.found();
    const scores = new Int32Array(this.#wasm.memory.buffer, SCORES, count);
    const ids = new Int32Array(this.#wasm.memory.buffer, IDS, count);
    return Array.from(ids, (group, at) => ({ group, score: scores[at] ?? 0 }));
  }

  /** The scores of single groups. */
  scores(query: Int16Array, groups: readonly number[]): number[] {
    this.#setQuery(query);
    return groups.map((id) => {
      const [{ data, starts }, group] = this.#placeOf(id);
      return this.#wasm.groupScore(data, starts, group);
    });
  }

  /** Which row of a group has its score, counted from 0; of equals the first. */
  bestRow(query: Int16Array, id: number): number {
    const [{ data, starts }, group] = this.#placeOf(id);
    const { buffer } = this.#wasm.memory;
    const [first = 0, last = 0] = new Uint32Array(buffer, starts + group * 4, 2);
    const products = Array.from({ length: last - first }, (_, k) =>
      new Int8Array(buffer, data + (first + k) * ROW, ROW).reduce((sum, x, at) => sum + x * (query[at] ?? 0), 0),
    );
    return products.indexOf(Math.max(...products));
  }

  #placeOf(id: number): [Placed, number] {
    let group = id;
    for (const block of this.#blocks) {
      if (group < block.groups) return [block, group];
      group -= block.groups;
    }
    throw new RangeError(`no group ${id}`);
  }
}
