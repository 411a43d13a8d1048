/**
 * Hides preprocessor syntax from the grammars of C and C++: macros in places where the language allows no word (`class API
 * Name`, `int f(void) THROWS;`, a line that is one macro), `extern "C" {` of headers for both languages, and conditional
 * sections that cut through a block. Macros are recognised by their capitals, as people do.
 */
import type { Masked } from "../../types.ts";
import { hideBrokenSections } from "./conditionals.ts";
import { Kind, type Tokens, tokensOf, written } from "./macro-tokens.ts";
import { Scopes } from "./scopes.ts";

const words = (list: string) => new Set(list.split(" "));

const CLASS_KEYS = words("class struct union enum");
/** No type precedes these words, so a word in front of one is a macro. */
const BEGIN_DECLARATION = words(
  "class struct union enum typedef using namespace template extern static inline constexpr consteval constinit virtual explicit friend void bool char short int long float double signed unsigned auto public private protected signals",
);
const NO_DECLARATION = words(
  "return if else for while do switch case goto break continue default throw try catch new delete sizeof operator and or not co_return co_await co_yield",
);
/** A word in capitals behind these words is a type. */
const BEFORE_TYPE = words(
  "static inline extern virtual explicit friend const volatile constexpr register typedef typename mutable return else case goto new delete throw do operator class struct union enum public private protected",
);
const STORAGE = words("extern static inline virtual");
const CONTROL = words("if while for switch catch return sizeof alignof decltype defined");
const AFTER_PARAMETERS = words("const volatile override final noexcept & &&");
/** Words of the language itself that may follow parameters. */
const CLAUSES = words("const volatile override final noexcept requires asm mutable");
/** Words that the grammars know. */
const NATIVE = words(
  "__attribute__ __attribute __declspec __asm__ __asm __extension__ __inline __inline__ __volatile__ __restrict __restrict__ __cdecl __stdcall __fastcall __thiscall __vectorcall __clrcall __try __except __finally __leave __alignof __alignof__ __typeof__ __based __unaligned",
);

/** Tokens examined for one decision: hostile texts have runs of any length. */
const MAX_WALK = 200;

export function maskMacros(text: string): Masked {
  const tokens = tokensOf(text);
  const hidden = new Uint8Array(tokens.count);
  hideLinkage(tokens, hidden);
  hideBrokenSections(tokens, hidden);
  const sections = hidden.slice();
  new Macros(tokens, hidden).hide();
  return { text: blanked(tokens, hidden), macros: runs(tokens, hidden, sections) };
}

/** `extern "C" {` and its brace, each alone in a section for C++. */
function hideLinkage(tokens: Tokens, hidden: Uint8Array): void {
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kinds[index] !== Kind.Directive || !/#\s*if.*__cplusplus/.test(written(tokens, index))) continue;
    const length = written(tokens, index + 1) === "}" ? 1 : written(tokens, index + 3) === "{" ? 3 : 0;
    if (length === 0 || tokens.kinds[index + length + 1] !== Kind.Directive) continue;
    if (length === 3 && written(tokens, index + 1) !== "extern") continue;
    hidden.fill(1, index + 1, index + 1 + length);
  }
}

class Macros {
  private readonly scopes = new Scopes();

  constructor(
    private readonly tokens: Tokens,
    private readonly hidden: Uint8Array,
  ) {}

  hide(): void {
    const { count, kinds } = this.tokens;
    for (let index = 0; index < count; index++) {
      if (this.hidden[index] === 1) continue;
      const word = kinds[index] === Kind.Directive || kinds[index] === Kind.Literal ? "" : this.word(index);
      if (kinds[index] === Kind.Word) {
        if (CLASS_KEYS.has(word)) this.behindClassKey(index);
        else if (this.isMacro(index)) this.macro(index);
      } else if (word === ")") {
        this.behindParameters(index);
      }
      if (word !== "" && this.hidden[index] !== 1) this.scopes.pass(word);
    }
  }

  private word(index: number): string {
    return written(this.tokens, index);
  }

