/** file:// URIs ↔ paths, byte for byte: names that are no UTF-8 are escapes in a URI as any other byte. */
import { pathFromBytes, pathToBytes } from "../corpus/path-bytes.ts";

/** Absolute path of a file: URI; null for every other URI, and for files of another machine. */
export function pathOfUri(uri: string): string | null {
  const url = URL.parse(uri);
  if (url?.protocol !== "file:" || !(url.host === "" || url.host === "localhost")) return null;
  // The parser has escaped everything beyond ASCII.
  const bytes = url.pathname.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return bytes.includes("\0") ? null : pathFromBytes(Buffer.from(bytes, "latin1"));
}

/** URI of an absolute path. */
export function uriOfPath(path: string): string {
  let uri = "file://";
  for (const byte of pathToBytes(path)) {
    const char = String.fromCharCode(byte);
    uri += /[A-Za-z0-9/._~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return uri;
}
