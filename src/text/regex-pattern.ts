/**
 * Regular expressions of live search: RE2's syntax, case folded unless `(?-i)` says otherwise, `^` and `$` at lines. re2js
 * matches every expression in linear time; speed comes from showing it only the lines with a literal that every match holds.
 */
import { RE2JS, RE2JSException } from "re2js";
import { QsearchError } from "../errors.ts";
import type { FoldedText } from "./folded-text.ts";
import type { TermPattern, TermSpan } from "./keyword-pattern.ts";

/** Most literals, one of which every match holds; more are no useful filter. */
const MAX_LITERALS = 16;

/** Expressions that may match a line break see the whole text, others one line at a time. */
const CROSSES_LINES = /\n|\\[nsWDHvRCxpPQ0-7AzZ]|\[\^|\[\[:|\(\?[a-zA-Z]*[s-]|\\[a-z]-|-\\/;

export class RegexPattern implements TermPattern {
  readonly #pattern: RE2JS;
  /** Every match holds one of these literals, in any case; ASCII. null: no literal is known. */
  readonly literals: readonly string[] | null;
  readonly #literal: RegExp | null;
  readonly #crossesLines: boolean;

  /** Throws QsearchError "usage" for an invalid expression. */
  constructor(readonly text: string) {
    this.#pattern = compile(text);
    this.literals = requiredLiterals(text);
    const source = this.literals?.map((literal) => literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
    // Flag u: K (U+212A) and ſ are letters of a literal for RE2, too.
    this.#literal = source === undefined ? null : new RegExp(source, "giu");
    this.#crossesLines = CROSSES_LINES.test(text);
  }

  find({ source }: FoldedText): TermSpan[] {
    if (!this.#crossesLines) {
      return this.#lines(source).flatMap(({ start, end }) => this.#findIn(source.slice(start, end), start));
    }
    return this.#mayMatch(source) && this.#pattern.test(source) ? this.#findIn(source, 0) : [];
  }

  #findIn(text: string, at: number): TermSpan[] {
    if (!this.#pattern.test(text)) return [];
    const spans: TermSpan[] = [];
    for (const match of this.#pattern.matchAll(text)) {
      const start = at + (match.index ?? 0);
      const end = start + match[0].length;
      if (end > start) spans.push({ start, end, typed: true });
    }
    return spans;
  }

  #mayMatch(source: string): boolean {
    return this.#literal === null || source.search(this.#literal) !== -1;
  }

  /** Lines with a literal, without their breaks. */
  #lines(source: string): { start: number; end: number }[] {
    const lines: { start: number; end: number }[] = [];
    const literal = this.#literal;
    for (let start = 0; start < source.length; ) {
      if (literal !== null) {
        literal.lastIndex = start;
        const found = literal.exec(source);
        if (found === null) break;
        start = found.index === 0 ? 0 : source.lastIndexOf("\n", found.index - 1) + 1;
      }
      const next = source.indexOf("\n", start);
      const end = next === -1 ? source.length : next;
      lines.push({ start, end });
      start = end + 1;
    }
    return lines;
  }
}

function compile(text: string): RE2JS {
  try {
    return RE2JS.compile(text, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new QsearchError(
      "usage",
      `keywords: ${JSON.stringify(text)} is no regular expression: ${error.message}`,
      "match_mode regex takes RE2's syntax: no look-around, no back references. For literal text use substring.",
    );
  }
}

/**
 * Literals that a match must hold, as re2js knows them. re2js knows them with case; the search here ignores case, which finds
 * more.
 */
function requiredLiterals(text: string): string[] | null {
  const tree: unknown = RE2JS.compile(text, RE2JS.MULTILINE).re2().prefilter;
  const found = literalsOf(tree);
  return found !== null && found.length <= MAX_LITERALS
    ? [...new Set(found.map((literal) => literal.toLowerCase()))]
    : null;
}

/** Kinds of the filter's nodes. */
const [EXACT, ALL, ANY] = [1, 2, 3];

/** Literals, one of which every match holds: the set whose shortest literal is longest. null: no set is known. */
function literalsOf(filter: unknown): string[] | null {
  if (filter === null || typeof filter !== "object") return null;
  const { type, str, subs } = filter as { readonly type?: unknown; readonly str?: unknown; readonly subs?: unknown };
  if (type === EXACT) return typeof str === "string" && /^[ -~]{2,}$/.test(str) ? [str] : null;
  const sets = Array.isArray(subs) ? subs.map(literalsOf) : [];
  if (type === ANY) return sets.length === 0 || sets.includes(null) ? null : sets.flatMap((set) => set ?? []);
  if (type !== ALL) return null;
  const shortest = (set: readonly string[]) => Math.min(...set.map(({ length }) => length));
  const known = sets.flatMap((set) => (set === null || set.length > MAX_LITERALS ? [] : [set]));
  return known.sort((a, b) => shortest(b) - shortest(a) || a.length - b.length)[0] ?? null;
}
