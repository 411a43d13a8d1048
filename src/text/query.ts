/**
 * The query language of indexed search. Words are joined by AND; `OR` joins its neighbours; `-` before a word or
 * phrase leaves documents out; `"…"` is a phrase; `word*` a prefix; `key:value` filters. Whatever else is typed is
 * literal: `C++`, `foo:bar`, `NEAR(`, `a/b.ts` are words that must follow one another.
 */
import { QsearchError } from "../errors.ts";
import { FilterBuilder, type Filters } from "./filters.ts";
import { type PatternWord, patternOf } from "./pattern.ts";
import { type Piece, piecesOf } from "./query-pieces.ts";
import { isStopWord } from "./stopwords.ts";
import type { TimeContext } from "./times.ts";

export interface Term {
  /** `word` matches by stem, `phrase` and `prefix` as written. */
  readonly kind: "word" | "phrase" | "prefix";
  /** As the user typed it, without quotes, minus or star. */
  readonly text: string;
  readonly words: readonly PatternWord[];
}

/** Terms of which one must be there. */
export interface Alternative {
  readonly terms: readonly Term[];
  /** Stop words in company: they are highlighted where they stand in a phrase, but never required nor scored. */
  readonly optional: boolean;
}

export interface ParsedQuery {
  /** Every alternative that is not optional must hold. */
  readonly required: readonly Alternative[];
  /** A document with any of these is left out; kind `phrase` or `prefix`, so matched as written. */
  readonly excluded: readonly Term[];
  readonly filters: Filters;
  /** Words were typed, but none that can be searched (punctuation alone): the answer is empty. */
  readonly nothing: boolean;
  /** No alternative, only filters or exclusions: lists files. */
  readonly filterOnly: boolean;
}

/** More alternatives than any person types; what a pasted text holds beyond is ignored, and so the work is bounded. */
const MAX_ALTERNATIVES = 64;

/** The same for the words of one phrase. */
const MAX_WORDS = 256;

/** Throws QsearchError("usage") for an empty query, a time or a `type:` that is none. */
export function parseQuery(input: string, context: TimeContext): ParsedQuery {
  const pieces = piecesOf(input);
  if (pieces.length === 0) {
    throw new QsearchError("usage", "the query is empty", 'Type words, a "phrase", or a filter such as ext:md.');
  }
  const filters = new FilterBuilder(context);
  const excluded: Term[] = [];
  const groups = groupsOf(pieces, filters, excluded);
  const stopsOnly = groups.every((terms) => terms.every(isStop));
  const required = groups
    .slice(0, MAX_ALTERNATIVES)
    .map((terms) => ({ terms, optional: !stopsOnly && terms.every(isStop) }));
  const typed = pieces.some((piece) => piece.kind === "text" && !piece.negated && piece.text !== "");
  const nothing = groups.length === 0 && (typed || (filters.count === 0 && excluded.length === 0));
  return { required, excluded, filters: filters.build(), nothing, filterOnly: groups.length === 0 && !nothing };
}

/** Terms joined by OR share a group; an OR without a term on both sides is a word like any other. */
function groupsOf(pieces: readonly Piece[], filters: FilterBuilder, excluded: Term[]): Term[][] {
  const groups: Term[][] = [];
  let joins = false;
  let before: Term[] | null = null;
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === "filter") {
      filters.add(piece.key, piece.value, piece.negated);
      before = null;
      continue;
    }
    if (piece.kind === "text" && piece.text === "OR" && piece.style === "plain" && !piece.negated) {
      const next = pieces[at + 1];
      if (before && next && isOperand(next)) {
        joins = true;
        continue;
      }
      // Between filters, which are joined already, or dangling beside a term, it asks for nothing.
      if (pieces.length > 1) continue;
    }
    const term = termOf(piece);
    if (term === null) continue;
    if (piece.negated) {
      if (excluded.length < MAX_ALTERNATIVES) excluded.push(term);
      before = null;
      continue;
    }
    if (joins && before) before.push(term);
    else {
      before = [term];
      groups.push(before);
    }
    joins = false;
  }
  return groups;
}

function isOperand(piece: Piece): boolean {
  return piece.kind === "text" && !piece.negated && patternOf(piece.text).length > 0;
}

function termOf(piece: Piece & { kind: "text" }): Term | null {
  const words = patternOf(piece.text).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const kind = piece.style === "plain" ? (piece.negated ? "phrase" : "word") : piece.style;
  return { kind, text: piece.text, words };
}

function isStop(term: Term): boolean {
  return term.kind === "word" && term.words.every((word) => word.whole !== null && isStopWord(word.whole));
}
