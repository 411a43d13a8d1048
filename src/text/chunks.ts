/**
 * Cuts a document into chunks of a target size with overlap: at headings and definitions first, then at paragraphs, line
 * ends, words, and between grapheme clusters where a line is longer than a chunk. One pass, no state between documents.
 */
import type { Border, Document } from "./document.ts";
import { codePointBorder, graphemeBorder, isPlainBorder } from "./graphemes.ts";
import { indexAt, lineStarts, sourceLine } from "./lines.ts";

/** Raise this number when the same document is cut differently: the store then makes its chunks again. */
export const CHUNKER_VERSION = 1;

export interface ChunkOptions {
  /** Largest length of a chunk in UTF-16 units. Only a grapheme cluster longer than `size` is cut inside. */
  readonly size: number;
  /** How much of a chunk the next one repeats, at most half of `size`; nothing across a heading or definition. */
  readonly overlap: number;
}

export interface ChunkSpan {
  /** UTF-16 offsets into the text, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** Source lines of the first and the last non-blank character, in the numbering of the document. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Index into the document's units, -1 outside all units. */
  readonly unit: number;
  /** The heading or definition in force over the largest part of the chunk, "" when none is. */
  readonly symbol: string;
  /** Headings and definitions that start inside the chunk. */
  readonly defined: readonly string[];
}

/** Earliest cut by kind of border, as a share of the chunk's size: a better border may cut earlier. */
const EARLIEST = { heading: 0.35, paragraph: 0.5, line: 0.5, word: 0.75 } as const;

const NOTHING: readonly string[] = Object.freeze([]);

/** The chunks of `document` in text order. Every non-blank character lies in a chunk; blank chunks are left out. */
export function chunkDocument(document: Document, options: ChunkOptions): ChunkSpan[] {
  const { text, units } = document;
  if (units.length > 0 || text.length > options.size) return new Chunker(document, options).run();
  const only = wholeDocument(document);
  return only === null ? [] : [only];
}

/** The chunk of a document that fits in one chunk, as nearly all notes do. Null for a blank document. */
function wholeDocument({ text, lines, headings }: Document): ChunkSpan | null {
  const end = text.length;
  const first = firstInk(text, 0, end);
  if (first === end) return null;
  const last = lastInk(text, end);
  const firstLine = newlinesBetween(text, 0, first);
  const lastLine = firstLine + newlinesBetween(text, first, last);
  const { symbol, defined } = namesWithin(headings, 0, "", 0, end);
  return {
    start: 0,
    end,
    lineStart: sourceLine(lines, firstLine, 0),
    lineEnd: sourceLine(lines, lastLine, 0),
    unit: -1,
    symbol,
    defined,
  };
}

function firstInk(text: string, start: number, end: number): number {
  let first = start;
  while (first < end && kindOf(text.charCodeAt(first)) === BLANK) first++;
  return first;
}

/** The last non-blank character before `end`; the caller knows that one exists. */
function lastInk(text: string, end: number): number {
  let last = end - 1;
  while (kindOf(text.charCodeAt(last)) === BLANK) last--;
  return last;
}

