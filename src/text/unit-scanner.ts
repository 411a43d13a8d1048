/**
 * Finds the units of a folded text. A part ends where case changes (`parseHTTPHeader`: parse, HTTP, Header; but `IDs`,
 * `URLs` stay whole), between a digit and a capitalised word (`utf8Decoder`), and after the v of a version (`v1.0`: v, 1, 0).
 * Parts joined by nothing, by underscores, by one hyphen, by a dot before a digit, or digits joined to digits by one of `:/,`
 * make an identifier.
 * `src/kernels/tokens.kernel.ts` holds the same rules; a property test compares them.
 */
import {
  CLASS_MASK,
  DIGIT,
  DOT,
  IDEOGRAPH,
  JOINER,
  LOWER,
  PICTOGRAPH,
  SEPARATOR,
  SYLLABLE,
  UNDERSCORE,
  UPPER,
  WIDE,
} from "./char-class.ts";

export const WORD_UNIT = 0;
/** One character of a script without spaces; its token is the bigram with its follower. */
export const CHARACTER_UNIT = 1;
export const EMOJI_UNIT = 2;

/** A unit's flags: its kind, and whether the unit continues the run of the unit before. */
export const KIND = 3;
export const GLUED = 4;

/** `classes` are those of the text (`classesOf`). */
export class UnitScanner {
  count = 0;
  starts = new Uint32Array(64);
  ends = new Uint32Array(64);
  flags = new Uint8Array(64);
  readonly spans: { readonly first: number; readonly last: number }[] = [];

  constructor(
    private readonly text: string,
    private readonly classes: Uint8Array,
  ) {}

  scan(): void {
    const { length } = this.text;
    const { classes } = this;
    for (let at = 0; at < length; ) {
      const found = classes[at] ?? SEPARATOR;
      const kind = found & CLASS_MASK;
      if (kind === SEPARATOR) at++;
      else if (isAlphanumeric(kind)) at = this.identifier(at);
      else if (kind === IDEOGRAPH || kind === SYLLABLE) at = this.run(at);
      else {
        const end = at + ((found & WIDE) === 0 ? 1 : 2);
        if (kind === PICTOGRAPH) this.push(EMOJI_UNIT, at, end);
        at = end;
      }
    }
  }

  private kindAt(at: number): number {
    return (this.classes[at] ?? SEPARATOR) & CLASS_MASK;
  }

  private widthAt(at: number): number {
    return ((this.classes[at] ?? SEPARATOR) & WIDE) === 0 ? 1 : 2;
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

  /** Reads alphanumeric ranges with their connectors from `from` on; returns the end. */
  private identifier(from: number): number {
    const { classes } = this;
    const first = this.count;
    let at = from;
    for (;;) {
      // One alphanumeric range, cut into parts.
      const begin = at;
      let start = begin;
      let before = SEPARATOR;
      let found = classes[at] ?? SEPARATOR;
      let kind = found & CLASS_MASK;
      for (;;) {
        if (before !== SEPARATOR && (kind !== before || kind === UPPER) && this.isBorder(begin, at, before, kind)) {
          this.push(WORD_UNIT, start, at);
          start = at;
        }
        before = kind;
        at += (found & WIDE) === 0 ? 1 : 2;
        found = classes[at] ?? SEPARATOR;
        kind = found & CLASS_MASK;
        if (kind < LOWER || kind > DIGIT) break;
      }
      this.push(WORD_UNIT, start, at);
      const next = kind < UNDERSCORE || kind > JOINER ? -1 : this.afterConnector(at, before);
      if (next === -1) break;
      at = next;
    }
    const last = this.count - 1;
    if (last > first) this.spans.push({ first, last });
    return at;
  }

  /** Whether a part of the range from `begin` on ends between the characters `before` and `at`. */
  private isBorder(begin: number, at: number, before: number, kind: number): boolean {
    if (kind === UPPER) {
      if (before === LOWER) return true;
      const next = at + this.widthAt(at);
      if (this.kindAt(next) !== LOWER) return false;
      // The plural of an acronym: IDs, URLs.
      return !(this.text[next] === "s" && this.kindAt(next + 1) !== LOWER);
    }
    if (kind !== DIGIT || at !== begin + 1) return false;
    return this.text[begin] === "v" || this.text[begin] === "V";
  }

  /** Start of the next part behind the connector at `at`, -1 at the identifier's end; `before`: the class before it. */
  private afterConnector(at: number, before: number): number {
    const kind = this.kindAt(at);
    let next = at;
    if (kind === UNDERSCORE) {
      while (this.kindAt(next) === UNDERSCORE) next++;
    } else next++;
    const follower = this.kindAt(next);
    if (kind === JOINER && before !== DIGIT) return -1;
    if (kind === DOT || kind === JOINER) return follower === DIGIT ? next : -1;
    return isAlphanumeric(follower) ? next : -1;
  }

  /** Reads a run of characters without spaces; returns its end. One line break between ideographs is layout, not a border. */
  private run(from: number): number {
    const { classes } = this;
    let { starts, ends, flags, count } = this;
    let at = from;
    let glued = CHARACTER_UNIT;
    for (;;) {
      const found = classes[at] ?? SEPARATOR;
      const kind = found & CLASS_MASK;
      if (kind !== IDEOGRAPH && kind !== SYLLABLE) break;
      const end = at + ((found & WIDE) === 0 ? 1 : 2);
      if (count === flags.length) {
        this.grow();
        ({ starts, ends, flags } = this);
      }
      starts[count] = at;
      ends[count] = end;
      flags[count] = glued;
      count++;
      glued = CHARACTER_UNIT | GLUED;
      at = end;
      if (kind === IDEOGRAPH && classes[end] === SEPARATOR) at = this.afterLineBreak(end);
    }
    this.count = count;
    return at;
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
