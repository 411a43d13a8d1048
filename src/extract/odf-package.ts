/** What all OpenDocument packages have in common: a manifest, which also says whether parts are encrypted. */
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
