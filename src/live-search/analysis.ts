/** Facts about one candidate file from a second, closer look: its lines, matches, passages and definitions. */

import { categorise } from "../corpus/categories.ts";
import { type Flaw, flawOf } from "../corpus/generated.ts";
import type { FileType } from "../request/places.ts";
import { definedName } from "../symbols/definition-line.ts";
import { endsPart, startsPart } from "../text/keyword-pattern.ts";
import { lineStarts } from "../text/lines.ts";
import type { FileMatches, TermMatch } from "./keyword-scan.ts";

/** UTF-16 units of a passage: about the size of an index chunk. */
const PASSAGE_UNITS = 1200;
/** Most lines with matches that are checked for definitions. */
const MAX_LINES = 2000;

/** A line with matches. Numbers count from 1. */
export interface HitLine {
  readonly line: number;
  /** Ids of the line's terms, each once, ascending. */
  readonly ids: readonly number[];
  /** The definition on the line if its name holds a term; else null. */
  readonly defines: { readonly name: string; readonly ids: readonly number[] } | null;
}

export interface FileAnalysis {
  readonly rel: string;
  readonly category: FileType;
  readonly language: string | null;
  readonly text: string;
  readonly starts: Uint32Array;
  readonly lineCount: number;
  readonly lines: readonly HitLine[];
  /** Number of matches; overlapping terms count as one. */
  readonly places: number;
  /** By passage: matches of each term; matches within a longer word count less. */
  readonly passages: readonly Float64Array[];
  readonly flaw: Flaw | null;
}

export function analyse(rel: string, { text, matches }: FileMatches, terms: number): FileAnalysis {
  const { category, language } = categorise(rel);
  const starts = lineStarts(text);
  return {
    rel,
    category,
    language,
    text,
    starts,
    lineCount: starts.length,
    lines: hitLines(text, starts, matches, language),
    places: countPlaces(matches),
    passages: passagesOf(text, matches, terms),
    flaw: flawOf(text, starts.length, language),
  };
}

/** End of a line, without its break. */
export function lineEnd(text: string, starts: Uint32Array, index: number): number {
  const next = starts[index + 1];
  if (next !== undefined) return next - 1;
  return text.endsWith("\n") ? text.length - 1 : text.length;
}

function hitLines(
  text: string,
  starts: Uint32Array,
  matches: readonly TermMatch[],
  language: string | null,
): HitLine[] {
  const lines: HitLine[] = [];
  let index = 0;
  for (let first = 0; first < matches.length; ) {
    const start = matches[first]?.start ?? 0;
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= start) index++;
    const next = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    let last = first + 1;
    while (last < matches.length && (matches[last]?.start ?? 0) < next) last++;
    const here = matches.slice(first, last);
    const ids = distinct(here);
    lines.push({
      line: index + 1,
      ids,
      defines: lines.length < MAX_LINES ? defines(text, starts, index, here, language) : null,
    });
    first = last;
  }
  return lines;
}

function defines(
  text: string,
  starts: Uint32Array,
  index: number,
  matches: readonly TermMatch[],
  language: string | null,
): HitLine["defines"] {
  const start = starts[index] ?? 0;
  const end = lineEnd(text, starts, index);
  // A definition's name stands near the beginning of its line; minified lines are not worth the pattern.
  if ((matches[0]?.start ?? 0) - start > 400) return null;
  const name = definedName(text, start, end, language);
  if (name === null) return null;
  const at = text.indexOf(name, start);
  const within = matches.filter((match) => match.start < at + name.length && match.end > at);
  return within.length === 0 ? null : { name, ids: distinct(within) };
}

function distinct(matches: readonly TermMatch[]): number[] {
  return [...new Set(matches.map(({ id }) => id))].sort((a, b) => a - b);
}

function countPlaces(matches: readonly TermMatch[]): number {
  let places = 0;
  let end = -1;
  for (const match of matches) {
    if (match.start >= end) places++;
    end = Math.max(end, match.end);
  }
  return places;
}

/** A match that is a word or a part of a name counts more than a match inside a longer word. */
const WHOLE = 1;
const BEGINNING = 0.6;
const INSIDE = 0.2;

function passagesOf(text: string, matches: readonly TermMatch[], terms: number): Float64Array[] {
  const passages = new Map<number, Float64Array>();
  for (const { id, start, end } of matches) {
    const number = Math.floor(start / PASSAGE_UNITS);
    let passage = passages.get(number);
    if (passage === undefined) {
      passage = new Float64Array(terms);
      passages.set(number, passage);
    }
    const weight = startsPart(text, start) ? (endsPart(text, end) ? WHOLE : BEGINNING) : INSIDE;
    passage[id] = (passage[id] ?? 0) + weight;
  }
  return [...passages.values()];
}
