/**
 * EPUB: title and creators, then the documents of the spine in reading order, each a unit named by its file. The HTML reader
 * reads XHTML and evaluates nothing; images, styles and scripts are ignored.
 */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { htmlDocument } from "./html-text.ts";
import { decodeXml, readXml, type XmlHandler } from "./xml.ts";
import { looksLikeZip, partName, ZipArchive } from "./zip.ts";

/** Throws FileError: those of zip and XML, `encrypted`, `empty_document`, `too_many_pages`, `too_many_chars`. */
export function extractEpub(input: ExtractInput): Document {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  if (!looksLikeZip(input.bytes)) throw new FileError("corrupt", "this is no zip container");
  const zip = new ZipArchive(input.bytes);
  const opf = packageDocument(zip);
  const book = readPackage(zip, opf);
  const encrypted = encryptedParts(zip);
  const builder = new DocumentBuilder("extracted_line", "document");
  if (book.about.length > 0) {
    builder.openUnit("part", "about");
    for (const line of book.about) builder.line(line);
  }
  for (const part of book.spine) {
    if (encrypted.has(part)) throw new FileError("encrypted", "the book is protected");
    const bytes = zip.read(part);
    if (bytes === null) throw new FileError("corrupt", `${part} is listed but not in the container`);
    builder.openUnit("part", part.slice(part.lastIndexOf("/") + 1));
    builder.append(htmlDocument(pageSource(bytes, part)));
  }
  return builder.build();
}

/** META-INF/container.xml names the package document. */
function packageDocument(zip: ZipArchive): string {
  let name = "";
  read(zip, "META-INF/container.xml", {
    open(element, attributes) {
      if (element === "rootfile" && name === "") name = attributes["full-path"] ?? "";
    },
    close() {},
    text() {},
  });
  if (!zip.has(name)) throw new FileError("corrupt", "the container has no package document");
  return name;
}

function readPackage(zip: ZipArchive, opf: string): { about: readonly string[]; spine: readonly string[] } {
  const folder = opf.slice(0, opf.lastIndexOf("/") + 1);
  const items = new Map<string, string>();
  const spine: string[] = [];
  const about: string[] = [];
  let value: string | null = null;
  read(zip, opf, {
    open(name, attributes) {
      if (name === "item") items.set(attributes.id ?? "", resolveHref(folder, attributes.href ?? ""));
      else if (name === "itemref") spine.push(attributes.idref ?? "");
      else if (name === "title" || name === "creator" || name === "description" || name === "subject") value = "";
    },
    close() {
      if (value !== null && value.trim() !== "") about.push(value.trim());
      value = null;
    },
    text(text) {
      if (value !== null) value += text;
    },
  });
  // A part that the spine lists twice is read once.
  const parts = new Set(spine.map((id) => items.get(id)).filter((part): part is string => part !== undefined));
  return { about, spine: [...parts] };
}

/** Encrypted parts; obfuscated fonts are in that list too and do no harm. */
function encryptedParts(zip: ZipArchive): ReadonlySet<string> {
  const parts = new Set<string>();
  if (zip.has("META-INF/encryption.xml"))
    read(zip, "META-INF/encryption.xml", {
      open(name, attributes) {
        if (name === "CipherReference") parts.add(resolveHref("", attributes.URI ?? ""));
      },
      close() {},
      text() {},
    });
  return parts;
}

function read(zip: ZipArchive, part: string, handler: XmlHandler): void {
  const bytes = zip.read(part);
  if (bytes === null) throw new FileError("corrupt", `the container has no ${part}`);
  readXml(bytes, part, "plain", handler);
}

function pageSource(bytes: Uint8Array, part: string): string {
  const source = decodeXml(bytes, part).replace(/\r\n?/g, "\n");
  if (/<!DOCTYPE[^>[]*\[|<!ENTITY/i.test(source))
    throw new FileError("xml_doctype", `${part} declares entities of its own`);
  return source;
}

function resolveHref(folder: string, href: string): string {
  const name = partName(folder + (href.split("#")[0] ?? ""));
  try {
    return decodeURIComponent(name);
  } catch {
    // A "%" that escapes nothing is literal.
    return name;
  }
}
