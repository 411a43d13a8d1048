/**
 * Text of an HTML page. Works on htmlparser2's tokens without building a tree, so depth costs nothing: block tags and the
 * source's own line breaks end lines (every extracted line stands on one source line), tabs separate cells of a table row on
 * one line, and text that a browser does not show is left out.
 */
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { Document } from "../text/document.ts";
import { LineWriter } from "./line-writer.ts";

/** Elements with code, or with replacement content for old browsers. */
const SKIPPED = new Set(["script", "style", "template", "noscript", "iframe", "noembed", "noframes"]);

/** Tags before and after which a line ends; true where a paragraph starts. */
const BLOCKS = new Map<string, boolean>([
  ..."address article aside blockquote center details dialog dir dl fieldset figure footer form header hgroup hr main menu nav ol p pre section table ul h1 h2 h3 h4 h5 h6 title"
    .split(" ")
    .map((name): [string, boolean] => [name, true]),
  ..."body br caption dd desc div dt figcaption frameset head html legend li listing optgroup option plaintext select summary tbody text textarea tfoot thead tr xmp"
    .split(" ")
    .map((name): [string, boolean] => [name, false]),
]);

const PREFORMATTED = new Set(["pre", "textarea", "xmp", "listing", "plaintext"]);
const HEADING = /^(?:h([1-6])|title)$/;

/** `source` has "\n" as its only line end. */
export function htmlDocument(source: string): Document {
  const reader = new PageReader(source);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(source);
  tokenizer.end();
  return reader.document();
}

class PageReader implements TokenizerCallbacks {
  readonly #source: string;
  readonly #writer: LineWriter;
  /** The tag whose content is left out, and how many of it are open. */
  #skipped = "";
  #skipDepth = 0;
  #preformatted = 0;
  #preformattedStart = -1;
  #foreign = 0;
  /** The tag being read: its name, where it starts, its alt text. */
  #tag = "";
  #tagStart = 0;
  #attribute = "";
  #alt = "";

  constructor(source: string) {
    this.#source = source;
    this.#writer = new LineWriter(source);
  }

  document(): Document {
    return this.#writer.document("html");
  }

  ontext(start: number, end: number): void {
    if (this.#skipDepth > 0) return;
    // HTML drops a line break right after <pre>.
    const from = start === this.#preformattedStart && this.#source.charCodeAt(start) === 0x0a ? start + 1 : start;
    this.#write(this.#source.slice(from, end), from);
  }

  ontextentity(codePoint: number, end: number): void {
    // A line break written as an entity is no line break of the source: it must not move the line count.
    const isBreak = codePoint === 0x0a || codePoint === 0x0d;
    if (this.#skipDepth === 0) this.#write(isBreak ? " " : String.fromCodePoint(codePoint), end - 1);
  }

  oncdata(start: number, end: number): void {
    if (this.#foreign > 0) this.ontext(start, end);
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#source.slice(start, end).toLowerCase();
    this.#tagStart = start;
    this.#alt = "";
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#tag === "img" || this.#tag === "area" ? this.#source.slice(start, end).toLowerCase() : "";
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === "alt") this.#alt += this.#source.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.#attribute === "alt") this.#alt += String.fromCodePoint(codePoint);
  }

  onopentagend(end: number): void {
    this.#open();
    if (PREFORMATTED.has(this.#tag)) this.#preformattedStart = end + 1;
  }

  onselfclosingtag(): void {
    const tag = this.#tag;
    this.#open();
    // Only foreign content has self-closing tags; in HTML the slash means nothing.
    if (this.#foreign > 0) this.#close(tag);
  }

  onclosetag(start: number, end: number): void {
    this.#close(this.#source.slice(start, end).toLowerCase());
  }

  isInForeignContext(): boolean {
    return this.#foreign > 0;
  }

  onattribend(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    this.#writer.endLine();
  }

  #open(): void {
    const tag = this.#tag;
    if (this.#skipDepth > 0) {
      if (tag === this.#skipped) this.#skipDepth++;
      return;
    }
    if (SKIPPED.has(tag)) {
      this.#skipped = tag;
      this.#skipDepth = 1;
      return;
    }
    if (tag === "svg" || tag === "math") {
      this.#foreign++;
      this.#write(" ", this.#tagStart);
    }
    const paragraph = BLOCKS.get(tag);
    if (paragraph !== undefined) {
      this.#writer.endLine();
      if (paragraph) this.#writer.startParagraph();
      const heading = this.#foreign > 0 ? null : HEADING.exec(tag);
      if (heading !== null) this.#writer.openHeading(heading[1] === undefined ? 1 : Number(heading[1]));
      if (PREFORMATTED.has(tag)) this.#preformatted++;
    } else if (tag === "td" || tag === "th") {
      this.#writer.separateCell();
    } else if (this.#alt !== "") {
      this.#writer.flowing(` ${this.#alt.replace(/\s+/g, " ")} `, this.#tagStart);
    }
  }

  #close(tag: string): void {
    if (this.#skipDepth > 0) {
      if (tag === this.#skipped) this.#skipDepth--;
      return;
    }
    if (tag === "svg" || tag === "math") this.#foreign = Math.max(0, this.#foreign - 1);
    if (BLOCKS.has(tag)) {
      this.#writer.endLine();
      if (HEADING.test(tag)) this.#writer.closeHeading();
      if (PREFORMATTED.has(tag)) this.#preformatted = Math.max(0, this.#preformatted - 1);
    }
  }

  #write(text: string, offset: number): void {
    if (this.#preformatted > 0) this.#writer.preformatted(text, offset);
    else this.#writer.flowing(text, offset);
  }
}