function newlinesBetween(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/**
 * The name in force over the largest part of a chunk, and the names that start in it. `from` is the first heading at or after
 * its start, `before` the title in force there.
 */
function namesWithin(
  headings: Document["headings"],
  from: number,
  before: string,
  start: number,
  end: number,
): { symbol: string; defined: readonly string[] } {
  let title = before;
  let since = start;
  let symbol = "";
  let longest = 0;
  let defined: string[] | undefined;
  for (let index = from; ; index++) {
    const heading = headings[index];
    const isLast = heading === undefined || heading.offset >= end;
    const until = isLast ? end : heading.offset;
    if (title !== "" && until - since > longest) {
      symbol = title;
      longest = until - since;
    }
    if (isLast) return { symbol, defined: defined ?? NOTHING };
    title = heading.title;
    since = until;
    if (title === "") continue;
    if (defined === undefined) defined = [title];
    else defined.push(title);
  }
}

/** Where a chunk ends, and whether a new section starts there; a section repeats nothing of the chunk before. */
interface Cut {
  readonly end: number;
  readonly section: boolean;
}

class Chunker {
  readonly #document: Document;
  readonly #text: string;
  readonly #size: number;
  readonly #overlap: number;
  readonly #starts: Uint32Array;
  readonly #chunks: ChunkSpan[] = [];
  /** Extracted line, border and heading of the last look-up: chunks come in order, so each look-up is a short step. */
  #line = 0;
  #border = 0;
  #heading = 0;
  /** The text range that is being cut: one unit, or the text between units. */
  #from = 0;
  #unit = -1;
  #firstLine = 0;

  constructor(document: Document, { size, overlap }: ChunkOptions) {
    this.#document = document;
    this.#text = document.text;
    this.#size = Math.max(2, Math.floor(size));
    this.#overlap = Math.max(0, Math.min(Math.floor(overlap), this.#size >>> 1));
    this.#starts = lineStarts(document.text);
  }

  run(): ChunkSpan[] {
    let done = 0;
    for (const [index, unit] of this.#document.units.entries()) {
      this.#cutStretch(done, unit.start, -1);
      this.#cutStretch(Math.max(done, unit.start), unit.end, index);
      done = Math.max(done, unit.end);
    }
    this.#cutStretch(done, this.#text.length, -1);
    return this.#chunks;
  }

  #cutStretch(from: number, to: number, unit: number): void {
    if (from >= to) return;
    this.#from = from;
    this.#unit = unit;
    this.#firstLine = unit === -1 ? 0 : Math.max(0, indexAt(this.#starts, from));
    let start = from;
    let previousEnd = from;
    while (start < to) {
      const cut = to - start <= this.#size ? { end: to, section: false } : this.#cutAfter(start, previousEnd);
      this.#emit(start, cut.end);
      previousEnd = cut.end;
      start = cut.end >= to ? to : this.#nextStart(start, cut);
    }
  }

  /** The best cut of a chunk that starts at `start`, always beyond `previousEnd`. */
  #cutAfter(start: number, previousEnd: number): Cut {
    const latest = start + this.#size;
    const earliest = (share: number) =>
      Math.max(start + Math.floor(this.#size * share), previousEnd + (this.#size >>> 3), start + 1);

    const heading = this.#lastBorder(earliest(EARLIEST.heading), latest, 2);
    if (heading !== -1) return { end: heading, section: true };
    const paragraph = this.#lastParagraph(earliest(EARLIEST.paragraph), latest);
    const lineEnd = this.#lastLineStart(earliest(EARLIEST.line), latest);
    if (paragraph !== -1) return { end: paragraph, section: false };
    if (lineEnd !== -1) return { end: lineEnd, section: false };
    const word = this.#lastWordBorder(earliest(EARLIEST.word), latest);
    if (word !== -1) return { end: word, section: false };
    const low = Math.max(start, previousEnd);
    const border = graphemeBorder(this.#text, low, latest);
    return { end: border > low ? border : Math.max(low + 1, codePointBorder(this.#text, latest)), section: false };
  }

  /** The last border of at least `strength` in [earliest, latest], -1 when there is none. */
  #lastBorder(earliest: number, latest: number, strength: Border["strength"]): number {
    const { borders } = this.#document;
    while (this.#border > 0 && (borders[this.#border - 1]?.offset ?? 0) >= earliest) this.#border--;
    let found = -1;
    for (let index = this.#border; index < borders.length; index++) {
      const border = borders[index];
      if (border === undefined || border.offset > latest) break;
      if (border.offset < earliest) this.#border = index + 1;
      else if (border.strength >= strength && isPlainBorder(this.#text, border.offset)) found = border.offset;
    }
    return found;
  }

  /** The last start of a line in [earliest, latest] that follows a blank line or a border of strength 1. */
  #lastParagraph(earliest: number, latest: number): number {
    const border = this.#lastBorder(earliest, latest, 1);
    for (let line = this.#lineAt(latest); line > 0; line--) {
      const start = this.#starts[line] ?? 0;
      if (start < earliest || start <= border) break;
      if (this.#isBlankLine(line - 1) && !this.#isBlankLine(line)) return start;
    }
    return border;
  }

  #lastLineStart(earliest: number, latest: number): number {
    const start = this.#starts[this.#lineAt(latest)] ?? 0;
    return start >= earliest ? start : -1;
  }

  /** The last place in [earliest, latest] after a blank; without a blank, after another non-word character. */
  #lastWordBorder(earliest: number, latest: number): number {
    const text = this.#text;
    let afterSign = -1;
    for (let at = latest; at >= earliest; at--) {
      const kind = kindOf(text.charCodeAt(at - 1));
      if (kind === WORD || !isPlainBorder(text, at)) continue;
      if (kind === BLANK) return at;
      if (afterSign === -1) afterSign = at;
    }
    return afterSign;
  }

  /** Start of the chunk after [start, cut): repeats up to `overlap`, from the start of a line or word. */
  #nextStart(start: number, cut: Cut): number {
    const { end } = cut;
    if (cut.section || this.#overlap === 0) return end;
    const wanted = Math.max(end - this.#overlap, start + (this.#size >>> 2));
    if (wanted >= end) return end;
    for (let line = this.#lineAt(wanted - 1) + 1; line < this.#starts.length; line++) {
      const lineStart = this.#starts[line] ?? end;
      if (lineStart >= end || lineStart - wanted > this.#overlap * 0.75) break;
      if (!this.#isBlankLine(line)) return lineStart;
    }
    const text = this.#text;
    for (let at = wanted; at < wanted + (this.#overlap >>> 1) && at < end; at++) {
      if (kindOf(text.charCodeAt(at - 1)) !== WORD && isPlainBorder(text, at)) return at;
    }
    const border = graphemeBorder(text, start, wanted);
    return border > start ? border : end;
  }

  #emit(start: number, end: number): void {
    const text = this.#text;
    const first = firstInk(text, start, end);
    if (first === end) return;
    const last = lastInk(text, end);
    const { lines } = this.#document;
    const lineStart = sourceLine(lines, this.#lineAt(first), this.#firstLine);
    const lineEnd = sourceLine(lines, this.#lineAt(last), this.#firstLine);
    const { symbol, defined } = this.#headings(start, end);
    this.#chunks.push({ start, end, lineStart, lineEnd, unit: this.#unit, symbol, defined });
  }

  #headings(start: number, end: number): { symbol: string; defined: readonly string[] } {
    const { headings } = this.#document;
    if (headings.length === 0) return { symbol: "", defined: NOTHING };
    while (this.#heading < headings.length && (headings[this.#heading]?.offset ?? 0) < start) this.#heading++;
    while (this.#heading > 0 && (headings[this.#heading - 1]?.offset ?? 0) >= start) this.#heading--;
    const before = headings[this.#heading - 1];
    const title = before !== undefined && before.offset >= this.#from ? before.title : "";
    return namesWithin(headings, this.#heading, title, start, end);
  }

  /** The extracted line that holds `offset`. */
  #lineAt(offset: number): number {
    const starts = this.#starts;
    let line = this.#line;
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= offset) line++;
    while (line > 0 && (starts[line] ?? 0) > offset) line--;
    this.#line = line;
    return line;
  }

  #isBlankLine(line: number): boolean {
    const end = this.#starts[line + 1] ?? this.#text.length;
    for (let at = this.#starts[line] ?? end; at < end; at++) {
      if (kindOf(this.#text.charCodeAt(at)) !== BLANK) return false;
    }
    return true;
  }
}

/** White space, another character that ends a word, part of a word. */
const BLANK = 0;
const SIGN = 1;
const WORD = 2;

const ASCII_KINDS = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  if (unit <= 0x20) return BLANK;
  return /[\w$]/.test(String.fromCharCode(unit)) ? WORD : SIGN;
});

function kindOf(unit: number): number {
  if (unit < 0x80) return ASCII_KINDS[unit] ?? WORD;
  if (unit === 0xa0 || unit === 0x3000 || unit === 0xfeff) return BLANK;
  // General punctuation and CJK signs: 。、「」 and their full-width forms.
  if (unit >= 0x2000 && unit < 0x2070) return SIGN;
  if (unit > 0x3000 && unit < 0x3030) return SIGN;
  return (unit > 0xff00 && unit < 0xff10) || (unit > 0xff19 && unit < 0xff21) ? SIGN : WORD;
}
