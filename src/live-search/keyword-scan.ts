/**
 * Scans one file after another for the terms of one search: the kernel finds what is ASCII, and where bytes cannot decide
 * (letters that fold, other letters beside a match, other encodings) the decoded and folded text does.
 */
import { isUtf8 } from "node:buffer";
import { decodeBytes, normaliseNewlines } from "../corpus/decode.ts";
import type { ReadBuffer } from "../corpus/read-buffer.ts";
import { QsearchError } from "../errors.ts";
import { type Literal, MAX_LITERALS, MAX_MATCHES, type Scanner, type ScanSummary } from "../kernels/scan.ts";
import { foldAll } from "../text/fold.ts";
import { FoldedText } from "../text/folded-text.ts";
import {
  type KeywordMode,
  KeywordPattern,
  type LiteralMode,
  type TermPattern,
  type TermSpan,
} from "../text/keyword-pattern.ts";
import { RegexPattern } from "../text/regex-pattern.ts";

/** What is looked for; all of it plain data, as it goes to workers. */
export interface ScanTerms {
  /** By term: its spellings, any of which is a match. */
  readonly terms: readonly (readonly string[])[];
  readonly mode: KeywordMode;
  /** Names of TextDecoder for what is no Unicode, in order. */
  readonly encodings: readonly string[];
}

/** A match of one term; UTF-16 offsets into the text. */
export interface TermMatch {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

export interface FileMatches {
  /** Decoded, "\n" as the only line end, no byte-order mark. */
  readonly text: string;
  /** In order of position, then id; the first MAX_MATCHES of them. */
  readonly matches: readonly TermMatch[];
  /** All matches by term. */
  readonly counts: Uint32Array;
  /** Ids of the terms that stand there as they were typed, but for case. */
  readonly typed: ReadonlySet<number>;
}

/** Set on a count: the term stands there in other forms alone (accents, width, ligatures). */
export const OTHER_FORM = 0x80000000;

/** What one literal of the kernel may hold is 300 bytes: of longer ones the beginning proposes. */
const MAX_BYTES = 240;

/**
 * Bytes of characters whose folding gives ASCII, or nothing, in UTF-8: Latin letters with accents, marks, ligatures, full width,
 * letter-like signs, soft hyphen and joiners. It takes more than these, and leaves out what most files hold: quotes, dashes,
 * arrows, ©, Cyrillic, Han.
 */
const FOLDS_TO_ASCII =
  /[\xc3-\xc9\xcc\xcd\xe1\xef\xf0]|\xe2(?:\x80[\x8b-\x8f\x91\xa4\xa6\xaa-\xae]|[\x81-\x85\x91-\x93\xa8\xb1])|\xc2[\xa8\xaa\xad\xaf\xb2-\xb5\xb8-\xba\xbc-\xbe]|\xe3[\x88-\x8f]|\xea[\x9c-\x9f\xad]|\xf3|\xe0[\xb8-\xbd]/;

const ASCII = /^[\0-\x7f]*$/;

/** Which search a scanner is prepared for: searches of one thread take turns while they wait. */
const prepared = new WeakMap<Scanner, KeywordScan>();

export class KeywordScan {
  /** Where files are read into: the kernel's own memory. */
  readonly buffer: ReadBuffer;
  readonly #scanner: Scanner;
  readonly #mode: LiteralMode;
  readonly #encodings: readonly string[];
  /** Whether the kernel decides on every ASCII file: no literal was cut. */
  readonly #decides: boolean;
  /** Whether ASCII literals stand for every term, so that other letters matter only where they fold to ASCII. */
  readonly #isAscii: boolean;
  readonly #literals: readonly Literal[];
  readonly #patterns: readonly TermPattern[];
  /** Whether nothing matches in an ASCII file in which the kernel finds nothing. */
  readonly #proposes: boolean;
  /** Ids of terms that are ASCII only once they are folded. */
  readonly #foreign: readonly number[];
  /** By term: the length of its one spelling; null where a term has several. */
  readonly #lengths: readonly number[] | null;

