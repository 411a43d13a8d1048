/**
 * Marks the code in a source text: strings, comments and regular expressions are skipped, so brackets and line beginnings are
 * reliable. A light lexer for many languages at once; it recovers at line ends, so a wrong guess cannot swallow the rest of the
 * file.
 */
import type { Other, Syntax } from "../languages/types.ts";

/** A bracket in code with its closing bracket (-1: none). UTF-16 offsets. */
export interface Bracket {
  readonly at: number;
  /** One of ( [ { ) ] } ; — the semicolon counts as one, as it ends statements. */
  readonly sign: string;
  /** For an opening bracket: index of its closing bracket in the list; -1 without one. */
  close: number;
}

export interface CodeMask {
  readonly brackets: readonly Bracket[];
  /** Whether the line (index from 0) begins inside a string, a comment, or round or square brackets. */
  readonly inside: (line: number) => boolean;
  /** Whether an offset lies in a string, a comment or other skipped text. */
  readonly isSkipped: (at: number) => boolean;
}

/** Nobody writes deeper nesting; each level takes stack. */
const MAX_TEMPLATES = 50;

const OPENING = "([{";
const CLOSING = ")]}";

export function maskCode(text: string, starts: Uint32Array, syntax: Syntax): CodeMask {
  return new Lexer(text, starts, syntax).run();
}

class Lexer {
  readonly #brackets: Bracket[] = [];
  readonly #open: number[] = [];
  readonly #inside: Uint8Array;
  /** Starts and ends of strings, comments and other skipped text, pairs of offsets. */
  readonly #skipped: number[] = [];
  #line = 0;
  /** Number of open round and square brackets. */
  #depth = 0;
  /** Number of open templates. */
  #templates = 0;

  constructor(
    private readonly text: string,
    private readonly starts: Uint32Array,
    private readonly syntax: Syntax,
  ) {
    this.#inside = new Uint8Array(starts.length);
  }

  run(): CodeMask {
    this.#code(0, false);
    const skipped = this.#skipped;
    return {
      brackets: this.#brackets,
      inside: (line) => this.#inside[line] === 1,
      isSkipped: (at) => {
        let low = 0;
        let high = skipped.length / 2;
        while (low < high) {
          const middle = (low + high) >>> 1;
          if ((skipped[2 * middle] ?? 0) <= at) low = middle + 1;
          else high = middle;
        }
        return low > 0 && at < (skipped[2 * low - 1] ?? 0);
      },
    };
  }

  /** Reads code up to the end, or to the brace that closes a template's ${. */
  #code(from: number, inTemplate: boolean): number {
    const { text } = this;
    const base = this.#open.length;
    let at = from;
    while (at < text.length) {
      const sign = text[at] ?? "";
      if (sign === "\n") {
        this.#pass(at + 1, this.#depth > 0);
        at++;
        continue;
      }
      const skipped = this.#skip(at, sign);
      if (skipped > at) {
        if (skipped > at + 1) this.#skipped.push(at, skipped);
        at = skipped;
        continue;
      }
      if (inTemplate && sign === "}" && this.#open.length === base) return at + 1;
      this.#bracket(at, sign);
      at++;
    }
    return at;
  }

