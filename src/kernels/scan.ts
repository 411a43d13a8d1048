/**
 * The scan kernel: finds many literals in one pass over UTF-8 bytes, ASCII case folded. The text is read straight into the
 * kernel's memory (`buffer`), so nothing is copied. One instance per thread; not re-entrant.
 */
import scalarPath from "../../build/kernels/scan.scalar.wasm" with { type: "file" };
import wasmPath from "../../build/kernels/scan.wasm" with { type: "file" };
import { kernelModule } from "./load.ts";
import type { Literal, LiteralMatch, MatchMode } from "./scan-reference.ts";

interface Exports {
  readonly memory: WebAssembly.Memory;
  scanPairs(text: number, length: number, table: number, keywords: number, ...rest: number[]): number;
  scanTeddy(text: number, length: number, masks: number, table: number, keywords: number, ...rest: number[]): number;
  undecided(): number;
  hasNul(): number;
  hasHighBytes(): number;
  countLines(text: number, length: number): number;
}

/** Bytes of one keyword entry; see scan.kernel.ts. */
const STRIDE = 320;
const ENTRY_BYTES = 20;
/** Longest literal: what an entry holds. */
const MAX_LITERAL_BYTES = STRIDE - ENTRY_BYTES;
/** Ids are one byte; so many literals in one scan. */
export const MAX_LITERALS = 128;

/** Memory layout: masks, counts, keyword table, match records, then the text with its padding. */
const MASKS = 1024;
const COUNTS = 2048;
const TABLE = 4096;
const RECORDS = TABLE + STRIDE * (MAX_LITERALS + 2);
/** Matches recorded per text; further ones are counted only. */
export const MAX_MATCHES = 8192;
const TEXT = (RECORDS + MAX_MATCHES * 8 + 4095) & ~4095;
const PAGE = 65536;

/** What must stand behind the text. */
const BLANKS = new Uint8Array(STRIDE + 16).fill(0x20);

const UNSURE = 0x80000000;
const MODES: Record<MatchMode, number> = { substring: 0, word: 1, identifier: 2 };

/**
 * Frequency of each byte | 0x20 from 0x20 on, in parts per 10,000, in 75 MB of source code of many languages
 * (bench/lib/corpora.ts). Only the choice of the filter bytes depends on it, never a result.
 */
// biome-ignore format: a table
const FREQUENCY = [
  1893, 9, 96, 9, 6, 5, 12, 22, 123, 260, 316, 19, 160, 42, 141, 64, 128, 64, 50, 34, 31, 22, 26, 16, 24, 17, 74, 46, 7, 99, 18, 6,
  23, 420, 96, 229, 218, 715, 167, 112, 127, 377, 18, 49, 255, 169, 393, 362, 197, 18, 439, 403, 533, 188, 76, 49, 107, 86, 16, 72, 24, 72, 1, 99,
];
/** Bytes that are no ASCII, for which there is no figure: rare. */
const RARE = 5;
/** Neighbours are more often together than chance says (br, th, un …): what that makes of their product, roughly. */
const NEIGHBOURS = 1.6;
/** Filter bytes are looked for among so many first bytes of a keyword. */
const FILTER_SPAN = 32;

function frequency(byte: number): number {
  const folded = byte | 0x20;
  // 0x20–0x3f, then 0x60–0x7f: 0x40–0x5f fold into the latter.
  return FREQUENCY[folded < 0x40 ? folded - 0x20 : folded - 0x40] ?? RARE;
}

/** Two places of a keyword whose bytes together are as rare as may be; twice the same for a keyword of one byte. */
function filterPlaces(bytes: Uint8Array): readonly [number, number] {
  const span = Math.min(bytes.length, FILTER_SPAN);
  let best: readonly [number, number] = [0, 0];
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < span; a++) {
    for (let b = a + 1; b < span; b++) {
      const together = frequency(bytes[a] ?? 0) * frequency(bytes[b] ?? 0) * (b === a + 1 ? NEIGHBOURS : 1);
      if (together >= least) continue;
      least = together;
      best = [a, b];
    }
  }
  return best;
}

export interface ScanSummary {
  /** Matches by id, in the kernel's memory: valid until the next scan. */
  readonly counts: Uint32Array;
  readonly total: number;
  readonly unsure: number;
  readonly hasNul: boolean;
  readonly hasHighBytes: boolean;
}

export class Scanner {
  readonly #wasm: Exports;
  #capacity = 0;
  #bytes: Buffer = Buffer.alloc(0);
  /** A view of the counts in the kernel's memory. */
  #counts: Uint32Array = new Uint32Array(0);
  #literals = 0;
  #ids = 0;
  #teddy = false;
  #mode: MatchMode = "substring";

  private constructor(wasm: Exports) {
    this.#wasm = wasm;
    this.#reserve(1 << 20);
  }

  /** Compiles the embedded kernel; about a millisecond. */
  static load(): Scanner {
    const module = kernelModule(wasmPath, scalarPath);
    return new Scanner(new WebAssembly.Instance(module, {}).exports as unknown as Exports);
  }

