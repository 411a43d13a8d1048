/**
 * Decides on the text whether and where a term matches: exact words for phrases, prefixes and exclusions, stems for
 * plain words. The index only proposes; highlights come from here too, so they show what was matched.
 */
import type { PatternUnit, PatternWord } from "./pattern.ts";
import type { Term } from "./query.ts";
import { wordToken } from "./tokens.ts";
import { type Units, unitsOf, WORD_UNIT } from "./units.ts";

/** UTF-16 offsets into the text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text analysed once for any number of terms. */
export class MatchText {
  readonly units: Units;
  private readonly tokens: (string | undefined)[] = [];
  /** Identifier that starts at a unit. */
  private readonly wholes = new Map<number, { last: number; whole: string; token: string | undefined }>();

  constructor(readonly text: string) {
    this.units = unitsOf(text);
    for (const { first, last, whole } of this.units.identifiers)
      this.wholes.set(first, { last, whole, token: undefined });
  }

  /** Where the term matches, in text order, without overlaps. */
  find(term: Term): Span[] {
    return this.search(term, Number.POSITIVE_INFINITY);
  }

  has(term: Term): boolean {
    return this.search(term, 1).length > 0;
  }

  private search(term: Term, limit: number): Span[] {
    const spans: Span[] = [];
    if (term.words.length === 0) return spans;
    for (let at = 0; at < this.units.count; at++) {
      const end = this.matchWords(term, 0, at);
      if (end === -1) continue;
      spans.push({ start: this.units.starts[at] ?? 0, end: this.units.ends[end - 1] ?? 0 });
      if (spans.length >= limit) break;
      at = end - 1;
    }
    return spans;
  }

  /** Unit after the words from `index` on when they match at unit `at`, else -1. */
  private matchWords(term: Term, index: number, at: number): number {
    const word = term.words[index];
    if (!word) return at;
    for (const end of this.wordEnds(term, word, index === term.words.length - 1, at)) {
      const after = this.matchWords(term, index + 1, end);
      if (after !== -1) return after;
    }
    return -1;
  }

  /** Ends of the ways in which a word can match at unit `at`: as a whole identifier, as its parts, as one part. */
  private wordEnds(term: Term, word: PatternWord, final: boolean, at: number): number[] {
    if (at >= this.units.count) return [];
    const ends: number[] = [];
    const prefix = term.kind === "prefix" && final;
    const stems = term.kind === "word";
    if (word.whole !== null && word.wholeToken !== null) {
      const identifier = this.wholes.get(at);
      if (identifier) {
        identifier.token ??= wordToken(identifier.whole);
        const matches = stems ? word.wholeToken === identifier.token : agrees(identifier.whole, word.whole, prefix);
        if (matches) ends.push(identifier.last + 1);
      }
      if (word.units.length > 1 && this.units.kinds[at] === WORD_UNIT) {
        const matches = stems
          ? this.tokenAt(at) === word.wholeToken
          : agrees(this.units.exact[at] ?? "", word.whole, prefix);
        if (matches) ends.push(at + 1);
      }
    }
    const end = at + word.units.length;
    // The same end twice would double the work of every word that follows.
    if (!ends.includes(end) && this.partsMatch(word.units, stems, prefix, at)) ends.push(end);
    return ends;
  }

  private partsMatch(parts: readonly PatternUnit[], stems: boolean, prefix: boolean, at: number): boolean {
    if (at + parts.length > this.units.count) return false;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      if (!part || this.units.kinds[at + i] !== part.kind) return false;
      if (part.glued && !this.units.glued[at + i]) return false;
      if (stems && part.kind === WORD_UNIT) {
        if (this.tokenAt(at + i) !== part.token) return false;
      } else if (!agrees(this.units.exact[at + i] ?? "", part.exact, prefix && i === parts.length - 1)) return false;
    }
    return true;
  }

  private tokenAt(at: number): string {
    const known = this.tokens[at];
    if (known !== undefined) return known;
    const token = wordToken(this.units.exact[at] ?? "");
    this.tokens[at] = token;
    return token;
  }
}

function agrees(text: string, wanted: string, prefix: boolean): boolean {
  return prefix ? text.startsWith(wanted) : text === wanted;
}

/** Where a term matches in a text. For several terms on one text, make a MatchText once. */
export function findTerm(text: string, term: Term): Span[] {
  return new MatchText(text).find(term);
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
