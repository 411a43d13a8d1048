/** Source text in which strings and comments are blanks, so that patterns see code alone. Offsets and lines stay. */
import { type Syntax, syntaxOf } from "../code-mask.ts";

/** Characters behind which a slash begins a regular expression, not a division. */
const BEFORE_VALUE = "(,=:[!&|?{};+-*%~^<>\n";

/** The quotes of a string stay, what is between them is blank; comments and regular expressions go wholly. */
export function blankText(text: string, language: string): string {
  return new Blanker(text, syntaxOf(language)).run();
}

class Blanker {
  readonly #parts: string[] = [];
  #kept = 0;

  constructor(
    private readonly text: string,
    private readonly syntax: Syntax,
  ) {}

  run(): string {
    const { text } = this;
    for (let at = 0; at < text.length; ) {
      const end = this.#skip(at);
      at = end > at ? end : at + 1;
    }
    this.#parts.push(text.slice(this.#kept));
    return this.#parts.join("");
  }

  /** Where that ends which begins at `at` and is no code; `at` itself where code does. */
  #skip(at: number): number {
    const { text, syntax } = this;
    const sign = text[at] ?? "";
    if (sign > "`" || (sign >= "A" && sign <= "Z")) return at;
    if (syntax.lineComments.some((mark) => text.startsWith(mark, at))) return this.#blank(at, this.#lineEnd(at));
    if (syntax.blockComments && text.startsWith("/*", at)) return this.#blank(at, this.#behind("*/", at + 2));
    for (const quote of syntax.longQuotes) {
      if (text.startsWith(quote, at)) return this.#string(at, this.#longEnd(quote, at + quote.length), quote.length);
    }
    if (sign === "\\") return at + 2;
    if (syntax.quotes.includes(sign)) return this.#string(at, this.#shortEnd(at + 1, sign), 1);
    if (sign === "'" && syntax.characters) return this.#character(at);
    if (sign === "`" && syntax.templates) return this.#string(at, this.#longEnd("`", at + 1), 1);
    if (sign === "/" && syntax.regularExpressions && this.#expectsValue(at)) {
      return this.#blank(at, this.#shortEnd(at + 1, "/"));
    }
    return at;
  }

  #expectsValue(at: number): boolean {
    const before = this.text.slice(Math.max(0, at - 40), at).trimEnd();
    return (
      before === "" || BEFORE_VALUE.includes(before.at(-1) ?? "\n") || /\b(?:return|typeof|case|in|of)$/.test(before)
    );
  }

  #character(at: number): number {
    const found = /^'(?:\\[^\n]{1,10}?|[^'\\\n]{1,2})'/.exec(this.text.slice(at, at + 16));
    return found === null ? at : this.#string(at, at + found[0].length, 1);
  }

  #string(at: number, end: number, quote: number): number {
    this.#blank(at + quote, Math.max(at + quote, end - quote));
    return end;
  }

  #blank(from: number, to: number): number {
    this.#parts.push(this.text.slice(this.#kept, from), this.text.slice(from, to).replace(/[^\n]/g, " "));
    this.#kept = to;
    return to;
  }

  #lineEnd(at: number): number {
    const end = this.text.indexOf("\n", at);
    return end === -1 ? this.text.length : end;
  }

  #behind(mark: string, from: number): number {
    const found = this.text.indexOf(mark, from);
    return found === -1 ? this.text.length : found + mark.length;
  }

  #longEnd(quote: string, from: number): number {
    const { text } = this;
    const escapes = !(quote === "`" && !this.syntax.templates);
    for (let at = from; at < text.length; at++) {
      if (text[at] === "\\" && escapes) at++;
      else if (text.startsWith(quote, at)) return at + quote.length;
    }
    return text.length;
  }

  /** A string that is not closed ends with its line. */
  #shortEnd(from: number, quote: string): number {
    const { text } = this;
    for (let at = from; at < text.length; at++) {
      const sign = text[at];
      if (sign === "\\") at++;
      else if (sign === quote) return at + 1;
      else if (sign === "\n") return at;
    }
    return text.length;
  }
}
