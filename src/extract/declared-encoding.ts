/** Text of formats that name their own encoding: HTML's meta charset, the XML declaration. */
import { isAscii, isUtf8 } from "node:buffer";
import { decodeAs, decodeText, encodingName, normaliseNewlines } from "../corpus/decode.ts";

/** Bytes of the beginning in which a declaration counts: browsers look at 1024, real pages put comments before it. */
const PRESCAN = 4096;

/**
 * Strictly decoded text with "\n" as its only line end. In this order: a byte-order mark, the encoding that `declared`
 * finds in the beginning, UTF-8, the configured ones. Throws FileError as `decodeText`: a declaration that the bytes do
 * not keep is an error unless a configured encoding fits, never a guess.
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
  // A declaration that could be read byte by byte rules UTF-16 out (WHATWG HTML, "prescan"): UTF-8 is meant.
  if (encoding === null || encoding.startsWith("utf-")) return decodeText(bytes, encodings);
  // windows-1252 stands in pages by habit and accepts nearly all bytes: valid UTF-8 beyond ASCII is no accident there.
  if (encoding === "windows-1252" && isUtf8(bytes) && !isAscii(bytes)) return decodeText(bytes, encodings);
  return normaliseNewlines(decodeAs(bytes, encoding));
}
