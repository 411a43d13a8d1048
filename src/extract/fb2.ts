/**
 * FictionBook (FB2): the book's description, then its bodies (the text, notes), each a unit; a paragraph, verse or table row is
 * a line, titles are headings. Pictures and styles are ignored.
 */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { rowLines, type TextLine } from "./text-lines.ts";
import { attribute, readXml, type XmlHandler } from "./xml.ts";
import { looksLikeZip, ZipArchive } from "./zip.ts";

const SKIPPED = new Set([
  "binary",
  "stylesheet",
  "src-title-info",
  "publish-info",
  "document-info",
  "custom-info",
  "coverpage",
]);
const LINES = new Set(["p", "v", "subtitle", "text-author", "book-title", "keywords", "date", "genre"]);
const PEOPLE = new Set(["author", "translator"]);
/** Elements of the description that are no text for a reader. */
const SILENT = new Set(["genre"]);

/** Throws FileError: those of XML and the zip container, `empty_document`, `corrupt`, `too_many_chars`. */
export function extractFb2(input: ExtractInput): Document {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  const reader = new BookReader();
  readXml(bookOf(input.bytes), "the book", "plain", reader);
  if (!reader.isBook) throw new FileError("corrupt", "this XML is no FictionBook");
  return reader.builder.build();
}

/** An FBZ is a zip container of one book. */
function bookOf(bytes: Uint8Array): Uint8Array {
  if (!looksLikeZip(bytes)) return bytes;
  const zip = new ZipArchive(bytes);
  const name = zip.names.find((entry) => /\.fb2$/i.test(entry));
  const book = name === undefined ? null : zip.read(name);
  if (book === null) throw new FileError("corrupt", "the container holds no FictionBook");
  return book;
}

class BookReader implements XmlHandler {
  readonly builder = new DocumentBuilder("extracted_line", "document");
  isBook = false;
  readonly #open: string[] = [];
  #skipDepth = 0;
  #text = "";
  #titleLines: string[] | null = null;
  #sections = 0;
  #row: TextLine[][] | null = null;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#skipDepth > 0 || SKIPPED.has(name)) {
      this.#skipDepth++;
      return;
    }
    this.#open.push(name);
    if (name === "FictionBook") this.isBook = true;
    else if (name === "description") this.builder.openUnit("part", "about");
    else if (name === "body") this.builder.openUnit("part", attribute(attributes, "name") || "body");
    else if (name === "section") this.#sections++;
    else if (name === "title") this.#titleLines = [];
    else if (name === "tr") this.#row = [];
    if (LINES.has(name) || PEOPLE.has(name) || name === "td" || name === "th") this.#text = "";
    if (name === "sequence") this.#line(`${attribute(attributes, "name")} ${attribute(attributes, "number")}`);
    if (name === "image") this.#line(attribute(attributes, "alt"));
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    this.#open.pop();
    if (name === "td" || name === "th") {
      this.#row?.push([{ text: this.#taken(), level: 0 }]);
    } else if (name === "tr") {
      for (const { text } of rowLines(this.#row ?? [])) this.builder.line(text);
      this.#row = null;
    } else if (name === "title") this.#endTitle();
    else if (name === "section") this.#sections--;
    else if (SILENT.has(name)) this.#text = "";
    else if (LINES.has(name) || PEOPLE.has(name)) this.#line(this.#taken());
    // Each name of a person is an element of its own.
    else if (PEOPLE.has(this.#open.at(-1) ?? "")) this.#text += " ";
  }

  text(text: string): void {
    if (this.#skipDepth === 0) this.#text += text;
  }

  #taken(): string {
    const text = this.#text.replace(/\s+/g, " ").trim();
    this.#text = "";
    return text;
  }

  #line(raw: string): void {
    const text = raw.trim();
    if (text === "" || this.#row !== null) return;
    if (this.#titleLines !== null) this.#titleLines.push(text);
    else this.builder.line(text);
  }

  #endTitle(): void {
    const lines = this.#titleLines ?? [];
    this.#titleLines = null;
    if (lines.length === 0) return;
    this.builder.heading(lines.join(" "), Math.min(6, this.#sections + 1));
    for (const line of lines) this.builder.line(line);
  }
}
