/**
 * CSV and TSV: the decoded source, with the record number (header = 1) and the line where the record starts for every line.
 * Only quotes decide on records, so nothing of a malformed file is lost: a quote that does not open a field or is not closed
 * properly is an ordinary character.
 */
import { categorise } from "../corpus/categories.ts";
import { decodeText } from "../corpus/decode.ts";
import type { LineMap } from "../text/document.ts";
import { lineStarts } from "../text/lines.ts";
import type { Extractor } from "./extractor.ts";

export const csvExtractor: Extractor = {
  name: "csv",
  version: 1,
  extensions: ["csv", "tsv", "tab", "psv"],
  extract({ bytes, name, ext, encodings }) {
    const text = decodeText(bytes, encodings);
    const separator = ext === "tsv" || ext === "tab" ? "\t" : findSeparator(text);
    return {
      text,
      locationKind: "row",
      units: [],
      lines: recordLines(text, separator),
      borders: [],
      headings: [],
      language: categorise(name).language ?? "csv",
    };
  },
};

const SEPARATORS = [",", ";", "\t", "|"] as const;
/** A longer quoted field counts as a stray quote. */
const MAX_QUOTED = 1 << 20;
/** Characters at the beginning that decide on the separator. */
const SAMPLE = 1 << 14;

/**
 * The separator of a CSV text: that of an Excel "sep=" line, else the sign that splits most of the first lines into the same
 * number of fields, more fields first; "," by default.
 */
export function findSeparator(text: string): string {
  const said = /^sep=(.)\n/.exec(text)?.[1];
  if (said !== undefined) return said;
  // Separators and line ends within quotes do not count.
  const lines = text
    .slice(0, SAMPLE)
    .replace(/"(?:[^"]|"")*"/g, '""')
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length > 1 && text.length > SAMPLE) lines.pop();
  let best: string = ",";
  let bestScore = 0;
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(separator).length - 1;
      counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    let score = 0;
    for (const [count, times] of counts) {
      if (count > 0) score = Math.max(score, (times / lines.length) * (1 + Math.min(count, 100) / 1000));
    }
    if (score > bestScore) {
      best = separator;
      bestScore = score;
    }
  }
  return best;
}

/**
 * Record number and first line of the record for each line of `text`. Blank lines between records and a "sep=" line belong to
 * no record: they have the number of the record before (0 at the beginning) and their own line.
 */
export function recordLines(text: string, separator: string): LineMap {
  const starts = lineStarts(text);
  const rows = new Uint32Array(starts.length);
  const numbers = new Uint32Array(starts.length);
  const scanner = new RecordScanner(text, separator);
  let row = 0;
  let isIdentity = true;
  for (let line = 0; line < starts.length; ) {
    const start = starts[line] ?? 0;
    const end = scanner.recordEnd(start);
    const isRecord = text.charCodeAt(start) !== 0x0a && start < text.length && !(line === 0 && /^sep=.\n/.test(text));
    if (isRecord) row++;
    const first = line;
    do {
      rows[line] = row;
      numbers[line] = first + 1;
      line++;
    } while (line < starts.length && (starts[line] ?? 0) <= end);
    isIdentity &&= line === first + 1;
  }
  return isIdentity ? { rows } : { rows, numbers };
}

/** Finds where records end. */
class RecordScanner {
  readonly #text: string;
  readonly #separator: string;
  /** Characters that may still be scanned for quotes that turn out stray: keeps the whole scan linear. */
  #patience: number;
  #nextQuote: number;

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
    this.#patience = 4 * text.length + MAX_QUOTED;
    this.#nextQuote = text.indexOf('"');
  }

  /** Offset of the "\n" that ends the record that starts at `start`, or the length of the text. */
  recordEnd(start: number): number {
    const text = this.#text;
    let newline = endOfLine(text, start);
    let at = start;
    for (;;) {
      if (this.#nextQuote !== -1 && this.#nextQuote < at) this.#nextQuote = text.indexOf('"', at);
      const quote = this.#nextQuote;
      if (quote === -1 || quote > newline) return newline;
      const close = this.#opensField(start, quote) ? this.#closingQuote(quote) : -1;
      at = close === -1 ? quote + 1 : close + 1;
      if (at > newline) newline = endOfLine(text, at);
    }
  }

  #opensField(recordStart: number, quote: number): boolean {
    let at = quote;
    // Blanks between separator and quote are common and harmless.
    while (at > recordStart && this.#separator !== " " && this.#text.charCodeAt(at - 1) === 0x20) at--;
    return at === recordStart || this.#text[at - 1] === this.#separator;
  }

  /** The quote that closes the field opened at `open`: not doubled and before a field's end; else -1. */
  #closingQuote(open: number): number {
    const text = this.#text;
    const limit = open + Math.min(MAX_QUOTED, this.#patience);
    let quote = text.indexOf('"', open + 1);
    while (quote !== -1 && quote < limit && text.charCodeAt(quote + 1) === 0x22) quote = text.indexOf('"', quote + 2);
    if (quote !== -1 && quote < limit) {
      let after = quote + 1;
      while (text.charCodeAt(after) === 0x20) after++;
      if (after >= text.length || text[after] === "\n" || text[after] === this.#separator) return quote;
    }
    this.#patience -= Math.min(quote === -1 ? text.length : quote, limit) - open;
    return -1;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
