/**
 * Finds the units of a folded text. A part ends where the case says so (`parseHTTPHeader`: parse, HTTP, Header; but `IDs`,
 * `URLs` stay whole), between a digit and a capitalised word (`utf8Decoder`), and after the v of a version (`v1.0`: v, 1, 0).
 * Parts joined by nothing, by underscores, by one hyphen, or by a dot before a digit make an identifier.
 * `src/kernels/tokens.kernel.ts` holds the same rules; a property test compares them.
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

export const WORD_UNIT = 0;
/** One character of a script without spaces; its token is the bigram with its follower. */
export const CHARACTER_UNIT = 1;
export const EMOJI_UNIT = 2;

/** A unit's flags: its kind, and whether it follows the one before in the same run. */
export const KIND = 3;
export const GLUED = 4;

export class UnitScanner {
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