  #reserve(capacity: number): void {
    const { memory } = this.#wasm;
    const missing = TEXT + capacity + STRIDE + 16 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    this.#capacity = memory.buffer.byteLength - TEXT - STRIDE - 16;
    this.#bytes = Buffer.from(memory.buffer);
    this.#counts = new Uint32Array(memory.buffer, COUNTS, this.#ids);
  }

  /** Where the text is to be read into: at least `capacity` bytes. Views taken before are dead after it grew. */
  buffer(capacity: number): Buffer {
    if (capacity > this.#capacity) this.#reserve(capacity);
    return this.#bytes.subarray(TEXT, TEXT + this.#capacity);
  }

  /**
   * Sets what later scans look for. At most MAX_LITERALS, each of 1 to MAX_LITERAL_BYTES bytes; ids from 0 to 127, counted
   * up to `ids`, whether or not they have a literal.
   */
  prepare(literals: readonly Literal[], mode: MatchMode, ids = 0): void {
    if (literals.length > MAX_LITERALS) throw new RangeError(`more than ${MAX_LITERALS} literals`);
    this.#literals = literals.length;
    this.#ids = literals.reduce((most, { id }) => Math.max(most, id + 1), ids);
    this.#counts = new Uint32Array(this.#bytes.buffer, COUNTS, this.#ids);
    this.#mode = mode;
    // Also without a literal: then only what the bytes are is wanted.
    this.#teddy = literals.length > 3 || literals.length === 0;
    literals.forEach((literal, k) => {
      this.#writeEntry(TABLE + k * STRIDE, literal);
    });
    if (this.#teddy) this.#writeMasks(literals);
  }

  #writeEntry(entry: number, { bytes, id }: Literal): void {
    if (bytes.length < 1 || bytes.length > MAX_LITERAL_BYTES) throw new RangeError("literal length");
    const memory = this.#bytes;
    const folded = Uint8Array.from(bytes, (c) => (c >= 65 && c <= 90 ? c | 32 : c));
    const [first, second] = filterPlaces(folded);
    memory.writeUInt32LE(folded.length, entry);
    memory.writeUInt32LE(first, entry + 4);
    memory.writeUInt32LE(second, entry + 8);
    memory[entry + 12] = (folded[first] ?? 0) | 0x20;
    memory[entry + 13] = (folded[second] ?? 0) | 0x20;
    memory[entry + 14] = id;
    memory.set(folded, entry + ENTRY_BYTES);
  }

  /** Six nibble tables: bit k & 7 says that literal k may have such a nibble at that place; short literals allow any. */
  #writeMasks(literals: readonly Literal[]): void {
    const memory = this.#bytes;
    memory.fill(0, MASKS, MASKS + 96);
    const allow = (place: number, byte: number, bit: number) => {
      const low = MASKS + place * 32 + (byte & 15);
      const high = MASKS + place * 32 + 16 + (byte >> 4);
      memory[low] = (memory[low] ?? 0) | bit;
      memory[high] = (memory[high] ?? 0) | bit;
    };
    literals.forEach(({ bytes }, k) => {
      const bit = 1 << (k & 7);
      for (let place = 0; place < 3; place++) {
        const byte = bytes[place];
        if (byte === undefined) for (let any = 0; any < 256; any++) allow(place, any, bit);
        else {
          const letter = (byte | 0x20) >= 97 && (byte | 0x20) <= 122;
          allow(place, letter ? byte | 0x20 : byte, bit);
          if (letter) allow(place, byte & ~0x20, bit);
        }
      }
    });
  }

  /** Scans the first `length` bytes of `buffer()`, recording so many matches. */
  scan(length: number, maxMatches: number = MAX_MATCHES): ScanSummary {
    const wasm = this.#wasm;
    // Setting and typed views: filling a Buffer twice costs as much as scanning a small file.
    this.#bytes.set(BLANKS, TEXT + length);
    this.#counts.fill(0);
    const mode = MODES[this.#mode];
    const total = this.#teddy
      ? wasm.scanTeddy(TEXT, length, MASKS, TABLE, this.#literals, mode, COUNTS, RECORDS, maxMatches)
      : wasm.scanPairs(TEXT, length, TABLE, this.#literals, mode, COUNTS, RECORDS, maxMatches);
    return {
      counts: this.#counts,
      total,
      unsure: wasm.undecided(),
      hasNul: wasm.hasNul() === 1,
      hasHighBytes: wasm.hasHighBytes() === 1,
    };
  }

  /** The recorded matches of the last scan, in order of position. */
  *matches(total: number): Generator<LiteralMatch> {
    const records = new Uint32Array(this.#bytes.buffer, RECORDS, 2 * Math.min(total, MAX_MATCHES));
    for (let i = 0; i < records.length; i += 2) {
      const id = records[i + 1] ?? 0;
      yield { position: records[i] ?? 0, id: id & ~UNSURE, unsure: id >= UNSURE };
    }
  }

  /** Newlines in the bytes `start` to `end` of the text. */
  countLines(start: number, end: number): number {
    return this.#wasm.countLines(TEXT + start, end - start);
  }
}

export type { Literal, LiteralMatch, MatchMode };
