/**
 * Which characters of a source text are code: strings, comments and regular expressions are skipped, so that brackets
 * and line beginnings can be trusted. A light lexer for many languages at once; it recovers at line ends, since a guess
 * that went wrong must not swallow the rest of the file.
 */

export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: boolean;
  /** Quotes of strings that end with their line. */
  readonly quotes: string;
  /** Quotes of strings that go on over lines. */
  readonly longQuotes: readonly string[];
  /** 'x' is a character: a lone apostrophe is something else (lifetimes, digit separators). */
  readonly characters: boolean;
  /** `…${…}…` */
  readonly templates: boolean;
  /** /…/ where a value is expected. */
  readonly regularExpressions: boolean;
}

const C_LIKE: Syntax = {
  lineComments: ["//"],
  blockComments: true,
  quotes: '"',
  longQuotes: [],
  characters: true,
  templates: false,
  regularExpressions: false,
};
const SCRIPT: Syntax = { ...C_LIKE, quotes: "\"'", characters: false, templates: true, regularExpressions: true };
const TEXT_BLOCKS: Syntax = { ...C_LIKE, longQuotes: ['"""'] };
const HASHED: Syntax = { ...C_LIKE, lineComments: ["#"], blockComments: false, quotes: "\"'", characters: false };

const SYNTAXES: readonly (readonly [names: string, syntax: Syntax])[] = [
  ["javascript typescript jsx tsx javascriptreact typescriptreact vue svelte", SCRIPT],
  ["go", { ...C_LIKE, longQuotes: ["`"] }],
  ["java kotlin scala swift groovy csharp", TEXT_BLOCKS],
  ["dart", { ...C_LIKE, quotes: "\"'", characters: false, longQuotes: ['"""', "'''"] }],
  ["php", { ...C_LIKE, lineComments: ["//", "#"], quotes: "\"'", characters: false }],
  ["python cython starlark", { ...HASHED, longQuotes: ['"""', "'''"] }],
  ["ruby crystal elixir julia perl r shell bash sh zsh fish nim makefile yaml toml", HASHED],
  ["lua sql haskell", { ...HASHED, lineComments: ["--"] }],
  ["hcl terraform", { ...HASHED, lineComments: ["#", "//"], blockComments: true }],
];

const BY_LANGUAGE = new Map(
  SYNTAXES.flatMap(([names, syntax]) => names.split(" ").map((name) => [name, syntax] as const)),
);

export function syntaxOf(language: string | null): Syntax {
  return (language === null ? undefined : BY_LANGUAGE.get(language)) ?? C_LIKE;
}

/** A bracket in code with where it is closed (-1: nowhere). UTF-16 offsets. */
export interface Bracket {
  readonly at: number;
  /** One of ( [ { ) ] } ; — the semicolon counts as one, as it ends statements. */
  readonly sign: string;
  /** Of an opening one: index of the closing one in the list; -1 when there is none. */
  close: number;
}

export interface CodeMask {
  readonly brackets: readonly Bracket[];
  /** Whether the line (index from 0) begins inside of a string, a comment, or round or square brackets. */
  readonly inside: (line: number) => boolean;
}

/** Deeper nesting is no source that anybody wrote; each level takes stack. */
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
  #line = 0;
  /** Round and square brackets that are open. */
  #depth = 0;
  /** Templates within templates. */
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
    return { brackets: this.#brackets, inside: (line) => this.#inside[line] === 1 };
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

  /** What was opened in between and is still open was no bracket, or is never closed. */
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

  /** Offset behind what begins at `at` and is no code; `at` itself when code does. */
  #skip(at: number, sign: string): number {
    const { text, syntax } = this;
    if (sign === "/" || sign === "#" || sign === "-") {
      if (syntax.lineComments.some((mark) => text.startsWith(mark, at))) return this.#lineEnd(at);
      if (syntax.blockComments && text.startsWith("/*", at)) return this.#through("*/", at + 2);
    }
    for (const quote of syntax.longQuotes)
      if (text.startsWith(quote, at)) return this.#through(quote, at + quote.length);
    if (sign === "\\") return at + (text[at + 1] === "\n" ? 1 : 2);
    if (syntax.quotes.includes(sign)) return this.#string(at, sign);
    if (sign === "'" && syntax.characters) return this.#character(at);
    if (sign === "`" && syntax.templates) return this.#template(at + 1);
    if (sign === "/" && syntax.regularExpressions && this.#expectsValue(at)) return this.#regularExpression(at);
    return at;
  }

  #lineEnd(at: number): number {
    const end = this.text.indexOf("\n", at);
    return end === -1 ? this.text.length : end;
  }

  #through(mark: string, from: number): number {
    const found = this.text.indexOf(mark, from);
    const end = found === -1 ? this.text.length : found + mark.length;
    this.#pass(end, true);
    return end;
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
