/**
 * Cuts a query into pieces: quotes, stars, `key:`, parentheses and operators recognised, nothing joined or analysed yet.
 * Throws QsearchError("usage") for syntax of other programs that this one lacks: silence would answer another question.
 */
import { QsearchError } from "../errors.ts";
import { type FilterKey, isFilterKey } from "./filters.ts";

const OPERATORS = ["AND", "OR", "NOT"] as const;
export type Operator = (typeof OPERATORS)[number];

export function isOperator(word: string): word is Operator {
  return (OPERATORS as readonly string[]).includes(word);
}

export type Piece =
  | { readonly kind: "text"; readonly style: "plain" | "phrase" | "prefix" | "part" | "ending"; readonly text: string }
  | { readonly kind: "filter"; readonly key: FilterKey; readonly value: string }
  | { readonly kind: "operator"; readonly operator: Operator }
  /** `-` before a word, a phrase, a filter or a group. */
  | { readonly kind: "minus" | "open" | "close" };

/** Straight quotes, and the pairs that phones and word processors put in their place. */
export const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“",
  "「": "」",
  "『": "』",
  "＂": "＂",
};
const OPEN = /[(（]/;
const CLOSE = /[)）]/;
const SPACE = /\s/;
const KEY = /^([a-z]+):/i;
const OPERATOR = /^(?:AND|OR|NOT)(?=$|[\s(（)）"])/;

/** Further pieces of a pasted text are ignored: a megabyte of words took a second. */
const MAX_PIECES = 1000;

export function piecesOf(input: string): Piece[] {
  return new PieceReader(input).read();
}

class PieceReader {
  readonly #pieces: Piece[] = [];
  /** Number of open groups. */
  #depth = 0;

  constructor(private readonly input: string) {}

  read(): Piece[] {
    for (let at = 0; at < this.input.length && this.#pieces.length < MAX_PIECES; ) {
      const next = SPACE.test(this.input[at] ?? "") ? at + 1 : this.#piece(at);
      // Input that no rule consumed is skipped: no input may loop.
      at = Math.max(next, at + 1);
    }
    // The cut-off rest of the query would have closed the open groups.
    if (this.#pieces.length >= MAX_PIECES) while (this.#depth-- > 0) this.#pieces.push({ kind: "close" });
    return this.#pieces;
  }

  /** Reads the piece at `at`; returns its end. */
  #piece(at: number): number {
    const { input } = this;
    const sign = input[at] ?? "";
    if (OPEN.test(sign)) {
      this.#depth++;
      this.#pieces.push({ kind: "open" });
      return at + 1;
    }
    if (CLOSE.test(sign)) {
      this.#depth = Math.max(0, this.#depth - 1);
      this.#pieces.push({ kind: "close" });
      return at + 1;
    }
    if (sign === "-" && this.#negates(at + 1)) {
      this.#pieces.push({ kind: "minus" });
      return this.#piece(at + 1);
    }
    const operator = OPERATOR.exec(input.slice(at, at + 4))?.[0];
    if (operator !== undefined && isOperator(operator)) {
      this.#pieces.push({ kind: "operator", operator });
      return at + operator.length;
    }
    if (sign in CLOSING) {
      const { text, end } = this.#quoted(at);
      // Straight quotes separate words as a blank does, so every phrase can be written between two of them.
      this.#pieces.push({ kind: "text", style: "phrase", text: text.replaceAll('"', " ") });
      return this.#behind(text, input[end] === "*" ? end + 1 : end);
    }
    return this.#filter(at) ?? this.#word(at);
  }

  /** `-word` excludes; `--flag`, `- ` and `->` are literal. */
  #negates(next: number): boolean {
    const { input } = this;
    const follower = String.fromCodePoint(input.codePointAt(next) ?? 0);
    if (next >= input.length) return false;
    if (follower in CLOSING || OPEN.test(follower)) return true;
    return /^(?:[\p{L}\p{N}\p{M}\p{Extended_Pictographic}_.#@/]|\*+[\p{L}\p{N}\p{M}])/u.test(
      input.slice(next, next + 12),
    );
  }

  #filter(at: number): number | null {
    const { input } = this;
    const key = KEY.exec(input.slice(at, at + 16));
    const name = key?.[1]?.toLowerCase() ?? "";
    if (key === null || !isFilterKey(name)) return null;
    const from = at + key[0].length;
    const { text, end } = (input[from] ?? "") in CLOSING ? this.#quoted(from) : this.#bare(from);
    this.#pieces.push({ kind: "filter", key: name, value: text });
    return end;
  }

  #word(at: number): number {
    const { input } = this;
    const { text, end } = this.#bare(at);
    refuseForeign(text, text === input.trim() || this.#pieces.at(-1)?.kind === "minus");
    const trimmed = text.replace(/\*+$/, "");
    const isOpenEnded = trimmed !== text && endsInWord(trimmed);
    const inner = trimmed.replace(/^\*+/, "");
    // A star makes a part of the word it touches: `*args`, not `*.md`.
    if (inner !== trimmed && startsInWord(inner)) {
      this.#pieces.push({ kind: "text", style: isOpenEnded ? "part" : "ending", text: inner });
    } else this.#pieces.push({ kind: "text", style: isOpenEnded ? "prefix" : "plain", text: trimmed });
    return end;
  }

  /** Refuses a foreign operator at a phrase's end. */
  #behind(text: string, end: number): number {
    const foreign = /^(?:~|\^)\d*(?:\.\d+)?(?![\p{L}\p{N}])/u.exec(this.input.slice(end, end + 12))?.[0];
    if (foreign !== undefined && foreign !== "^") throw notUnderstood(`"${text}"${foreign}`, foreign);
    return end;
  }

  /** A quoted text; without its closing quote the text extends to the end of the query. */
  #quoted(open: number): { text: string; end: number } {
    const { input } = this;
    const close = input.indexOf(CLOSING[input[open] ?? ""] ?? '"', open + 1);
    const text = input.slice(open + 1, close === -1 ? input.length : close);
    return { text, end: close === -1 ? input.length : close + 1 };
  }

  /** Up to the next blank, to a straight quote that opens a phrase, or to the parenthesis that closes the group around it. */
  #bare(from: number): { text: string; end: number } {
    const { input } = this;
    let inner = 0;
    let end = from;
    for (; end < input.length; end++) {
      const sign = input[end] ?? "";
      if (SPACE.test(sign) || (end > from && sign === '"')) break;
      if (OPEN.test(sign)) inner++;
      else if (CLOSE.test(sign) && inner-- === 0) {
        // An unmatched parenthesis at the end of a word ends the word as well: `dog) mat`.
        if (this.#depth > 0 || /^[)）]+\**(?:\s|$)/.test(input.slice(end, end + 8))) break;
        inner = 0;
      }
    }
    return { text: input.slice(from, end), end };
  }
}