  private isWord(index: number): boolean {
    return this.tokens.kinds[index] === Kind.Word;
  }

  /** A name reserved for the compiler that the grammars do not know. */
  private isReserved(index: number): boolean {
    return this.isWord(index) && this.word(index).startsWith("__") && !NATIVE.has(this.word(index));
  }

  private isMacro(index: number): boolean {
    return this.isWord(index) && /^(?=.*[A-Z])[A-Z_][A-Z0-9_]{2,}$/.test(this.word(index));
  }

  /** Index behind the parentheses that open at `index`, or `index`. */
  private behindArguments(index: number): number {
    if (this.word(index) !== "(") return index;
    const close = this.tokens.partners[index] ?? -1;
    return close < 0 ? index : close + 1;
  }

  private hideFrom(from: number, to: number): void {
    this.hidden.fill(1, from, to);
  }

  /** `class API Name {`, `struct ALIGNED(8) Name :`, `struct Name FINAL {`. */
  private behindClassKey(key: number): void {
    let at = key + 1;
    if (this.word(key) === "enum" && CLASS_KEYS.has(this.word(at))) at++;
    while (this.isMacro(at) || this.isReserved(at)) {
      const next = this.behindArguments(at + 1);
      if (!this.isWord(next) || this.word(next) === "final") break;
      const after = this.word(next + 1);
      if (!(after === "{" || after === ":" || after === "<" || after === "::" || this.isWord(next + 1))) break;
      this.hideFrom(at, next);
      at = next;
    }
    const last = this.behindArguments(at + 2);
    if (this.isWord(at) && this.isMacro(at + 1) && (this.word(last) === "{" || this.word(last) === ":"))
      this.hideFrom(at + 1, last);
  }

  /** A macro in front of a declaration, between a type and a name, or alone. */
  private macro(index: number): void {
    const before = this.previous(index);
    if (before === "." || before === "->" || before === "::") return;
    const starts =
      before === "" || before === ";" || before === "}" || before === "{" || before === ":" || before === ">";
    const next = this.behindArguments(index + 1);
    if (next > index + 1 && !starts && !STORAGE.has(before)) return;
    // `UNUSED(static int f(void)) {` declares its argument.
    if (this.word(next) === "{" && next > index + 3 && BEGIN_DECLARATION.has(this.word(index + 2))) {
      this.hideFrom(index, index + 2);
      this.hideFrom(next - 1, next);
      return;
    }
    // Between declarations a macro call generates code from its arguments. A constructor has its class's name.
    const isMade =
      next > index + 1 && starts && before !== ">" && this.scopes.isOutside && this.word(index) !== this.scopes.name;
    if (isMade && (this.word(next) === ";" || (this.isMacro(next) && this.isOnNextLine(next)))) {
      // A semicolon alone is no member in C.
      this.hideFrom(index, this.word(next) === ";" ? next + 1 : next);
      return;
    }
    if (!this.isWord(next)) {
      if (this.word(next) === "~" && starts) this.hideFrom(index, next);
      const ends = this.tokens.kinds[next] === Kind.Directive || next >= this.tokens.count || this.word(next) === "}";
      if (ends && (before === "" || before === ";" || before === "}")) this.hideFrom(index, next);
      return;
    }
    const word = this.word(next);
    if (NO_DECLARATION.has(word)) return;
    // `extern API(int) f(void);`: the argument is the type.
    if (
      next > index + 1 &&
      this.word(next + 1) === "(" &&
      (STORAGE.has(before) || this.holdsType(index + 2, next - 1))
    ) {
      this.hideFrom(index, index + 2);
      this.hideFrom(next - 1, next);
      return;
    }
    const after = this.word(next + 1);
    if (BEGIN_DECLARATION.has(word)) {
      this.hideFrom(index, next);
    } else if ((this.isWord(next + 1) && after !== "operator") || after === "*" || after === "&" || after === "&&") {
      this.hideFrom(index, next);
    } else if (after === "(" && next === index + 1 && this.isType(index)) {
      this.hideFrom(index, next);
    }
  }

