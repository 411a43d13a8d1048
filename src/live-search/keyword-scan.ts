/**
 * Scans one file after another for the terms of one search: the kernel finds ASCII matches, and where bytes cannot decide
 * (letters that fold, other letters beside a match, other encodings) the decoded and folded text decides.
 */
import { isUtf8 } from "node:buffer";
import { decodeBytes, normaliseNewlines } from "../corpus/decode.ts";
import type { ReadBuffer } from "../corpus/read-buffer.ts";
import { FileError, QsearchError } from "../errors.ts";
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

/** The terms to scan for; plain data, as it is sent to workers. */
export interface ScanTerms {
  /** By term: its spellings, any of which is a match. */
  readonly terms: readonly (readonly string[])[];
  readonly mode: KeywordMode;
  /** Names of TextDecoder for files that are not Unicode, in order. */
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
  /** In order of position, then id; at most MAX_MATCHES. */
  readonly matches: readonly TermMatch[];
  /** All matches by term. */
  readonly counts: Uint32Array;
  /** Ids of the terms that occur as typed, except for case. */
  readonly typed: ReadonlySet<number>;
}

/** Flag on a count: the term occurs only in other forms (accents, width, ligatures). */
export const OTHER_FORM = 0x80000000;

/** A literal of the kernel may have 300 bytes: the beginning of a longer literal proposes matches. */
const MAX_BYTES = 240;

/**
 * UTF-8 bytes of characters whose folding gives ASCII, or nothing: Latin letters with accents, marks, ligatures, full width,
 * letter-like signs, soft hyphen and joiners. Matches more than these, but not the characters that most files hold: quotes,
 * dashes, arrows, ©, Cyrillic, Han.
 */
const FOLDS_TO_ASCII =
  /[\xc3-\xc9\xcc\xcd\xe1\xef\xf0]|\xe2(?:\x80[\x8b-\x8f\x91\xa4\xa6\xaa-\xae]|[\x81-\x85\x91-\x93\xa8\xb1])|\xc2[\xa8\xaa\xad\xaf\xb2-\xb5\xb8-\xba\xbc-\xbe]|\xe3[\x88-\x8f]|\xea[\x9c-\x9f\xad]|\xf3|\xe0[\xb8-\xbd]/;

const ASCII = /^[\0-\x7f]*$/;

/** The search that a scanner is prepared for: searches of one thread take turns while waiting. */
const prepared = new WeakMap<Scanner, KeywordScan>();

export class KeywordScan {
  /** Memory that files are read into: the kernel's own. */
  readonly buffer: ReadBuffer;
  readonly #scanner: Scanner;
  readonly #mode: LiteralMode;
  readonly #encodings: readonly string[];
  /** Whether the kernel decides on every ASCII file: no literal was cut. */
  readonly #decides: boolean;
  /** Whether every term has ASCII literals, so other letters matter only if they fold to ASCII. */
  readonly #isAscii: boolean;
  readonly #literals: readonly Literal[];
  readonly #patterns: readonly TermPattern[];
  /** Whether an ASCII file without a kernel match has no match at all. */
  readonly #proposes: boolean;
  /** Ids of terms that become ASCII only by folding. */
  readonly #foreign: readonly number[];
  /** By term: the length of its single spelling; null if a term has several. */
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
   * Matches of each term in the bytes (which are in `buffer`), valid until the next call; null without matches. Throws
   * FileError "binary" for NUL bytes and PDF files, "encoding" for bytes that fit no allowed encoding.
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

  /** The text of the bytes and the matches of each term. Same errors. */
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

  /** The bytes as UTF-8 in the kernel's memory, and the kernel's findings. */
  #read(bytes: Uint8Array, maxMatches: number): { content: Buffer; summary: ScanSummary } {
    if (isPdf(bytes)) throw new FileError("binary", "Is a PDF, whose text stands in no bytes of its own");
    const content = isUtf16(bytes) ? this.#transcode(bytes) : bufferOf(bytes);
    const summary = this.#scan(content.length, maxMatches);
    if (!summary.hasNul && (!summary.hasHighBytes || isUtf8(content))) return { content, summary };
    const decoded = this.#transcode(content);
    return { content: decoded, summary: this.#scan(decoded.length, maxMatches) };
  }

  /** Whether the kernel's counts are exact for the text. */
  #isDecided(content: Buffer, { hasHighBytes, total, unsure }: ScanSummary): boolean {
    if (!hasHighBytes) return this.#decides || (this.#proposes && total === 0);
    if (!this.#isAscii || !(this.#decides || total === 0) || unsure > 0) return false;
    return !FOLDS_TO_ASCII.test(content.toString("latin1", 0, content.length));
  }

  /** A kernel match of a term typed with other letters (café) is another form of the term. */
  #withForms(counts: Uint32Array): Uint32Array {
    for (const id of this.#foreign) if ((counts[id] ?? 0) > 0) counts[id] = (counts[id] ?? 0) | OTHER_FORM;
    return counts;
  }

  /** Text in another encoding, converted to UTF-8 in the kernel's memory. */
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

/** The kernel's memory as a read buffer: the view is kept, because its pointer is made only once. */
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

const PDF = Buffer.from("%PDF-");

/** Some PDF files hold no NUL byte. */
function isPdf(bytes: Uint8Array): boolean {
  return PDF.every((byte, at) => bytes[at] === byte);
}

function isUtf16(bytes: Uint8Array): boolean {
  const [a, b] = [bytes[0], bytes[1]];
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
}

function textOf(content: Buffer): string {
  const text = content.toString("utf8", 0, content.length);
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
