/**
 * Scans one file after another for the terms of one search: the kernel finds, and where bytes cannot decide (letters
 * beyond ASCII beside or in a match, other encodings) the decoded text does.
 */
import { isUtf8 } from "node:buffer";
import { decodeBytes, normaliseNewlines } from "../../corpus/decode.ts";
import type { ReadBuffer } from "../../corpus/read-buffer.ts";
import { FileError, QsearchError } from "../../errors.ts";
import { type Literal, MAX_LITERALS, MAX_MATCHES, type Scanner, type ScanSummary } from "../../kernels/scan.ts";
import { keywordLiterals } from "../../text/keyword-literals.ts";
import { type KeywordMode, KeywordPattern } from "../../text/keyword-pattern.ts";

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
}

/** K (U+212A) and ſ (U+017F), which fold to ASCII letters. */
const KELVIN = Buffer.from("\u212a");
const LONG_S = Buffer.from("\u017f");

/** Which search a scanner is prepared for: searches of one thread take turns while they wait. */
const prepared = new WeakMap<Scanner, KeywordScan>();

export class KeywordScan {
  /** Where files are read into: the kernel's own memory. */
  readonly buffer: ReadBuffer;
  readonly #scanner: Scanner;
  /** What the kernel is told. */
  readonly #mode: KeywordMode;
  /** Whether the kernel only proposes: it knows the borders of ASCII literals that are whole keywords. */
  readonly #proposes: boolean;
  /** Whether it decides on every ASCII file. */
  readonly #decides: boolean;
  readonly #literals: readonly Literal[];
  readonly #patterns: readonly KeywordPattern[];
  /** Whether a term holds characters beyond ASCII: such are looked for in Unicode files only. */
  readonly #beyondAscii: readonly boolean[];
  /** Ids whose literals only propose. */
  readonly #inexact: readonly number[];
  readonly #hasKelvinOrLongS: boolean;

  constructor(scanner: Scanner, texts: readonly string[], mode: KeywordMode) {
    this.#scanner = scanner;
    this.buffer = new KernelBuffer(scanner);
    const plans = texts.map(keywordLiterals);
    this.#inexact = plans.flatMap((plan, id) => (plan.exact ? [] : [id]));
    this.#beyondAscii = texts.map((text) => /[^\0-\x7f]/.test(text));
    this.#proposes = mode !== "substring" && plans.some((plan, id) => !plan.exact || this.#beyondAscii[id] === true);
    this.#decides = !this.#proposes && this.#inexact.length === 0;
    this.#mode = this.#proposes ? "substring" : mode;
    this.#literals = plans.flatMap((plan, id) => plan.literals.map((bytes) => ({ bytes, id })));
    if (this.#literals.length > MAX_LITERALS) {
      throw new QsearchError(
        "usage",
        `keywords have ${this.#literals.length} spellings, more than ${MAX_LITERALS}`,
        "Give fewer keywords.",
      );
    }
    this.#patterns = texts.map((text) => new KeywordPattern(text, mode));
    this.#hasKelvinOrLongS = plans.some((plan) => plan.hasKelvinOrLongS);
  }

