/** Rows of tokens, and the kernel that makes the pages of an FTS5 segment of them. */
import scalarPath from "../../build/kernels/segment.scalar.wasm" with { type: "file" };
import wasmPath from "../../build/kernels/segment.wasm" with { type: "file" };
import { kernelModule } from "./load.ts";

/** A row of the FTS5 table. Columns are UTF-8, tokens separated by blanks. */
export interface SegmentRow {
  readonly body: Uint8Array;
  readonly ident: Uint8Array;
  readonly symbols: Uint8Array;
  readonly path: Uint8Array;
}

/** The pages of a segment. */
export interface SegmentPages {
  /** Leaf pages in order, numbered from 1, as they stand in fts_data. None where no row holds a token: then there is no segment. */
  readonly leaves: readonly Uint8Array[];
  /** The segment's rows of fts_idx: separators in order, and pgno as that table holds it: page * 2, + 1 with a doclist index. */
  readonly index: readonly { readonly term: Uint8Array; readonly pgno: number }[];
  /** Pages of doclist indexes, as they stand in fts_data. */
  readonly doclistIndexes: readonly { readonly height: number; readonly page: number; readonly data: Uint8Array }[];
}

export interface Segment extends SegmentPages {
  /** One a row, in order of rowid: the token counts of its columns, as fts_docsize holds them. */
  readonly rows: readonly { readonly rowid: number; readonly sizes: Uint8Array }[];
  /** Tokens in each column, all rows. */
  readonly totals: readonly [number, number, number, number];
}

/** A segment to be merged: all its leaf pages in order, and the rows that have been removed from it. */
export interface MergeInput {
  readonly leaves: readonly Uint8Array[];
  readonly removed: ReadonlySet<number> | null;
}

/** Bytes at which FTS5 ends a page, unless its table is configured otherwise. A page may be some bytes longer. */
export const PAGE_SIZE = 4050;

interface Exports {
  readonly memory: WebAssembly.Memory;
  setMultiplier(low: number, high: number): void;
  reset(bits: number): void;
  isFull(): number;
  inputFor(bytes: number): number;
  addRow(rowid: number, body: number, ident: number, symbols: number, path: number): void;
  finish(pageSize: number): number;
  rows(): number;
  rowidsAt(): number;
  sizeEndsAt(): number;
  sizesAt(): number;
  totalsAt(): number;
  startMerge(bytes: number, leaves: number, inputs: number): void;
  startInput(): void;
  addLeaf(bytes: number): void;
  finishInput(removed: number): void;
  merge(pageSize: number): void;
  damaged(): number;
  outputAt(): number;
  outputEnd(): number;
}

/** Layout shared with segment.kernel.ts: kinds of output records, and the bytes before a record's own. */
const LEAF = 0;
const BRANCH = 1;
const LEVEL = 2;
const HEADER = 16;

const MIN_PAGE_SIZE = 32;
/** FTS5 takes 65,536. */
const MAX_PAGE_SIZE = 16384;

/** Memory is never given back but with its instance: beyond so many bytes, for a row that was enormous, there is a new one. */
const KEPT_BYTES = 128 * 1024 * 1024;

/** Bytes of a row's columns: positions have 30 bits. */
const MAX_ROW_BYTES = 2 ** 30;

/** For 8 MB of tokens. Memory that is not touched costs nothing. */
const ROOM_BITS = 18;

/** Instances are few: the engine counts the room of each, and collects garbage for it. */
const KEPT_MERGER_BYTES = 16 * 1024 * 1024;
/** Room for words, which a merge has no use for. */
const LEAST_ROOM_BITS = 3;

let compiled: WebAssembly.Module | undefined;
/** For the next builder with the usual room, and the next merge. */
let idle: Exports | null = null;
let merger: Exports | null = null;

function checkPageSize(bytes: number): void {
  if (bytes < MIN_PAGE_SIZE || bytes > MAX_PAGE_SIZE) throw new RangeError(`pages of ${bytes} bytes`);
}

function newInstance(): Exports {
  compiled ??= kernelModule(wasmPath, scalarPath);
  const wasm = new WebAssembly.Instance(compiled, {}).exports as unknown as Exports;
  const [low = 1, high = 1] = crypto.getRandomValues(new Uint32Array(2));
  wasm.setMultiplier(low, high);
  return wasm;
}

