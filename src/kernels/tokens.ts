/**
 * The tokeniser kernel: text in, posting columns out. It reads UTF-16, which is how the text lies in memory already: copying
 * it into wasm costs 0.2 ns a character, and Chinese needs no second road. One instance per thread; not re-entrant.
 */
import scalarPath from "../../build/kernels/tokens.scalar.wasm" with { type: "file" };
import wasmPath from "../../build/kernels/tokens.wasm" with { type: "file" };
import {
  attaches,
  classOf,
  combines,
  foldSegment,
  LOWER,
  UNIFORM,
  UNSTABLE,
  type UniformRange,
  UPPER,
} from "../text/char-class.ts";
import { lowerCase } from "../text/fold.ts";
import { kernelModule } from "./load.ts";

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  tokenise(text: number, length: number, body: number, ident: number): number;
  bodyEnd(): number;
  identEnd(): number;
  stoppedAt(): number;
  learnRange(from: number, to: number, kind: number, shift: number): void;
  countText(
    text: number,
    length: number,
    body: number,
    ident: number,
    terms: number,
    number: number,
    named: number,
    row: number,
  ): number;
}

/** A token to be counted; with `prefix` every token that begins so. */
export interface KernelTerm {
  readonly token: string;
  readonly prefix: boolean;
}

/** Terms that `prepare` takes; further ones count nothing. */
export const MAX_COUNTED = 128;

/** Layout shared with tokens.kernel.ts. */
const CLASSES = 1024;
const LOWERED = CLASSES + 65536;
const BAIL = 63;

const EXPANSIONS = LOWERED + 131072;
const EXPANDED = 0xe000;
/** Unicode has some hundreds of them. */
const MAX_EXPANSIONS = 4096;

const STARTS = 256;
const TERM_BYTES = 16;
const TERMS = EXPANSIONS + MAX_EXPANSIONS * 8;
/** Their tokens, each of at most 3 bytes for each of 64 units. */
const TERM_TEXT = TERMS + MAX_COUNTED * TERM_BYTES;
/** Rows of counts, before they are taken over. */
const ROWS = TERM_TEXT + MAX_COUNTED * 200;
const ROW_WORDS = 8192;
const TEXT = ROWS + ROW_WORDS * 4;
const PAGE = 65536;
/** Longer texts go to the reference: the memory of a kernel never shrinks. Chunks have a few thousand units at most. */
export const MAX_UNITS = 1 << 18;
/** Bytes of output for each unit at most: a bigram of three bytes each, and a blank. */
const BODY_BYTES = 7;
const IDENT_BYTES = 8;

const NO_BYTES = new Uint8Array(0);

export interface KernelColumns {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly ident: Uint8Array<ArrayBuffer>;
  readonly tokens: number;
}

export class TokenKernel {
  readonly #wasm: Exports;
  #capacity = 0;
  /** Two views of the kernel's memory: of a Buffer, `slice` is no copy. */
  #memory: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #bytes = new Uint8Array();
  #words = new Uint32Array();
  #expansions = 0;
  #terms = 0;
  #body = 0;
  #ident = 0;

  private constructor(wasm: Exports) {
    this.#wasm = wasm;
    this.#reserve(4096);
    for (const range of UNIFORM) if (range.last < 0x80) this.#learnRange(range);
  }

  static #shared: TokenKernel | undefined;

  /** The one kernel of this thread, compiled when first asked for; under a millisecond. */
  static shared(): TokenKernel {
    TokenKernel.#shared ??= TokenKernel.load();
    return TokenKernel.#shared;
  }

  static load(): TokenKernel {
    const module = kernelModule(wasmPath, scalarPath);
    return new TokenKernel(new WebAssembly.Instance(module, {}).exports as unknown as Exports);
  }

