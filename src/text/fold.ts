/**
 * Folding: NFKC and no accents here, case by `lowerCase` once words are cut (capitals show where identifiers split).
 * Offsets map back to the source, so that a hit in folded text is highlighted where it stands.
 */
import { attaches, classOf, foldSegment, UNSTABLE } from "./char-class.ts";

export interface Folded {
  readonly text: string;
  /**
   * For each UTF-16 unit of `text`, where in the source the character it came from starts and ends; null when `text` is
   * the source itself.
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

/** Folds without case. Text that needs nothing (ASCII, most Chinese) comes back as it is, without maps. */
export function fold(text: string): Folded {
  const first = firstUnstable(text);
  if (first === -1) return { text, starts: null, ends: null };
  return foldFrom(text, first);
}

function foldFrom(text: string, first: number): Folded {
  // A mark may attach to the stable character before the first unstable one.
  let at = Math.max(0, first - 1);
  if (at > 0 && isTrail(text.charCodeAt(at)) && isLead(text.charCodeAt(at - 1))) at--;
  const pieces: string[] = [text.slice(0, at)];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let i = 0; i < at; i++) {
    starts.push(i);
    ends.push(i + 1);
  }
  while (at < text.length) {
    const end = segmentEnd(text, at);
    const source = text.slice(at, end);
    const folded = end === at + 1 && source < "\x80" ? source : foldSegment(source);
    pieces.push(folded);
    for (let i = 0; i < folded.length; i++) {
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { text: pieces.join(""), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

/** End of the character at `at` with all that attaches to it. */
function segmentEnd(text: string, at: number): number {
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