/** Gathers rows in the memory of an instance of its own, made with the first row; under a millisecond. Not re-entrant. */
export class SegmentKernel {
  #wasm: Exports | null = null;
  #memory = new Uint8Array();
  #input = 0;
  #room = 0;

  /**
   * `pageSize` in bytes, from 32, which is the least that FTS5 takes, to 16,384. There is room for 2^bits terms, from 2^3, before
   * anything must move.
   */
  constructor(
    private readonly pageSize: number,
    private readonly bits: number = ROOM_BITS,
  ) {
    checkPageSize(pageSize);
  }

  /**
   * Throws RangeError for a rowid that is no whole number from 0 to 2^53 - 1, and for a row that is beyond a gigabyte or for
   * which there is no memory: then all rows are gone.
   */
  add(rowid: number, { body, ident, symbols, path }: SegmentRow): void {
    if (!Number.isSafeInteger(rowid) || rowid < 0) throw new RangeError(`no rowid of a segment: ${rowid}`);
    const bytes = body.length + ident.length + symbols.length + path.length;
    if (bytes > MAX_ROW_BYTES) throw new RangeError(`row ${rowid} has ${bytes} bytes of tokens`);
    const wasm = this.#started();
    try {
      if (bytes > this.#room) {
        this.#input = wasm.inputFor(bytes);
        this.#room = bytes;
      }
      // Memory that grew is another buffer.
      if (this.#memory.length === 0) this.#memory = new Uint8Array(wasm.memory.buffer);
      const memory = this.#memory;
      let at = this.#input;
      memory.set(body, at);
      at += body.length;
      if (ident.length > 0) memory.set(ident, at);
      at += ident.length;
      if (symbols.length > 0) memory.set(symbols, at);
      at += symbols.length;
      if (path.length > 0) memory.set(path, at);
      wasm.addRow(rowid, body.length, ident.length, symbols.length, path.length);
    } catch (error) {
      throw this.#failure(wasm, error);
    }
  }

  /** Drops what was gathered. */
  clear(): void {
    const wasm = this.#wasm;
    if (wasm === null) return;
    if (this.bits === ROOM_BITS && wasm.memory.buffer.byteLength <= KEPT_BYTES) idle = wasm;
    this.#drop();
  }

  /**
   * The segment of all rows; the kernel must be cleared before the next row. Its arrays are views of the kernel's memory, valid
   * until then. Throws RangeError for a rowid that came twice, and where there is no memory.
   */
  finish(): Segment {
    const wasm = this.#started();
    let repeated = 0;
    try {
      repeated = wasm.finish(this.pageSize);
    } catch (error) {
      throw this.#failure(wasm, error);
    }
    if (repeated > 0) {
      const rowid = new DataView(wasm.memory.buffer).getBigUint64(wasm.rowidsAt() + (repeated - 1) * 8, true);
      throw new RangeError(`row ${rowid} was added twice`);
    }
    return segmentIn(wasm);
  }

  #started(): Exports {
    if (this.#wasm === null) {
      const isUsual = this.bits === ROOM_BITS;
      this.#wasm = (isUsual ? idle : null) ?? newInstance();
      if (isUsual) idle = null;
      this.#wasm.reset(this.bits);
    }
    return this.#wasm;
  }

  #drop(): void {
    this.#wasm = null;
    this.#memory = new Uint8Array();
    this.#room = 0;
  }

  #failure(wasm: Exports, error: unknown): unknown {
    const isFull = wasm.isFull() !== 0;
    this.#drop();
    return isFull ? new RangeError("no memory for the tokens of a segment", { cause: error }) : error;
  }
}

function segmentIn(wasm: Exports): Segment {
  const { buffer } = wasm.memory;
  return { ...pagesIn(wasm), rows: rowsIn(wasm, buffer), totals: totalsIn(wasm, buffer) };
}

