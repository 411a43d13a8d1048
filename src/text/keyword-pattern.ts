/**
 * Matches of a live search's term in a text, decided on characters: the reference of the three matching modes. Term and text
 * are folded as in the index (case, accents, width, ligatures, composed forms). The scan kernel gives the same matches for
 * ASCII; files with other characters are matched here.
 */
import { CLASS_MASK, classOf, DIGIT, IDEOGRAPH, LOWER, SYLLABLE, UNDERSCORE, UPPER } from "./char-class.ts";
import { foldAll } from "./fold.ts";
import type { FoldedText } from "./folded-text.ts";
import type { Span } from "./matcher.ts";

export type LiteralMode = "substring" | "word" | "identifier";
export type KeywordMode = LiteralMode | "regex";

/** A match's range in the source. */
export interface TermSpan extends Span {
  /** Whether the source has the term as typed, except for case. */
  readonly typed: boolean;
}

/** The matcher of one term. */
export interface TermPattern {
  /** Matches in the source, in text order, without overlaps. */
  find(text: FoldedText): readonly TermSpan[];
}

export class KeywordPattern implements TermPattern {
  readonly #pattern: RegExp;
  readonly #typed: ReadonlySet<string>;

  /** Any of `spellings` is a match; each spelling is folded. */
  constructor(
    spellings: readonly string[],
    readonly mode: LiteralMode,
  ) {
    const folded = [...new Set(spellings.map(foldAll))].filter((text) => text !== "");
    const source = folded.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
    // A term of marks alone folds to nothing, and matches nothing.
    this.#pattern = new RegExp(source === "" ? "(?!)" : source, /[\ud800-\udfff]/.test(source) ? "giu" : "gi");
    this.#typed = new Set(spellings.map((text) => text.toLowerCase()));
  }

  /** Matches in the source, in text order, without overlaps, at most `limit`. */
  find(text: FoldedText, limit = Number.POSITIVE_INFINITY): TermSpan[] {
    const spans: TermSpan[] = [];
    const { source } = text;
    const pattern = this.#pattern;
    pattern.lastIndex = 0;
    while (spans.length < limit) {
      const match = pattern.exec(text.text);
      if (match === null) break;
      const { start, end } = text.sourceOf(match.index, match.index + match[0].length);
      if (this.mode === "substring" || isBordered(source, start, end, this.mode)) {
        spans.push({ start, end, typed: this.#typed.has(source.slice(start, end).toLowerCase()) });
      } else pattern.lastIndex = match.index + ((text.text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1);
    }
    return spans;
  }
}

/** Whether a match stands as a whole word, or as whole parts of an identifier. */
function isBordered(text: string, start: number, end: number, mode: "word" | "identifier"): boolean {
  if (mode === "word") {
    const before = isWord(kindBefore(text, start)) && !needsNoSpace(kindAt(text, start));
    return !before && !(isWord(kindAt(text, end)) && !needsNoSpace(kindBefore(text, end)));
  }
  return startsPart(text, start) && endsPart(text, end);
}

/** Whether an identifier's part, or a word, begins at `start`. */
export function startsPart(text: string, start: number): boolean {
  const second = start + widthAt(text, start);
  return partBorder(kindBefore(text, start), kindAt(text, start), kindAt(text, second));
}

export function endsPart(text: string, end: number): boolean {
  const next = end + widthAt(text, end);
  return partBorder(kindBefore(text, end), kindAt(text, end), kindAt(text, next));
}

/** Border between neighbours a and b; the class behind b tells HTTP|Header from HTTPS. */
function partBorder(a: number, b: number, afterB: number): boolean {
  if (!isAlphanumeric(a) || !isAlphanumeric(b)) return true;
  if ((a === DIGIT) !== (b === DIGIT)) return true;
  if (a !== UPPER && b === UPPER) return true;
  return a === UPPER && b === UPPER && afterB === LOWER;
}

/** Every character of a script without spaces is bordered: GPU is a word in GPU加速. */
function isAlphanumeric(kind: number): boolean {
  return kind === LOWER || kind === UPPER || kind === DIGIT;
}

function needsNoSpace(kind: number): boolean {
  return kind === IDEOGRAPH || kind === SYLLABLE;
}

function isWord(kind: number): boolean {
  return isAlphanumeric(kind) || kind === UNDERSCORE;
}

function kindAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  return classOf(text.codePointAt(at) ?? 0) & CLASS_MASK;
}

function kindBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  const unit = text.charCodeAt(at - 1);
  const lead = unit >= 0xdc00 && unit < 0xe000 && at > 1 ? text.charCodeAt(at - 2) : 0;
  return kindAt(text, lead >= 0xd800 && lead < 0xdc00 ? at - 2 : at - 1);
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
