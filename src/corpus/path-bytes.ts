/**
 * Paths as strings that keep every byte. A file name on POSIX is any bytes but "/" and NUL; inside this program it is a
 * JS string in which each byte that is not part of valid UTF-8 stands as the lone surrogate U+DC00 + byte
 * (U+DC80–U+DCFF; Python's "surrogateescape", PEP 383). Valid UTF-8 never yields a surrogate half on its own, so the
 * mapping is a bijection between byte strings and the strings `pathFromBytes` returns.
 */
import { isUtf8 } from "node:buffer";
import { QsearchError } from "../errors.ts";

const ESCAPE_BASE = 0xdc00;
const FIRST_ESCAPE = 0xdc80;
const LAST_ESCAPE = 0xdcff;

const NON_ASCII = /[^\0-\x7f]/;
/** UTF-16 order and UTF-8 byte order differ only from the surrogates on: other paths are compared by "<". */
export const BEYOND_BMP_ORDER = /[\ud800-\uffff]/;
/** The bytes of a path as a string; bytes that are not UTF-8 become U+DC80–U+DCFF. */
export function pathFromBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString("utf8", 0, buffer.length);
  let path = "";
  let start = 0;
  let at = 0;
  while (at < buffer.length) {
    const length = sequenceLength(buffer, at);
    if (length > 0) {
      at += length;
      continue;
    }
    path += buffer.toString("utf8", start, at) + String.fromCharCode(ESCAPE_BASE + (buffer[at] ?? 0));
    at++;
    start = at;
  }
  return path + buffer.toString("utf8", start, at);
}

/**
 * The bytes of a path. A lone surrogate outside U+DC80–U+DCFF stands for no byte: such a string (it can only come from
 * a caller) names no file and throws QsearchError("not_found").
 */
export function pathToBytes(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path, "utf8");
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = 0; at < path.length; at++) {
    const unit = path.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit < 0xdc00 && isLowSurrogate(path.charCodeAt(at + 1))) {
      at++;
      continue;
    }
    if (unit < FIRST_ESCAPE || unit > LAST_ESCAPE) {
      throw new QsearchError("not_found", "The path holds half a character and names no file");
    }
    parts.push(Buffer.from(path.slice(start, at), "utf8"), Buffer.of(unit - ESCAPE_BASE));
    start = at + 1;
  }
  parts.push(Buffer.from(path.slice(start), "utf8"));
  return Buffer.concat(parts);
}

/** The argument for node:fs: the string itself, or bytes where a string would lose some. */
export function systemPath(path: string): string | Buffer {
  return path.isWellFormed() ? path : pathToBytes(path);
}

/** The spelling that `pathFromBytes` gives: a caller's string may escape bytes that together are valid UTF-8. */
export function canonicalSpelling(path: string): string {
  return path.isWellFormed() ? path : pathFromBytes(pathToBytes(path));
}

/** One character per byte (U+0000–U+00FF): the form in which ignore patterns match names, as git matches bytes. */
export function byteString(path: string): string {
  if (!NON_ASCII.test(path)) return path;
  const bytes = pathToBytes(path);
  return bytes.toString("latin1", 0, bytes.length);
}

/** Order of the paths' bytes, never of a locale. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  if (!BEYOND_BMP_ORDER.test(a) && !BEYOND_BMP_ORDER.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(pathToBytes(a), pathToBytes(b));
}

/** Sorts in place in byte order and returns the list; uses the engine's order where both orders agree. */
export function sortPaths(paths: string[]): string[] {
  // One test of the joined paths: a test call costs more than testing its characters.
  return BEYOND_BMP_ORDER.test(paths.join("/")) ? paths.sort(comparePaths) : paths.sort();
}

/** C0, DEL, C1, line and paragraph separators, bidi controls, byte-order mark, lone surrogates. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u;

/**
 * A path as a terminal may show it: escape sequences, newlines, bidi controls and undecodable bytes stand as `\n`,
 * `\x1b`, `\u202e`, `\xff` (sharkdp/fd changelog 2026-08). Backslashes are doubled where something was escaped, so that
 * two different paths never look alike.
 */
export function displayPath(path: string): string {
  if (!UNSAFE.test(path)) return path;
  let shown = "";
  for (const character of path) {
    if (character === "\\") shown += "\\\\";
    else shown += UNSAFE.test(character) ? escaped(character.charCodeAt(0)) : character;
  }
  return shown;
}

function escaped(unit: number): string {
  if (unit === 0x0a) return "\\n";
  if (unit === 0x0d) return "\\r";
  if (unit === 0x09) return "\\t";
  if (unit >= FIRST_ESCAPE && unit <= LAST_ESCAPE) return `\\x${(unit - ESCAPE_BASE).toString(16)}`;
  // C1 controls are characters of two bytes, not the byte 0x80–0x9f, hence \u.
  if (unit < 0x80) return `\\x${unit.toString(16).padStart(2, "0")}`;
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Length of the valid UTF-8 sequence at `at` (RFC 3629, table 3-7 of the Unicode standard), 0 when there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  if (lead >= 0xc2 && lead <= 0xdf) return isContinuation(second) ? 2 : 0;
  const third = bytes[at + 2] ?? 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const low = lead === 0xe0 ? 0xa0 : 0x80;
    const high = lead === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isContinuation(third) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const low = lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xf4 ? 0x8f : 0xbf;
    const valid = second >= low && second <= high && isContinuation(third) && isContinuation(bytes[at + 3] ?? 0);
    return valid ? 4 : 0;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