  #reserve(units: number): void {
    const { memory } = this.#wasm;
    this.#capacity = units;
    this.#body = TEXT + units * 2 + 64;
    this.#ident = this.#body + units * BODY_BYTES + 64;
    const missing = this.#ident + units * IDENT_BYTES + 64 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    this.#memory = Buffer.from(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
  }

  /** Columns of a text, null where it must go to the reference. */
  columns(text: string): KernelColumns | null {
    const tokens = this.#tokenise(text);
    if (tokens === -1) return null;
    const body = this.#copy(this.#body, this.#wasm.bodyEnd());
    return { body, ident: this.#copy(this.#ident, this.#wasm.identEnd()), tokens };
  }

  /** The same as texts; null where it must go to the reference. */
  columnTexts(text: string): { readonly body: string; readonly ident: string } | null {
    if (this.#tokenise(text) === -1) return null;
    return {
      body: this.#text(this.#body, this.#wasm.bodyEnd()),
      ident: this.#text(this.#ident, this.#wasm.identEnd()),
    };
  }

  /** Leaves the columns in memory and returns the number of body tokens, -1 where the text must go to the reference. */
  #tokenise(text: string): number {
    if (!this.#take(text)) return -1;
    for (;;) {
      const tokens = this.#wasm.tokenise(TEXT, text.length, this.#body, this.#ident);
      if (tokens !== -1) return tokens;
      if (!this.#learnStopped()) return -1;
    }
  }

  /** Copies a text into memory; false when it is too long. */
  #take(text: string): boolean {
    const { length } = text;
    if (length > MAX_UNITS) return false;
    if (length > this.#capacity) this.#reserve(length * 2);
    this.#memory.write(text, TEXT, "utf16le");
    return true;
  }

  /** Learns what the kernel stopped at; false when that is beyond it. */
  #learnStopped(): boolean {
    const unit = this.#wasm.stoppedAt();
    if (unit < 0) return false;
    const range = UNIFORM.find(({ first, last }) => first <= unit && unit <= last);
    if (range === undefined) this.#learn(unit);
    else this.#learnRange(range);
    return true;
  }

  /** Sets what `countRows` counts. */
  prepare(terms: readonly KernelTerm[]): void {
    this.#terms = Math.min(terms.length, MAX_COUNTED);
    const memory = this.#memory;
    memory.fill(0, STARTS, STARTS + 256);
    for (let index = 0; index < this.#terms; index++) {
      const { token, prefix } = terms[index] ?? { token: "", prefix: false };
      const at = TERM_TEXT + index * 200;
      const bytes = memory.write(token, at, 200, "utf8");
      const entry = TERMS + index * TERM_BYTES;
      memory.writeUInt32LE(at, entry);
      memory.writeUInt32LE(bytes, entry + 4);
      memory.writeUInt32LE(prefix ? 1 : 0, entry + 8);
      memory[STARTS + (memory[at] ?? 0)] = 1;
    }
  }

  /**
   * Sets how often each of the first `width` prepared terms is a token of each text, in body or ident: a row of `counts` a
   * text. `lengths` are the numbers of tokens of both, -1 where the text must go to the reference. In names numbers of up to
   * three digits are no tokens.
   */
  countRows(
    texts: readonly string[],
    width: number,
    areNames: boolean,
    counts: Float64Array,
    lengths: Float64Array,
  ): void {
    const wasm = this.#wasm;
    const terms = Math.min(width, this.#terms);
    const named = areNames ? 1 : 0;
    const most = Math.floor(ROW_WORDS / Math.max(1, width));
    for (let from = 0; from < texts.length; from += most) {
      const to = Math.min(texts.length, from + most);
      for (let row = from; row < to; row++) {
        const text = texts[row] ?? "";
        const { length } = text;
        let found = -1;
        if (length <= MAX_UNITS) {
          if (length > this.#capacity) this.#reserve(length * 2);
          this.#memory.write(text, TEXT, "utf16le");
          const place = ROWS + (row - from) * width * 4;
          do found = wasm.countText(TEXT, length, this.#body, this.#ident, TERMS, terms, named, place);
          while (found === -1 && this.#learnStopped());
        }
        lengths[row] = found;
      }
      counts.set(this.#words.subarray(ROWS / 4, ROWS / 4 + (to - from) * width), from * width);
    }
  }

  #text(start: number, end: number): string {
    return this.#memory.toString("utf8", start, Math.max(start, end - 1));
  }

  /** Without the last blank. The slice of a typed array, not of its buffer: a quarter of the time for so few bytes. */
  #copy(start: number, end: number): Uint8Array<ArrayBuffer> {
    return end <= start + 1 ? NO_BYTES : this.#bytes.slice(start, end - 1);
  }

  /** Fills the tables for one code unit, the first time it is met. */
  #learn(unit: number): void {
    const folded = foldUnit(unit);
    this.#memory[CLASSES + unit] = folded?.kind ?? BAIL;
    this.#memory.writeUInt16LE(folded === null ? 0 : this.#lowered(folded.lower), LOWERED + unit * 2);
    if (this.#expansions > MAX_EXPANSIONS) throw new RangeError("more expansions than Unicode has");
  }

  #learnRange({ first, last, kind }: UniformRange): void {
    this.#wasm.learnRange(first, last + 1, kind, kind === UPPER ? 32 : 0);
  }

  #lowered(lower: string): number {
    if (lower.length === 1) return lower.charCodeAt(0);
    const entry = EXPANSIONS + this.#expansions * 8;
    this.#memory.writeUInt16LE(lower.length, entry);
    this.#memory.write(lower, entry + 2, "utf16le");
    return EXPANDED + this.#expansions++;
  }
}

/**
 * Class and folded lower-case form of a code unit that folds to the same whatever stands beside it, to one unit, to up to
 * three lower-case letters (ß, ﬁ, ㎞) or to two capitals (Æ); null where only the reference can tell.
 */
function foldUnit(unit: number): { kind: number; lower: string } | null {
  if (unit >= 0xd800 && unit < 0xe000) return null;
  const character = String.fromCharCode(unit);
  const known = classOf(unit);
  const stable = (known & UNSTABLE) === 0;
  if (!stable && (attaches(unit) || combines(unit))) return null;
  const folded = stable ? character : foldSegment(character);
  const lower = lowerCase(folded);
  if (folded.length === 0 || folded.length > 3 || lower.length !== folded.length) return null;
  const kinds = stable ? [known] : Array.from(folded, (each) => classOf(each.charCodeAt(0)));
  const kind = kinds[0] ?? BAIL;
  if ((kind & UNSTABLE) !== 0 || kinds.some((other) => other !== kind)) return null;
  // Two capitals that are one character are one to the scanner as well; of more each may begin a part of a name.
  return folded.length === 1 || kind === LOWER || (kind === UPPER && folded.length === 2) ? { kind, lower } : null;
}
