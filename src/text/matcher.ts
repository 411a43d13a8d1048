/**
 * Decides on the text whether and where a term matches: exact words for phrases, prefixes, parts and exclusions, stems for
 * plain words. The index only proposes; highlights come from here too, so they show the real match.
 */
import type { PatternUnit, PatternWord } from "./pattern.ts";
import type { Term } from "./query.ts";
import { wordToken } from "./tokens.ts";
import { CHARACTER_UNIT, type Identifier, KIND, scanUnits, type Units, WORD_UNIT } from "./units.ts";
import { meets, valuesWithin } from "./values.ts";

/** UTF-16 offsets into the text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Every two neighbouring characters of a plain word of three or more in a script without spaces; empty for other terms. */
function pairsOf(term: Term): Term[] {
  const [word, ...others] = term.words;
  const isRun = term.kind === "word" && word !== undefined && others.length === 0 && word.whole === null;
  if (!isRun || word.units.length < 3) return [];
  return word.units.slice(1).map((_, at) => ({ ...term, words: [{ ...word, units: word.units.slice(at, at + 2) }] }));
}

/** A text analysed once for any number of terms. */
export class MatchText {
  readonly units: Units;
  readonly #tokens: (string | undefined)[] = [];
  /** Identifiers by their first unit. */
  #wholes: Map<number, Identifier> | undefined;

  constructor(readonly text: string) {
    this.units = scanUnits(text);
  }

  /** Where the term matches, in text order, without overlaps. */
  find(term: Term): Span[] {
    return this.#search(term, Number.POSITIVE_INFINITY);
  }

  /** As `find`; where a run of characters without spaces occurs nowhere as a whole, the matches of every two neighbours. */
  findMarks(term: Term): Span[] {
    const found = this.find(term);
    return found.length > 0 ? found : mergeSpans(pairsOf(term).flatMap((pair) => this.find(pair)));
  }

  has(term: Term): boolean {
    return this.#search(term, 1).length > 0;
  }

