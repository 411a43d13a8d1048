/**
 * Cuts text into units: word parts, single ideographs, emoji. Tokens, query patterns and highlights are all made from
 * these, so index, query and display cannot disagree about where a word is.
 *
 * A part ends where the case says so (`parseHTTPHeader`: parse, HTTP, Header; but `IDs`, `URLs` stay whole), between a
 * digit and a capitalised word (`utf8Decoder`), and after the v of a version (`v1.0`: v, 1, 0). Parts joined by
 * nothing, by underscores, by one hyphen, or by a dot before a digit make an identifier.
 */
import {
  CLASS_MASK,
  classOf,
  DIGIT,
  DOT,
  HYPHEN,
  IDEOGRAPH,
  LOWER,
  PICTOGRAPH,
  SEPARATOR,
  SYLLABLE,
  UNDERSCORE,
  UPPER,
} from "./char-class.ts";
import { fold, lowerCase } from "./fold.ts";

export const WORD_UNIT = 0;
/** One character of a script without spaces; its token is the bigram with its follower. */
export const CHARACTER_UNIT = 1;
export const EMOJI_UNIT = 2;

/** Parallel arrays, one entry a unit in text order. */
export interface Units {
  readonly count: number;
  /** Folded: a word part, a character, an emoji. */
  readonly exact: readonly string[];
  readonly kinds: readonly number[];
  /** UTF-16 offsets into the source. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** True where a character unit follows the one before it in the same run. */
  readonly glued: readonly boolean[];
  readonly identifiers: readonly Identifier[];
}

/** Two or more parts that were written as one name. */
export interface Identifier {
  /** Units `first` to `last`, inclusive. */
  readonly first: number;
  readonly last: number;
  /** The parts without what separated them, folded. */
  readonly whole: string;
}

export function unitsOf(source: string): Units {
  const folded = fold(source);
  return new UnitScanner(folded.text, folded.starts, folded.ends).scan();
}

class UnitScanner {
  private readonly exact: string[] = [];
  private readonly kinds: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly glued: boolean[] = [];
  private readonly identifiers: Identifier[] = [];
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly sourceStarts: Uint32Array | null,
    private readonly sourceEnds: Uint32Array | null,
  ) {}

  scan(): Units {
    while (this.at < this.text.length) {
      const kind = this.kindAt(this.at);
      if (isAlphanumeric(kind)) this.identifier();
      else if (kind === IDEOGRAPH || kind === SYLLABLE) this.run();
      else {
        const end = this.at + this.widthAt(this.at);
        if (kind === PICTOGRAPH) this.push(EMOJI_UNIT, this.at, end, false);
        this.at = end;
      }
    }
    const { exact, kinds, starts, ends, glued, identifiers } = this;
    return { count: exact.length, exact, kinds, starts, ends, glued, identifiers };
  }

  private kindAt(at: number): number {
    if (at >= this.text.length) return SEPARATOR;
    return classOf(this.text.codePointAt(at) ?? 0) & CLASS_MASK;
  }

  private widthAt(at: number): number {
    return (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  private push(kind: number, start: number, end: number, glued: boolean): void {
    this.exact.push(kind === WORD_UNIT ? lowerCase(this.text.slice(start, end)) : this.text.slice(start, end));
    this.kinds.push(kind);
    this.starts.push(this.sourceStarts?.[start] ?? start);
    this.ends.push(this.sourceEnds?.[end - 1] ?? end);
    this.glued.push(glued);
  }

  /** Alphanumeric stretches with their connectors. */
  private identifier(): void {
    const first = this.exact.length;
    for (;;) {
      this.parts();
      const next = this.afterConnector();
      if (next === -1) break;
      this.at = next;
    }
    const last = this.exact.length - 1;
    if (last > first) this.identifiers.push({ first, last, whole: this.exact.slice(first, last + 1).join("") });
  }

  /** One alphanumeric stretch, cut into parts. */
  private parts(): void {
    const begin = this.at;
    let start = begin;
    let before = SEPARATOR;
    let kind = this.kindAt(begin);
    for (;;) {
      const width = this.widthAt(this.at);
      const after = this.at + width;
      if (before !== SEPARATOR && this.isBorder(begin, before, kind)) {
        this.push(WORD_UNIT, start, this.at, false);
        start = this.at;
      }
      before = kind;
      this.at = after;
      kind = this.kindAt(after);
      if (!isAlphanumeric(kind)) break;
    }
    this.push(WORD_UNIT, start, this.at, false);
  }

  /** Whether a part ends between the character before `this.at` and the one at it. */
  private isBorder(begin: number, before: number, kind: number): boolean {
    if (kind === UPPER) {
      if (before === LOWER) return true;
      const next = this.at + this.widthAt(this.at);
      if (this.kindAt(next) !== LOWER) return false;
      // The plural of an acronym: IDs, URLs.
      return !(this.text[next] === "s" && this.kindAt(next + 1) !== LOWER);
    }
    if (kind !== DIGIT || this.at !== begin + 1) return false;
    return this.text[begin] === "v" || this.text[begin] === "V";
  }

  /** Where the next part of the identifier begins, -1 when it ends here. */
  private afterConnector(): number {
    const kind = this.kindAt(this.at);
    let next = this.at;
    if (kind === UNDERSCORE) {
      while (this.kindAt(next) === UNDERSCORE) next++;
    } else if (kind === HYPHEN || kind === DOT) next++;
    else return -1;
    const follower = this.kindAt(next);
    if (kind === DOT) return follower === DIGIT ? next : -1;
    return isAlphanumeric(follower) ? next : -1;
  }

  /** A run of characters without spaces. One line break between ideographs is layout, not a border. */
  private run(): void {
    let glued = false;
    for (;;) {
      const kind = this.kindAt(this.at);
      if (kind !== IDEOGRAPH && kind !== SYLLABLE) return;
      const end = this.at + this.widthAt(this.at);
      this.push(CHARACTER_UNIT, this.at, end, glued);
      glued = true;
      this.at = end;
      if (kind === IDEOGRAPH) this.at = this.afterLineBreak(end);
    }
  }

  private afterLineBreak(end: number): number {
    let at = skipBlanks(this.text, end);
    if (this.text.charCodeAt(at) !== 10) return end;
    at = skipBlanks(this.text, at + 1);
    return this.kindAt(at) === IDEOGRAPH ? at : end;
  }
}

function isAlphanumeric(kind: number): boolean {
  return kind >= LOWER && kind <= DIGIT;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 32 && unit !== 9 && unit !== 0x3000) return at;
    at++;
  }
}