function pagesIn(wasm: Exports): SegmentPages {
  const { buffer } = wasm.memory;
  const words = new Uint32Array(buffer);
  const leaves: Uint8Array[] = [];
  const index: { term: Uint8Array; pgno: number }[] = [];
  const doclistIndexes: { height: number; page: number; data: Uint8Array }[] = [];
  const end = wasm.outputEnd();
  for (let at = wasm.outputAt(); at < end; ) {
    const word = at >> 2;
    const one = words[word + 1] ?? 0;
    const other = words[word + 2] ?? 0;
    const length = words[word + 3] ?? 0;
    switch (words[word]) {
      case LEAF:
        leaves.push(new Uint8Array(buffer, at + HEADER, length));
        break;
      case BRANCH:
        index.push({ term: new Uint8Array(buffer, at + HEADER, length), pgno: one * 2 + other });
        break;
      case LEVEL:
        doclistIndexes.push({ height: one, page: other, data: new Uint8Array(buffer, at + HEADER, length) });
        break;
    }
    at += HEADER + ((length + 3) & ~3);
  }
  return { leaves, index, doclistIndexes };
}

function rowsIn(wasm: Exports, buffer: ArrayBuffer): { rowid: number; sizes: Uint8Array }[] {
  const count = wasm.rows();
  const rowids = new Float64Array(buffer, wasm.rowidsAt(), count);
  const ends = new Uint32Array(buffer, wasm.sizeEndsAt(), count);
  const sizes = wasm.sizesAt();
  const rows: { rowid: number; sizes: Uint8Array }[] = [];
  let from = 0;
  for (let rank = 0; rank < count; rank++) {
    const to = ends[rank] ?? from;
    rows.push({ rowid: rowids[rank] ?? 0, sizes: new Uint8Array(buffer, sizes + from, to - from) });
    from = to;
  }
  return rows;
}

function totalsIn(wasm: Exports, buffer: ArrayBuffer): Segment["totals"] {
  const [body = 0, ident = 0, symbols = 0, path = 0] = new Float64Array(buffer, wasm.totalsAt(), 4);
  return [body, ident, symbols, path];
}

/** By the kernel's numbers. */
const DAMAGE = [
  "",
  "a number that is too large",
  "a page that ends elsewhere",
  "a term outside its page",
  "a row that is not before the terms",
  "a term longer than its page",
  "a term of another index",
  "rows out of order",
  "a row that is in two segments",
  "positions beyond their row",
  "terms out of order",
];

/**
 * Merges segments, from the oldest to the newest, into one without the removed rows; a row may be left in one of them only. The
 * pages are views of memory, valid until the next merge. Throws RangeError for damaged pages, and where there is no memory.
 */
export function mergePages(inputs: readonly MergeInput[], pageSize: number): SegmentPages {
  checkPageSize(pageSize);
  let bytes = 0;
  let pages = 0;
  for (const { leaves } of inputs) {
    pages += leaves.length;
    for (const leaf of leaves) bytes += leaf.length;
  }
  const wasm = merger ?? newInstance();
  // One that failed otherwise than by finding damage is not used again.
  merger = null;
  try {
    wasm.reset(LEAST_ROOM_BITS);
    wasm.startMerge(bytes, pages, inputs.length);
    for (const { leaves, removed } of inputs) {
      wasm.startInput();
      for (const leaf of leaves) {
        const at = wasm.inputFor(leaf.length);
        new Uint8Array(wasm.memory.buffer).set(leaf, at);
        wasm.addLeaf(leaf.length);
      }
      const gone = Float64Array.from(removed ?? []);
      const at = wasm.inputFor(gone.byteLength);
      new Float64Array(wasm.memory.buffer, at, gone.length).set(gone);
      wasm.finishInput(gone.length);
    }
    wasm.merge(pageSize);
  } catch (error) {
    const what = DAMAGE[wasm.damaged()];
    if (wasm.isFull() !== 0) throw new RangeError("no memory to merge segments", { cause: error });
    if (!what) throw error;
    keepMerger(wasm);
    throw new RangeError(`a segment is damaged: ${what}`, { cause: error });
  }
  keepMerger(wasm);
  return pagesIn(wasm);
}

function keepMerger(wasm: Exports): void {
  if (wasm.memory.buffer.byteLength <= KEPT_MERGER_BYTES) merger = wasm;
}