  #search(term: Term, limit: number): Span[] {
    const spans: Span[] = [];
    const { units } = this;
    const first = term.words[0];
    if (!first) return spans;
    // A match begins as the word does, written whole or in parts; stems keep the first letter.
    // A part of a word, and a value with text directly before it, may begin anywhere in a word.
    const isInside = term.kind === "part" || (first.values.length === 1 && term.words.length === 1);
    const initial = isInside ? 0 : initialOf(first);
    const kind = isInside ? undefined : first.units[0]?.kind;
    const { folded, starts, flags } = units;
    for (let at = 0; at < units.count; at++) {
      if (kind !== undefined && ((flags[at] ?? 0) & KIND) !== kind) continue;
      const unit = folded.charCodeAt(starts[at] ?? 0);
      if (initial >= 0x80) {
        if (unit !== initial) continue;
      } else if (initial !== 0 && unit < 0x80 && unit !== initial && (unit | 32) !== initial) continue;
      const end = this.#wordsEnd(term, 0, at);
      if (end === -1) continue;
      const suffix = term.words[term.words.length - 1]?.suffix.length ?? 0;
      spans.push({ start: units.start(at), end: units.end(end - 1) + suffix });
      if (spans.length >= limit) break;
      at = end - 1;
    }
    return spans;
  }

  /** Unit after the words from `index` on when they match at unit `at`, else -1. */
  #wordsEnd(term: Term, index: number, at: number): number {
    const word = term.words[index];
    if (!word) return at;
    for (const end of this.#wordEnds(term, word, index === term.words.length - 1, at)) {
      if (word.suffix !== "" && !this.text.startsWith(word.suffix, this.units.end(end - 1))) continue;
      const after = this.#wordsEnd(term, index + 1, end);
      if (after !== -1) return after;
    }
    return -1;
  }

  /** All ends of a match of a word at unit `at`: as a whole identifier, as one part, as its parts. */
  #wordEnds(term: Term, word: PatternWord, final: boolean, at: number): readonly number[] {
    if (at >= this.units.count) return NONE;
    if (term.kind === "part") return this.#partEnds(term, word, at);
    const prefix = term.kind === "prefix" && final;
    const stems = term.kind === "word";
    const ends: number[] = [];
    if (term.words.length === 1 && word.values.length === 1) ends.push(...this.#valueEnds(term, word, at));
    if (word.whole !== null) {
      const identifier = this.#identifierAt(at);
      const isWhole = identifier !== undefined && this.#wholeMatches(identifier, word, stems, prefix);
      if (isWhole && !ends.includes(identifier.last + 1)) ends.push(identifier.last + 1);
      if (word.units.length > 1 && this.units.kind(at) === WORD_UNIT) {
        const matches = stems ? this.#token(at) === word.wholeToken : agrees(this.units.exact(at), word.whole, prefix);
        if (matches) ends.push(at + 1);
      }
    }
    const end = at + word.units.length;
    // A repeated end would double the work of every following word.
    if (
      !ends.includes(end) &&
      this.#partsMatch(word.units, stems, prefix, at) &&
      this.#signsMatch(term, word, at, final)
    ) {
      ends.push(end);
    }
    return ends;
  }

  /** Whether the same signs join the digits; for a term as written, no sign may join digits before or behind. */
  #signsMatch({ kind }: Term, { whole, values, units: parts }: PatternWord, at: number, final: boolean): boolean {
    if (values.length === 0) return true;
    const { units } = this;
    const end = at + parts.length;
    let joined = units.exact(at);
    for (let i = at + 1; i < end; i++) joined += units.mark(i) + units.exact(i);
    if (kind === "prefix" && final ? !joined.startsWith(whole ?? "") : joined !== whole) return false;
    return kind === "word" || (units.mark(at) === "" && (units.mark(end) === "" || (kind === "prefix" && final)));
  }

  /** Ends of a name that holds the wanted value, or of that name and the next unit (25.4 mm for 25.4mm). */
  #valueEnds({ kind }: Term, { whole }: PatternWord, at: number): readonly number[] {
    const identifier = this.#identifierAt(at);
    const [wanted] = valuesWithin(whole ?? "");
    if (identifier === undefined || wanted === undefined) return NONE;
    const last = identifier.last + 1;
    const how = wanted.after !== "" || kind === "phrase" ? "exact" : kind === "prefix" ? "prefix" : "part";
    for (const { before, value, after } of valuesWithin(identifier.whole)) {
      if (!meets(value, wanted.value, how) || !(wanted.before === "" || before === wanted.before)) continue;
      if (wanted.after === "" || agrees(after, wanted.after, kind === "prefix")) return [last];
      if (kind === "word" && after === "" && this.units.exact(last) === wanted.after) return [last + 1];
    }
    return NONE;
  }

  /** End of the word or the name at `at` if it holds the part. */
  #partEnds({ isOpenEnded }: Term, { whole }: PatternWord, at: number): readonly number[] {
    const part = whole ?? "";
    const holds = (word: string) => (isOpenEnded === true ? word.includes(part) : word.endsWith(part));
    const identifier = this.#identifierAt(at);
    if (identifier !== undefined && holds(identifier.whole)) return [identifier.last + 1];
    return this.units.kind(at) === WORD_UNIT && holds(this.units.exact(at)) ? [at + 1] : NONE;
  }

  #identifierAt(at: number): Identifier | undefined {
    const { identifiers } = this.units;
    if (identifiers.length === 0) return undefined;
    this.#wholes ??= new Map(identifiers.map((identifier) => [identifier.first, identifier]));
    return this.#wholes.get(at);
  }

  #wholeMatches({ whole }: Identifier, word: PatternWord, stems: boolean, prefix: boolean): boolean {
    if (!stems) return agrees(whole, word.whole ?? "", prefix);
    return whole === word.whole || wordToken(whole) === word.wholeToken;
  }

  #partsMatch(parts: readonly PatternUnit[], stems: boolean, prefix: boolean, at: number): boolean {
    const { units } = this;
    if (at + parts.length > units.count) return false;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      if (!part || units.kind(at + i) !== part.kind) return false;
      if (part.glued && !units.isGlued(at + i)) return false;
      if (stems && part.kind === WORD_UNIT) {
        if (this.#token(at + i) !== part.token) return false;
      } else if (!agrees(units.exact(at + i), part.exact, prefix && i === parts.length - 1)) return false;
    }
    return true;
  }

  #token(at: number): string {
    const known = this.#tokens[at];
    if (known !== undefined) return known;
    const token = wordToken(this.units.exact(at));
    this.#tokens[at] = token;
    return token;
  }
}

const NONE: readonly number[] = [];

/**
 * First code unit of every match of a word: ASCII in lower case, or a character of a script without spaces that folding leaves
 * alone; 0 where neither is certain.
 */
function initialOf({ whole, units }: PatternWord): number {
  const [first] = units;
  const unit = (first?.exact ?? "").charCodeAt(0);
  return unit < 0x80 || (whole === null && first?.kind === CHARACTER_UNIT) ? unit : 0;
}

function agrees(text: string, wanted: string, prefix: boolean): boolean {
  return prefix ? text.startsWith(wanted) : text === wanted;
}

/** Spans of several terms in one list: sorted, and joined where they overlap. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged[merged.length - 1];
    if (last && span.start < last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}
