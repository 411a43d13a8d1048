/** Common parts of all OpenDocument files: a manifest, which also marks encrypted parts, or one flat XML. */
import { FileError } from "../errors.ts";
import { readXml } from "./xml.ts";
import type { ZipArchive } from "./zip.ts";

/** Throws FileError `encrypted` when the manifest names encrypted parts. */
export function refuseEncryptedOdf(zip: ZipArchive): void {
  const manifest = zip.read("META-INF/manifest.xml");
  if (manifest === null) return;
  let encrypted = false;
  readXml(manifest, "META-INF/manifest.xml", "plain", {
    open(name) {
      encrypted ||= name === "encryption-data";
    },
    close() {},
    text() {},
  });
  if (encrypted) throw new FileError("encrypted", "the document is protected by a password");
}

/** Whether the bytes are a flat document: XML whose root is `office:document`. */
export function isFlatOdf(bytes: Uint8Array): boolean {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, 4096)).replace(/\0/g, "");
  return /<(\w+:)?document[\s>]/.test(beginning) && beginning.includes("urn:oasis:names:tc:opendocument");
}
