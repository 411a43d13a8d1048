/**
 * Folding: NFKC and no accents here, case by `lowerCase` after words are cut (capitals show where identifiers split).
 * Offsets map back to the source, so a hit in folded text is highlighted in the source.
 */
import { attaches, classOf, foldSegment, UNSTABLE } from "./char-class.ts";

export interface Folded {
  readonly text: string;
  /**
   * For each UTF-16 unit of `text`, start and end of its original character in the source; null when `text` is the source
   * itself.
   */
  readonly starts: Uint32Array | null;
  readonly ends: Uint32Array | null;
}

/** Offset of the first code unit that folding may change, or -1. */
function firstUnstable(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    const codePoint = unit >= 0xd800 && unit < 0xdc00 ? (text.codePointAt(at) ?? unit) : unit;
    if ((classOf(codePoint) & UNSTABLE) !== 0) return at;
    if (codePoint > 0xffff) at++;
  }
  return -1;
}

/** Folds everything except case. Text that needs no folding (ASCII, most Chinese) is returned unchanged, without maps. */
export function fold(text: string): Folded {
  const first = firstUnstable(text);
  if (first === -1) return { text, starts: null, ends: null };
  return foldFrom(text, first);
}

function foldFrom(text: string, first: number): Folded {
  // A mark may attach to the stable character before the first unstable one.
  let at = Math.max(0, first - 1);
  if (at > 0 && isTrail(text.charCodeAt(at)) && isLead(text.charCodeAt(at - 1))) at--;
  const map = new OffsetMap(text.length);
  map.copy(0, at);
  let result = text.slice(0, at);
  let plain = at;
  while (at < text.length) {
    const end = segmentEnd(text, at);
    if (end === at + 1 && (text.charCodeAt(at) < 0x80 || (classOf(text.charCodeAt(at)) & UNSTABLE) === 0)) {
      at = end;
      continue;
    }
    result += text.slice(plain, at);
    map.copy(plain, at);
    const folded = foldSegment(text.slice(at, end));
    result += folded;
    map.add(at, end, folded.length);
    at = end;
    plain = end;
  }
  result += text.slice(plain);
  map.copy(plain, text.length);
  return { text: result, starts: map.starts, ends: map.ends };
}

/** Source offsets of each code unit of the folded text. */
class OffsetMap {
  starts: Uint32Array;
  ends: Uint32Array;
  #length = 0;

  constructor(size: number) {
    this.starts = new Uint32Array(size + 64);
    this.ends = new Uint32Array(size + 64);
  }

  /** Adds a range that folding left unchanged. */
  copy(from: number, to: number): void {
    this.#reserve(to - from);
    for (let at = from; at < to; at++) {
      this.starts[this.#length] = at;
      this.ends[this.#length++] = at + 1;
    }
  }

  /** Adds one segment of the source that became `count` code units. */
  add(start: number, end: number, count: number): void {
    this.#reserve(count);
    for (let i = 0; i < count; i++) {
      this.starts[this.#length] = start;
      this.ends[this.#length++] = end;
    }
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.starts.length) return;
    const { starts, ends } = this;
    this.starts = new Uint32Array((this.#length + count) * 2);
    this.ends = new Uint32Array((this.#length + count) * 2);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

/** End of the character at `at` with all characters that attach to it. */
export function segmentEnd(text: string, at: number): number {
  let end = at + width(text, at);
  while (end < text.length) {
    const codePoint = text.codePointAt(end) ?? 0;
    if (codePoint < 0x80 || !attaches(codePoint)) break;
    end += codePoint > 0xffff ? 2 : 1;
  }
  return end;
}

function width(text: string, at: number): number {
  return isLead(text.charCodeAt(at)) && isTrail(text.charCodeAt(at + 1)) ? 2 : 1;
}
const isLead = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isTrail = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** Lower case of an already folded word; final sigma is a sigma. */
export function lowerCase(word: string): string {
  const lower = word.toLowerCase();
  return lower.includes("ς") ? lower.replaceAll("ς", "σ") : lower;
}

/** The whole folding, without offsets: for comparing names and filter values. */
export function foldAll(text: string): string {
  return lowerCase(fold(text).text);
}
