/**
 * Text as units: word parts, single characters of scripts without spaces, emoji. Tokens, query patterns and highlights are all
 * made from units, so index, query and display agree about words.
 */
import { CLASS_MASK, classesOf, DIGIT, SEPARATOR, UPPER, WIDE } from "./char-class.ts";
import { fold, lowerCase } from "./fold.ts";
import { GLUED, KIND, UnitScanner, WORD_UNIT } from "./unit-scanner.ts";
import { separatorMark, valuesIn } from "./values.ts";

export { CHARACTER_UNIT, KIND, WORD_UNIT } from "./unit-scanner.ts";

/** Units of one text, by number in text order. Words are folded only on request: most units of most texts never are. */
export class Units {
  /** Folded, case kept. */
  readonly folded: string;
  readonly #classes: Uint8Array;
  /** Offset of each unit in the folded text; longer than the number of units. */
  readonly starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #sourceStarts: Uint32Array | null;
  readonly #sourceEnds: Uint32Array | null;
  /** Flags of each unit, read by `kind` and `isGlued`. */
  readonly flags: Uint8Array;
  readonly #exact: (string | undefined)[] = [];
  readonly identifiers: readonly Identifier[];
  readonly count: number;

  constructor(source: string) {
    const own = classesOf(source);
    // Text that needs no folding (ASCII, most Chinese) stays unchanged, without maps.
    const { text, starts, ends } = own.isStable ? { text: source, starts: null, ends: null } : fold(source);
    const { classes } = own.isStable ? own : classesOf(text);
    if (starts !== null) joinCapitals(classes, starts);
    const found = new UnitScanner(text, classes);
    found.scan();
    this.folded = text;
    this.#classes = classes;
    this.#sourceStarts = starts;
    this.#sourceEnds = ends;
    this.starts = found.starts;
    this.#ends = found.ends;
    this.flags = found.flags;
    this.count = found.count;
    this.identifiers =
      found.spans.length === 0 ? NONE : found.spans.map(({ first, last }) => new Identifier(this, first, last));
  }

  /** WORD_UNIT, CHARACTER_UNIT or EMOJI_UNIT. */
  kind(at: number): number {
    return (this.flags[at] ?? 0) & KIND;
  }

  /** True where a character unit follows the one before it in the same run. */
  isGlued(at: number): boolean {
    return at < this.count && ((this.flags[at] ?? 0) & GLUED) !== 0;
  }

  /** Folded: a word part in lower case, a character, an emoji. "" after the last unit. */
  exact(at: number): string {
    const known = this.#exact[at];
    if (known !== undefined) return known;
    if (at >= this.count) return "";
    const slice = this.folded.slice(this.starts[at], this.#ends[at]);
    const exact = this.kind(at) === WORD_UNIT ? lowerCase(slice) : slice;
    this.#exact[at] = exact;
    return exact;
  }

  /** Separator in a whole between the units `at - 1` and `at`: a mark where a sign joins digits, else "". */
  mark(at: number): string {
    const end = this.#ends[at - 1] ?? 0;
    const start = this.starts[at] ?? 0;
    if (at >= this.count || end === start || !this.#isDigit(end - 1) || !this.#isDigit(start)) return "";
    return separatorMark(this.folded.slice(end, start));
  }

  #isDigit(at: number): boolean {
    return ((this.#classes[at] ?? SEPARATOR) & CLASS_MASK) === DIGIT;
  }

  /** UTF-16 offsets into the source. */
  start(at: number): number {
    const start = this.starts[at] ?? 0;
    return this.#sourceStarts === null ? start : (this.#sourceStarts[start] ?? start);
  }

  end(at: number): number {
    const end = this.#ends[at] ?? 0;
    return this.#sourceEnds === null ? end : (this.#sourceEnds[end - 1] ?? end);
  }
}

const NONE: readonly Identifier[] = [];

/** Two or more parts written as one name: units `first` to `last`, inclusive. */
export class Identifier {
  #whole: string | undefined;
  constructor(
    private readonly units: Units,
    readonly first: number,
    readonly last: number,
  ) {}

  /** The folded parts without their separators; between digits a mark keeps the separator, so 1.0.21 differs from 1021. */
  get whole(): string {
    if (this.#whole === undefined) {
      let whole = this.units.exact(this.first);
      for (let at = this.first + 1; at <= this.last; at++) whole += this.units.mark(at) + this.units.exact(at);
      this.#whole = whole;
    }
    return this.#whole;
  }

  /** Values within, unless the identifier is one value. */
  get values(): readonly string[] {
    const { whole } = this;
    return valuesIn(whole).filter((value) => value !== whole);
  }
}

/** Two capitals from one folded character (Æ, Œ, Ĳ) count as one: no part of a name ends between them. */
function joinCapitals(classes: Uint8Array, starts: Uint32Array): void {
  for (let at = 0; at + 1 < starts.length; at++) {
    const isPair = starts[at] === starts[at + 1] && starts[at + 1] !== starts[at + 2] && starts[at - 1] !== starts[at];
    if (!isPair || classes[at] !== UPPER || classes[at + 1] !== UPPER) continue;
    classes[at] = UPPER | WIDE;
    classes[at + 1] = SEPARATOR;
  }
}

export function scanUnits(source: string): Units {
  return new Units(source);
}