  #bracket(at: number, sign: string): void {
    if (OPENING.includes(sign)) {
      if (sign !== "{") this.#depth++;
      this.#open.push(this.#brackets.length);
      this.#brackets.push({ at, sign, close: -1 });
    } else if (CLOSING.includes(sign)) {
      this.#close(at, sign);
    } else if (sign === ";") this.#brackets.push({ at, sign, close: -1 });
  }

  /** Brackets opened in between and still open were no brackets, or are never closed. */
  #close(at: number, sign: string): void {
    const wanted = OPENING[CLOSING.indexOf(sign)];
    const index = this.#open.findLastIndex((open) => this.#brackets[open]?.sign === wanted);
    if (index === -1) return;
    const [first, ...unclosed] = this.#open.splice(index).map((open) => this.#brackets[open]);
    for (const bracket of [first, ...unclosed]) if (bracket !== undefined && bracket.sign !== "{") this.#depth--;
    if (first !== undefined) first.close = this.#brackets.length;
    this.#brackets.push({ at, sign, close: -1 });
  }

  /** Marks the lines that begin up to offset `to`. */
  #pass(to: number, inside: boolean): void {
    while ((this.starts[this.#line + 1] ?? Number.POSITIVE_INFINITY) <= to) {
      this.#line++;
      if (inside) this.#inside[this.#line] = 1;
    }
  }

  /** Offset behind the non-code text that begins at `at`; `at` itself where code begins. */
  #skip(at: number, sign: string): number {
    const { text, syntax } = this;
    for (const other of syntax.others) {
      if (!other.signs.includes(sign)) continue;
      const end = this.#other(at, other);
      if (end > at) return end;
    }
    if (syntax.lineComments.some((mark) => text.startsWith(mark, at))) return this.#lineEnd(at);
    for (const [open, close] of syntax.blockComments) {
      if (text.startsWith(open, at)) return this.#comment(open, close, at);
    }
    for (const quote of syntax.longQuotes)
      if (text.startsWith(quote, at)) return this.#through(quote, at + quote.length, quote.length === 1);
    if (sign === "\\") return at + (text[at + 1] === "\n" ? 1 : 2);
    if (sign === "'" && syntax.primes && /[\w')\]}]/.test(text[at - 1] ?? "")) return at + 1;
    if (syntax.quotes.includes(sign)) return this.#string(at, sign);
    if (sign === "'" && syntax.characters) return this.#character(at);
    if (sign === "`" && syntax.templates) return this.#template(at + 1);
    if (sign === "/" && syntax.regularExpressions && this.#expectsValue(at)) return this.#regularExpression(at);
    return at;
  }

  #other(at: number, { begins, ends, ownLine = false }: Other): number {
    begins.lastIndex = at;
    const match = begins.exec(this.text);
    if (match === null) return at;
    const from = at + match[0].length;
    const mark = ends(match);
    if (mark === "\n") return this.#lineEnd(from);
    if (mark === null) {
      this.#pass(from, true);
      return from;
    }
    if (!ownLine) return this.#through(mark, from, mark.length === 1);
    // A heredoc without its end is not a heredoc.
    const end = new RegExp(`^[ \\t]*${mark}\\b`, "gm");
    end.lastIndex = from;
    const found = end.exec(this.text);
    if (found === null) return at + 2;
    this.#pass(found.index + found[0].length, true);
    return found.index + found[0].length;
  }

  #comment(open: string, close: string, at: number): number {
    if (!this.syntax.nested) return this.#through(close, at + open.length);
    let depth = 1;
    let end = at + open.length;
    while (depth > 0) {
      const closed = this.text.indexOf(close, end);
      // An unclosed string or comment ends with its line, so it cannot swallow the rest.
      if (closed === -1) return this.#lineEnd(at);
      const opened = this.text.indexOf(open, end);
      if (opened !== -1 && opened < closed) {
        depth++;
        end = opened + open.length;
      } else {
        depth--;
        end = closed + close.length;
      }
    }
    this.#pass(end, true);
    return end;
  }

  #lineEnd(at: number): number {
    const end = this.text.indexOf("\n", at);
    return end === -1 ? this.text.length : end;
  }

  /** Behind the next `mark`; `escapes`: skips a mark behind a backslash. */
  #through(mark: string, from: number, escapes = false): number {
    let found = this.text.indexOf(mark, from);
    while (escapes && found !== -1 && this.#isEscaped(found)) found = this.text.indexOf(mark, found + 1);
    const end = found === -1 ? this.text.length : found + mark.length;
    this.#pass(end, true);
    return end;
  }

  #isEscaped(at: number): boolean {
    let before = at;
    while (this.text[before - 1] === "\\") before--;
    return (at - before) % 2 === 1;
  }

  #string(at: number, quote: string): number {
    const { text } = this;
    for (let i = at + 1; i < text.length; i++) {
      const sign = text[i];
      if (sign === "\\") {
        if (text[i + 1] === "\n") this.#pass(i + 2, true);
        i++;
      } else if (sign === quote) return i + 1;
      else if (sign === "\n") return i;
    }
    return text.length;
  }

  #character(at: number): number {
    const { text } = this;
    if (text[at + 1] === "\\") {
      const end = text.indexOf("'", at + (text[at + 2] === "'" ? 3 : 2));
      return end !== -1 && end - at < 14 ? end + 1 : at + 1;
    }
    const end = at + 1 + ((text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1);
    return text[end] === "'" ? end + 1 : at + 1;
  }

  #template(from: number): number {
    const { text } = this;
    let at = from;
    while (at < text.length) {
      const sign = text[at];
      if (sign === "\\") at += 2;
      else if (sign === "`") {
        this.#pass(at, true);
        return at + 1;
      } else if (sign === "$" && text[at + 1] === "{" && this.#templates < MAX_TEMPLATES) {
        this.#pass(at, true);
        this.#templates++;
        at = this.#code(at + 2, true);
        this.#templates--;
      } else at++;
    }
    return at;
  }

  /** Whether a slash begins a regular expression: after an operator, an opening bracket or a keyword. */
  #expectsValue(at: number): boolean {
    let before = at - 1;
    while (before >= 0 && (this.text[before] === " " || this.text[before] === "\t")) before--;
    if (before < 0) return true;
    const sign = this.text[before] ?? "";
    if ("(,=:[!&|?{};+-*%~^<>\n".includes(sign)) return true;
    return /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|do|else|yield|await)$/.test(
      this.text.slice(Math.max(0, before - 11), before + 1),
    );
  }

  #regularExpression(at: number): number {
    const { text } = this;
    let inClass = false;
    for (let i = at + 1; i < text.length; i++) {
      const sign = text[i];
      if (sign === "\n") return at + 1;
      if (sign === "\\") i++;
      else if (sign === "[") inClass = true;
      else if (sign === "]") inClass = false;
      else if (sign === "/" && !inClass) return i + 1;
    }
    return at + 1;
  }
}
