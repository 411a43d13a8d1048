/** Cuts a query into pieces: quotes, minus signs, stars and `key:` recognised, nothing analysed yet. Never throws. */
import { type FilterKey, isFilterKey } from "./filters.ts";

export type Piece =
  | {
      readonly kind: "text";
      readonly style: "plain" | "phrase" | "prefix";
      readonly text: string;
      readonly negated: boolean;
    }
  | { readonly kind: "filter"; readonly key: FilterKey; readonly value: string; readonly negated: boolean };

/** Straight quotes, and the pairs that phones and word processors put in their place. */
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“", "「": "」", "『": "』", "＂": "＂" };
const SPACE = /\s/;
const KEY = /^([a-z]+):/i;

/** A pasted text is read no further: a megabyte of words took a second. */
const MAX_PIECES = 1000;

export function piecesOf(input: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < input.length && pieces.length < MAX_PIECES) {
    if (SPACE.test(input[at] ?? "")) {
      at++;
      continue;
    }
    const start = at;
    const negated = input[at] === "-" && negates(input, at + 1);
    if (negated) at++;
    at = readPiece(input, at, negated, pieces);
    // Whatever a rule above failed to consume is skipped: no input may loop.
    if (at <= start) at = start + 1;
  }
  return pieces;
}

/** `-word` excludes; `--flag`, `- ` and `->` are literal. */
function negates(input: string, next: number): boolean {
  const follower = input[next];
  return (
    follower !== undefined &&
    (follower in CLOSING ||
      /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}_.#@/]/u.test(String.fromCodePoint(input.codePointAt(next) ?? 0)))
  );
}

function readPiece(input: string, at: number, negated: boolean, pieces: Piece[]): number {
  const quote = CLOSING[input[at] ?? ""];
  if (quote !== undefined) {
    const { text, end } = quoted(input, at, quote);
    pieces.push({ kind: "text", style: "phrase", text, negated });
    return input[end] === "*" ? end + 1 : end;
  }
  const key = KEY.exec(input.slice(at, at + 16));
  const name = key?.[1]?.toLowerCase() ?? "";
  if (key && isFilterKey(name)) {
    const from = at + key[0].length;
    const valueQuote = CLOSING[input[from] ?? ""];
    const { text, end } = valueQuote === undefined ? bare(input, from) : quoted(input, from, valueQuote);
    // `path:` alone is the word.
    if (text !== "") {
      pieces.push({ kind: "filter", key: name, value: text, negated });
      return end;
    }
  }
  const { text, end } = bare(input, at);
  const trimmed = text.replace(/\*+$/, "");
  const style = trimmed !== text && endsInWord(trimmed) ? "prefix" : "plain";
  pieces.push({ kind: "text", style, text: trimmed, negated });
  return end;
}

/** A star makes a prefix of the word it touches: `conf*`, not `(*` or `foo/*`. */
function endsInWord(text: string): boolean {
  return /[\p{L}\p{N}\p{M}]$/u.test(text);
}

/** A quoted stretch; without its closing quote it reaches to the end. */
function quoted(input: string, open: number, quote: string): { text: string; end: number } {
  const close = input.indexOf(quote, open + 1);
  if (close === -1) return { text: input.slice(open + 1), end: input.length };
  return { text: input.slice(open + 1, close), end: close + 1 };
}

/** Up to the next space, or to a straight quote that opens a phrase. */
function bare(input: string, from: number): { text: string; end: number } {
  let end = from;
  while (end < input.length && !SPACE.test(input[end] ?? "") && (end === from || input[end] !== '"')) end++;
  return { text: input.slice(from, end), end };
}
