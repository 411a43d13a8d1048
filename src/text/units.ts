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

/** Units of one text, by number in text order. Words are folded only when asked for: most units of most texts never are. */
export class Units {
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #sourceStarts: Uint32Array | null;
  readonly #sourceEnds: Uint32Array | null;
  readonly #flags: Uint8Array;
  readonly #exact: (string | undefined)[] = [];
  readonly identifiers: readonly Identifier[];
  readonly count: number;

  constructor(source: string) {
    const folded = fold(source);
    const found = new UnitScanner(folded.text);
    found.scan();
    this.#text = folded.text;
    this.#sourceStarts = folded.starts;
    this.#sourceEnds = folded.ends;
    this.#starts = found.starts;
    this.#ends = found.ends;
    this.#flags = found.flags;
    this.count = found.count;
    this.identifiers = found.spans.map(({ first, last }) => new Identifier(this, first, last));
  }

  /** WORD_UNIT, CHARACTER_UNIT or EMOJI_UNIT. */
  kind(at: number): number {
    return (this.#flags[at] ?? 0) & KIND;
  }

  /** True where a character unit follows the one before it in the same run. */
  isGlued(at: number): boolean {
    return at < this.count && ((this.#flags[at] ?? 0) & GLUED) !== 0;
  }

  /** Folded: a word part in lower case, a character, an emoji. "" beyond the last. */
  exact(at: number): string {
    const known = this.#exact[at];
    if (known !== undefined) return known;
    if (at >= this.count) return "";
    const slice = this.#text.slice(this.#starts[at], this.#ends[at]);
    const exact = this.kind(at) === WORD_UNIT ? lowerCase(slice) : slice;
    this.#exact[at] = exact;
    return exact;
  }

  /** First code unit of `exact(at)` where that is ASCII, else 0: tells most units apart without making a string. */
  initial(at: number): number {
    const unit = this.#text.charCodeAt(this.#starts[at] ?? 0);
    if (unit >= 0x80) return 0;
    return unit >= 65 && unit <= 90 ? unit | 32 : unit;
  }

  /** UTF-16 offsets into the source. */
  start(at: number): number {
    const start = this.#starts[at] ?? 0;
    return this.#sourceStarts === null ? start : (this.#sourceStarts[start] ?? start);
  }

  end(at: number): number {
    const end = this.#ends[at] ?? 0;
    return this.#sourceEnds === null ? end : (this.#sourceEnds[end - 1] ?? end);
  }
}

/** Two or more parts that were written as one name: units `first` to `last`, inclusive. */
export class Identifier {
  #whole: string | undefined;
  constructor(
    private readonly units: Units,
    readonly first: number,
    readonly last: number,
  ) {}

  /** The parts without what separated them, folded. */
  get whole(): string {
    if (this.#whole === undefined) {
      let whole = "";
      for (let at = this.first; at <= this.last; at++) whole += this.units.exact(at);
      this.#whole = whole;
    }
    return this.#whole;
  }
}

export function unitsOf(source: string): Units {
  return new Units(source);
}

const KIND = 3;
const GLUED = 4;

class UnitScanner {
  count = 0;
  starts = new Uint32Array(64);
  ends = new Uint32Array(64);
  flags = new Uint8Array(64);
  readonly spans: { readonly first: number; readonly last: number }[] = [];
  private at = 0;

  constructor(private readonly text: string) {}

  scan(): void {
    const { length } = this.text;
    while (this.at < length) {
      const kind = this.kindAt(this.at);
      if (kind === SEPARATOR) this.at++;
      else if (isAlphanumeric(kind)) this.identifier();
      else if (kind === IDEOGRAPH || kind === SYLLABLE) this.run();
      else {
        const end = this.at + this.widthAt(this.at);
        if (kind === PICTOGRAPH) this.push(EMOJI_UNIT, this.at, end);
        this.at = end;
      }
    }
  }

  private kindAt(at: number): number {
    const unit = this.text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdfff) return classOf(unit) & CLASS_MASK;
    // Beyond the end charCodeAt is NaN.
    return at >= this.text.length ? SEPARATOR : classOf(this.text.codePointAt(at) ?? 0) & CLASS_MASK;
  }

  private widthAt(at: number): number {
    const unit = this.text.charCodeAt(at);
    return unit >= 0xd800 && unit < 0xdc00 && (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  private push(flags: number, start: number, end: number): void {
    const { count } = this;
    if (count === this.flags.length) this.grow();
    this.starts[count] = start;
    this.ends[count] = end;
    this.flags[count] = flags;
    this.count = count + 1;
  }

  private grow(): void {
    const { starts, ends, flags } = this;
    const size = flags.length * 4;
    this.starts = new Uint32Array(size);
    this.ends = new Uint32Array(size);
    this.flags = new Uint8Array(size);
    this.starts.set(starts);
    this.ends.set(ends);
    this.flags.set(flags);
  }

  /** Alphanumeric stretches with their connectors. */
  private identifier(): void {
    const first = this.count;
    for (;;) {
      this.parts();
      const next = this.afterConnector();
      if (next === -1) break;
      this.at = next;
    }
    const last = this.count - 1;
    if (last > first) this.spans.push({ first, last });
  }

  /** One alphanumeric stretch, cut into parts. */
  private parts(): void {
    const begin = this.at;
    let start = begin;
    let before = SEPARATOR;
    let kind = this.kindAt(begin);
    for (;;) {
      if (before !== SEPARATOR && (kind !== before || kind === UPPER) && this.isBorder(begin, before, kind)) {
        this.push(WORD_UNIT, start, this.at);
        start = this.at;
      }
      before = kind;
      this.at += this.widthAt(this.at);
      kind = this.kindAt(this.at);
      if (!isAlphanumeric(kind)) break;
    }
    this.push(WORD_UNIT, start, this.at);
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
    let flags = CHARACTER_UNIT;
    for (;;) {
      const kind = this.kindAt(this.at);
      if (kind !== IDEOGRAPH && kind !== SYLLABLE) return;
      const end = this.at + this.widthAt(this.at);
      this.push(flags, this.at, end);
      flags = CHARACTER_UNIT | GLUED;
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