/** A star makes a prefix of the word it touches: `conf*`, not `(*` or `foo/*`. */
function endsInWord(text: string): boolean {
  return /[\p{L}\p{N}\p{M}]$/u.test(text);
}

function startsInWord(text: string): boolean {
  return /^[\p{L}\p{N}]/u.test(text);
}

const FLAGS = "(?:[gims]|gi|ig|gm|mg|im|mi|is|si)?";
/** `/a\/b+/`, `/^x/i`: signs that few names hold, and no unescaped slash inside: `/app/[id]/` is a path. */
const EXPRESSION = new RegExp(`^/(?=.*[\\\\^$*+?()|[\\]{}])(?:[^/\\\\]|\\\\.)+/${FLAGS}$`, "u");
/** `/re/`, `/re/i` as the whole query; among other words it is a folder (`clean /tmp/ daily`); `/usr/lib/` is a path. */
const LONE_EXPRESSION = new RegExp(`^/[^/]+/${FLAGS}$`, "u");
const FUZZY = /[\p{L}\p{N}\p{M}*)]~\d*(?:\.\d+)?$|^~\d+(?:\.\d+)?$/u;
/** Excludes powers: `10^6` and `x^2` are words. */
const BOOST = /[\p{L}\p{M}*][\p{L}\p{N}\p{M}*]+\^\d+(?:\.\d+)?$|^\^\d+(?:\.\d+)?$/u;

/** Throws for operators of Lucene and others. `isAlone`: the query holds nothing else, or the text is excluded. */
function refuseForeign(text: string, isAlone: boolean): void {
  const isExpression = EXPRESSION.test(text) || (isAlone && LONE_EXPRESSION.test(text));
  // A path may end in the sign of a backup file: `etc/hosts~`.
  const isPath = text.includes("/");
  const foreign = isExpression ? "/…/" : isPath ? null : FUZZY.test(text) ? "~" : BOOST.test(text) ? "^" : null;
  if (foreign !== null) throw notUnderstood(text, foreign);
}

function notUnderstood(text: string, foreign: string): QsearchError {
  const what = foreign.startsWith("/")
    ? "regular expressions are not searched for"
    : foreign.startsWith("~")
      ? "there is no search for similar words by ~"
      : "words cannot be weighted by ^";
  return new QsearchError(
    "usage",
    `${what}: ${text}`,
    `What can be written: word, "a phrase", begin*, *part*, -word, AND, OR, NOT, ( ), ext:md. To look for the signs themselves, quote them: "${text.replaceAll('"', "")}".`,
  );
}