  /**
   * Matches of each term in the bytes (which stand in `buffer`), valid until the next call; null when there are none.
   * Throws FileError "binary" for NUL bytes, "encoding" for UTF-16 that is none.
   */
  count(bytes: Uint8Array): Uint32Array | null {
    const seen = isUtf16(bytes) ? this.#transcode(bytes) : bytes;
    const summary = this.#scan(seen.length, 0);
    // Most files end here: nothing is made for them.
    if (summary.total === 0 && !(summary.hasHighBytes && this.#hasKelvinOrLongS)) return null;
    if (!summary.hasHighBytes && this.#decides) return summary.counts;
    const content = bufferOf(seen);
    if (!this.#needsText(summary, content)) return summary.total === 0 ? null : summary.counts;
    const { text, isUnicode } = textOf(content);
    const counts = Uint32Array.from(this.#patterns, (pattern, id) =>
      this.#applies(id, isUnicode) ? pattern.count(text) : 0,
    );
    return counts.some((count) => count > 0) ? counts : null;
  }

  /** The text of the bytes and where each term matches. Same errors. */
  matches(bytes: Uint8Array): FileMatches {
    const content = bufferOf(isUtf16(bytes) ? this.#transcode(bytes) : bytes);
    const summary = this.#scan(content.length, MAX_MATCHES);
    const decided = !summary.hasHighBytes && this.#decides;
    if (decided && !content.includes(13)) {
      const lengths = this.#patterns.map((pattern) => pattern.text.length);
      const matches = Array.from(this.#scanner.matches(summary.total), ({ id, position }) => ({
        id,
        start: position,
        end: position + (lengths[id] ?? 0),
      }));
      return { text: content.toString("latin1", 0, content.length), matches, counts: summary.counts.slice() };
    }
    const { text: raw, isUnicode } = textOf(content);
    const text = normaliseNewlines(raw);
    const found = this.#patterns.map((pattern, id) => (this.#applies(id, isUnicode) ? pattern.find(text) : []));
    const matches = found.flatMap((spans, id) => spans.map(({ start, end }) => ({ id, start, end })));
    matches.sort((a, b) => a.start - b.start || a.id - b.id);
    const counts = Uint32Array.from(found, (spans) => spans.length);
    return { text, matches: matches.slice(0, MAX_MATCHES), counts };
  }

  #applies(id: number, isUnicode: boolean): boolean {
    return isUnicode || this.#beyondAscii[id] === false;
  }

  /** UTF-16 as the UTF-8 that the kernel reads, in its memory. */
  #transcode(bytes: Uint8Array): Uint8Array {
    const utf8 = Buffer.from(decodeBytes(bytes, []).text, "utf8");
    const room = this.buffer.reserve(utf8.length);
    room.set(utf8);
    return room.subarray(0, utf8.length);
  }

  #scan(length: number, maxMatches: number): ScanSummary {
    if (prepared.get(this.#scanner) !== this) {
      this.#scanner.prepare(this.#literals, this.#mode);
      prepared.set(this.#scanner, this);
    }
    const summary = this.#scanner.scan(length, maxMatches);
    if (summary.hasNul) throw new FileError("binary", "Holds a NUL byte");
    return summary;
  }

  #needsText({ hasHighBytes, total, unsure, counts }: ScanSummary, content: Buffer): boolean {
    if (this.#proposes && total > 0) return true;
    if (!hasHighBytes) return total > 0 && this.#inexact.some((id) => (counts[id] ?? 0) > 0);
    if (this.#hasKelvinOrLongS && (content.includes(KELVIN) || content.includes(LONG_S))) return true;
    if (total === 0) return false;
    return unsure > 0 || this.#inexact.some((id) => (counts[id] ?? 0) > 0) || !isUtf8(content);
  }
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

/**
 * The text of a file. What is not UTF-8 is taken as windows-1252, in which each byte is a character: ASCII keywords are
 * found as ripgrep finds them, and nothing becomes a replacement character.
 */
function textOf(content: Buffer): { text: string; isUnicode: boolean } {
  if (!isUtf8(content)) return { text: new TextDecoder("windows-1252").decode(content), isUnicode: false };
  const text = content.toString("utf8", 0, content.length);
  return { text: text.startsWith("\ufeff") ? text.slice(1) : text, isUnicode: true };
}

/** The text of a file's bytes as every live search sees it, "\n" as the only line end. Throws FileError "binary", "encoding". */
export function liveText(bytes: Uint8Array): string {
  if (isUtf16(bytes)) return normaliseNewlines(decodeBytes(bytes, []).text);
  if (bytes.includes(0)) throw new FileError("binary", "Holds a NUL byte");
  return normaliseNewlines(textOf(bufferOf(bytes)).text);
}