  private isOnNextLine(index: number): boolean {
    const { text, starts, ends } = this.tokens;
    return text.slice(ends[index - 1] ?? 0, starts[index] ?? 0).includes("\n");
  }

  /** Whether the tokens look like the words of a type, without other tokens. */
  private holdsType(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (!this.isWord(at) && this.word(at) !== "*") return false;
    return (
      this.word(to - 1) === "*" ||
      to - from > 1 ||
      /_t$|^(?:void|bool|char|int|long|short|float|double)$/.test(this.word(from))
    );
  }

  /** Whether a type stands before the macro: `int API f(`. */
  private isType(index: number): boolean {
    const at = this.kept(index);
    if (this.isWord(at)) return !BEFORE_TYPE.has(this.word(at)) && !this.isMacro(at);
    return this.word(at) === "*" || this.word(at) === "&";
  }

  /** The last visible token before `index`; "" at the start and behind a directive. */
  private previous(index: number): string {
    const at = this.kept(index);
    return at < 0 || this.tokens.kinds[at] === Kind.Directive ? "" : this.word(at);
  }

  /** Index of the last visible token before `index`, within MAX_WALK. */
  private kept(index: number): number {
    const end = Math.max(-1, index - 1 - MAX_WALK);
    let at = index - 1;
    while (at > end && this.hidden[at] === 1) at--;
    return at;
  }

  /** Whether parameters have types: old-style name lists have none, and declarations may follow such a list. */
  private areTyped(from: number, to: number): boolean {
    if (to - from === 1) return this.word(from) === "void";
    const end = Math.min(to, from + MAX_WALK);
    for (let at = from; at + 1 < end; at++)
      if (this.isWord(at) && (this.isWord(at + 1) || this.word(at + 1) === "*")) return true;
    return false;
  }

  /** A word that is no keyword: between typed parameters and the end of a declaration only a macro can stand. */
  private isPlain(index: number): boolean {
    const word = this.word(index);
    return (
      this.isWord(index) &&
      !BEGIN_DECLARATION.has(word) &&
      !NO_DECLARATION.has(word) &&
      !NATIVE.has(word) &&
      !CLAUSES.has(word)
    );
  }

  /** `f(void) THROWS NONNULL(1);` */
  private behindParameters(close: number): void {
    const open = this.tokens.partners[close] ?? -1;
    if (open <= 0 || !this.isWord(open - 1) || CONTROL.has(this.word(open - 1)) || this.isMacro(open - 1)) return;
    let at = close + 1;
    while (AFTER_PARAMETERS.has(this.word(at))) at = this.behindArguments(at + 1);
    const from = at;
    // Without a type in front, the name itself may be a macro with a declaration: `API(void *) f(void);`.
    const typed = this.isType(open - 1) && this.areTyped(open + 1, close);
    while (this.isMacro(at) || this.isReserved(at) || (typed && this.isPlain(at))) at = this.behindArguments(at + 1);
    if (at === from) return;
    const next = this.word(at);
    if (
      next === ";" ||
      next === "{" ||
      next === "=" ||
      next === ":" ||
      next === "->" ||
      NATIVE.has(next) ||
      AFTER_PARAMETERS.has(next)
    ) {
      this.hideFrom(from, at);
    }
  }
}

function blanked({ text, count, starts, ends }: Tokens, hidden: Uint8Array): string {
  let out = "";
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (hidden[index] !== 1) continue;
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, " ");
    at = end;
  }
  return at === 0 ? text : out + text.slice(at);
}

/** Runs of tokens that are hidden now and were visible before. */
function runs(
  { count, starts, ends }: Tokens,
  hidden: Uint8Array,
  before: Uint8Array,
): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let index = 0; index < count; index++) {
    if (hidden[index] !== 1 || before[index] === 1) continue;
    const start = starts[index] ?? 0;
    while (hidden[index + 1] === 1 && before[index + 1] !== 1) index++;
    found.push({ start, end: ends[index] ?? start });
  }
  return found;
}
