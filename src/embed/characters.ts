/**
 * What the model's tokenizer makes of single characters: BERT's normaliser and word borders, as the Python reference has
 * them. Its Unicode tables are partly of 2016, so no property of the engine's regular expressions agrees with it on all of
 * 1.1 million characters; the tables here do (a test compares them by checksum). bench/quality/encoder/characters.py made them.
 */
import tables from "./characters.json" with { type: "json" };

export const REMOVED = 0;
export const BLANK = 1;
/** Part of a word. */
export const LETTER = 2;
/** A word by itself: punctuation and ideographs. */
export const ALONE = 3;

export interface Character {
  readonly kind: typeof REMOVED | typeof BLANK | typeof LETTER | typeof ALONE;
  /** What stands for it: lower case, without accents. "" where it is removed; letters of Hangul become several. */
  readonly form: string;
}

/** Decompositions that the reference does not know: younger than its tables. */
const KEPT_WHOLE: ReadonlySet<number> = new Set([
  0x105c9, 0x105e4, 0x11383, 0x11385, 0x1138e, 0x11391, 0x113c5, 0x113c7, 0x113c8, 0x11938, 0x16121, 0x16122, 0x16123,
  0x16124, 0x16125, 0x16126, 0x16127, 0x16128, 0x16d68, 0x16d69, 0x16d6a,
]);

interface Sets {
  readonly removed: Ranges;
  readonly blank: Ranges;
  readonly alone: Ranges;
  readonly apart: Ranges;
}

let sets: Sets | null = null;
const known = new Map<number, Character>();

/** `code` is a code point; half a surrogate pair counts as removed, as the replacement character it would become. */
export function characterOf(code: number): Character {
  const found = known.get(code);
  if (found !== undefined) return found;
  const made = makeCharacter(code);
  known.set(code, made);
  return made;
}

function makeCharacter(code: number): Character {
  // Most texts need no table.
  if (code < 128) return makeAscii(code);
  sets ??= {
    removed: new Ranges(tables.removed),
    blank: new Ranges(tables.blank),
    alone: new Ranges(tables.alone),
    apart: new Ranges(tables.apart),
  };
  const { removed, blank, alone, apart } = sets;
  if ((code >= 0xd800 && code <= 0xdfff) || removed.has(code)) return { kind: REMOVED, form: "" };
  if (blank.has(code)) return { kind: BLANK, form: " " };
  const character = String.fromCodePoint(code);
  const whole = KEPT_WHOLE.has(code) ? character : character.normalize("NFD");
  let form = "";
  // One by one: as a whole a final sigma would become another letter than the reference's.
  for (const part of whole) if (!removed.has(part.codePointAt(0) ?? 0)) form += part.toLowerCase();
  if (form === "") return { kind: REMOVED, form };
  return { kind: apart.has(code) || alone.has(form.codePointAt(0) ?? 0) ? ALONE : LETTER, form };
}

function makeAscii(code: number): Character {
  const form = String.fromCharCode(code).toLowerCase();
  if (code === 9 || code === 10 || code === 13 || code === 32) return { kind: BLANK, form: " " };
  if (code < 32 || code === 127) return { kind: REMOVED, form: "" };
  return { kind: /[a-z0-9]/.test(form) ? LETTER : ALONE, form };
}

/** A set of code points as sorted, disjoint ranges. */
class Ranges {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** `text`: the gap before and the length of each range, in turn, base 36. */
  constructor(text: string) {
    let at = 0;
    text.split(" ").forEach((number, k) => {
      at += Number.parseInt(number, 36);
      (k % 2 === 0 ? this.#starts : this.#ends).push(at);
    });
  }

  has(code: number): boolean {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) <= code) low = middle + 1;
      else high = middle;
    }
    return code >= (this.#starts[low] ?? Number.POSITIVE_INFINITY);
  }
}