  constructor(scanner: Scanner, { terms, mode, encodings }: ScanTerms) {
    this.#scanner = scanner;
    this.buffer = new KernelBuffer(scanner);
    const expressions = mode === "regex" ? terms.map(([text = ""]) => new RegexPattern(text)) : null;
    const folded =
      expressions?.map(({ literals }) => literals ?? []) ??
      terms.map((spellings) => [...new Set(spellings.map(foldAll))].filter((text) => text !== ""));
    const ascii = folded.map((spellings) => spellings.filter((text) => ASCII.test(text)));
    this.#isAscii =
      expressions?.every(({ literals }) => literals !== null) ?? folded.flat().every((text) => ASCII.test(text));
    this.#literals = ascii.flatMap((spellings, id) => spellings.map((text) => ({ bytes: literalOf(text), id })));
    this.#decides = expressions === null && ascii.flat().every((text) => text.length <= MAX_BYTES);
    this.#mode = mode === "regex" ? "substring" : mode;
    this.#encodings = encodings;
    const count = Math.max(this.#literals.length, terms.length);
    if (count > MAX_LITERALS) {
      throw new QsearchError(
        "usage",
        `keywords have ${count} spellings, more than ${MAX_LITERALS}`,
        "Give fewer keywords.",
      );
    }
    const literalMode = this.#mode;
    this.#patterns = expressions ?? terms.map((spellings) => new KeywordPattern(spellings, literalMode));
    this.#proposes = expressions === null || this.#isAscii;
    this.#foreign = terms.flatMap((spellings, id) => (spellings.every((text) => !ASCII.test(text)) ? [id] : []));
    this.#lengths =
      expressions !== null || folded.some(({ length }) => length > 1) ? null : folded.map(([only = ""]) => only.length);
  }

  /**
   * Matches of each term in the bytes (which stand in `buffer`), valid until the next call; null when there are none.
   * Throws FileError "binary" for NUL bytes, "encoding" for bytes that no allowed encoding fits.
   */
  count(bytes: Uint8Array): Uint32Array | null {
    const { content, summary } = this.#read(bytes, 0);
    if (this.#isDecided(content, summary)) return summary.total === 0 ? null : this.#withForms(summary.counts);
    const text = new FoldedText(normaliseNewlines(textOf(content)));
    let found = 0;
    const counts = Uint32Array.from(this.#patterns, (pattern) => {
      const spans = pattern.find(text);
      found += spans.length;
      return countOf(spans);
    });
    return found > 0 ? counts : null;
  }

  /** The text of the bytes and where each term matches. Same errors. */
  matches(bytes: Uint8Array): FileMatches {
    const { content, summary } = this.#read(bytes, MAX_MATCHES);
    if (this.#lengths !== null && !summary.hasHighBytes && this.#isDecided(content, summary) && !content.includes(13)) {
      const lengths = this.#lengths;
      const matches = Array.from(this.#scanner.matches(summary.total), ({ id, position }) => ({
        id,
        start: position,
        end: position + (lengths[id] ?? 0),
      }));
      const counts = summary.counts.slice();
      const typed = new Set(counts.keys().filter((id) => (counts[id] ?? 0) > 0 && !this.#foreign.includes(id)));
      return { text: content.toString("latin1", 0, content.length), matches, counts, typed };
    }
    const text = normaliseNewlines(textOf(content));
    const folded = new FoldedText(text);
    const found = this.#patterns.map((pattern) => pattern.find(folded));
    const matches = found.flatMap((spans, id) => spans.map(({ start, end }) => ({ id, start, end })));
    matches.sort((a, b) => a.start - b.start || a.id - b.id);
    const counts = Uint32Array.from(found, ({ length }) => length);
    const typed = new Set(found.keys().filter((id) => found[id]?.some((span) => span.typed) === true));
    return { text, matches: matches.slice(0, MAX_MATCHES), counts, typed };
  }

  /** The bytes as UTF-8 in the kernel's memory, and what it found in them. */
  #read(bytes: Uint8Array, maxMatches: number): { content: Buffer; summary: ScanSummary } {
    const content = isUtf16(bytes) ? this.#transcode(bytes) : bufferOf(bytes);
    const summary = this.#scan(content.length, maxMatches);
    if (!summary.hasNul && (!summary.hasHighBytes || isUtf8(content))) return { content, summary };
    const decoded = this.#transcode(content);
    return { content: decoded, summary: this.#scan(decoded.length, maxMatches) };
  }

  /** Whether the kernel's counts are those of the text. */
  #isDecided(content: Buffer, { hasHighBytes, total, unsure }: ScanSummary): boolean {
    if (!hasHighBytes) return this.#decides || (this.#proposes && total === 0);
    if (!this.#isAscii || !(this.#decides || total === 0) || unsure > 0) return false;
    return !FOLDS_TO_ASCII.test(content.toString("latin1", 0, content.length));
  }

  /** What the kernel found of a term that was typed with other letters (café) is another form of it. */
  #withForms(counts: Uint32Array): Uint32Array {
    for (const id of this.#foreign) if ((counts[id] ?? 0) > 0) counts[id] = (counts[id] ?? 0) | OTHER_FORM;
    return counts;
  }

  /** What is no UTF-8 as the UTF-8 that the kernel reads, in its memory. */
  #transcode(bytes: Uint8Array): Buffer {
    const utf8 = Buffer.from(decodeBytes(bytes, this.#encodings).text, "utf8");
    const room = this.buffer.reserve(utf8.length);
    room.set(utf8);
    return bufferOf(room.subarray(0, utf8.length));
  }

  #scan(length: number, maxMatches: number): ScanSummary {
    if (prepared.get(this.#scanner) !== this) {
      this.#scanner.prepare(this.#literals, this.#mode, this.#patterns.length);
      prepared.set(this.#scanner, this);
    }
    return this.#scanner.scan(length, maxMatches);
  }
}

function literalOf(text: string): Uint8Array {
  return new TextEncoder().encode(text.slice(0, MAX_BYTES));
}

function countOf(spans: readonly TermSpan[]): number {
  return spans.length === 0 || spans.some(({ typed }) => typed) ? spans.length : (spans.length | OTHER_FORM) >>> 0;
}

/** The kernel's memory as a reader's: the view is kept, as a pointer is made from it once. */
class KernelBuffer implements ReadBuffer {
  #view: Buffer;

  constructor(private readonly scanner: Scanner) {
    this.#view = scanner.buffer(1);
  }

  reserve(bytes: number): Uint8Array {
    if (bytes > this.#view.length) this.#view = this.scanner.buffer(bytes);
    return this.#view;
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isUtf16(bytes: Uint8Array): boolean {
  const [a, b] = [bytes[0], bytes[1]];
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
}

function textOf(content: Buffer): string {
  const text = content.toString("utf8", 0, content.length);
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
