/** Text of formats that declare their own encoding: HTML's meta charset, the XML declaration. */
import { isAscii, isUtf8 } from "node:buffer";
import { decodeAs, decodeText, encodingName, normaliseNewlines } from "../corpus/decode.ts";

/** Bytes in which a declaration counts: browsers read 1024, real pages put comments before the declaration. */
const PRESCAN = 4096;

/**
 * Strictly decoded text with "\n" as its only line end. In this order: a byte-order mark, the encoding that `declared` finds in
 * the beginning, UTF-8, the configured ones. Throws FileError as `decodeText`: bytes that are invalid in the declared encoding
 * are an error unless a configured encoding fits, never a guess.
 */
export function decodeDeclared(
  bytes: Uint8Array,
  encodings: readonly string[],
  declared: (beginning: string) => string | null,
): string {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PRESCAN)).toString("latin1");
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(beginning)) return decodeText(bytes, encodings);
  const label = declared(beginning);
  const encoding = label === null ? null : encodingName(label);
  // A declaration readable byte by byte rules out UTF-16 (WHATWG HTML, "prescan"): UTF-8 is meant.
  if (encoding === null || encoding.startsWith("utf-")) return decodeText(bytes, encodings);
  // Pages declare windows-1252 by habit, and it accepts nearly all bytes: valid UTF-8 beyond ASCII is then no accident.
  if (encoding === "windows-1252" && isUtf8(bytes) && !isAscii(bytes)) return decodeText(bytes, encodings);
  return normaliseNewlines(decodeAs(bytes, encoding));
}
