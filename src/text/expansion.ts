/**
 * Bounded keyword expansion: the words of phrases, adjacent pairs, the parts of identifiers, light stems.
 * The caller's keywords come first and are never dropped; added terms help recall and weigh little.
 */
import { foldAll } from "./fold.ts";
import { stem } from "./stem.ts";
import { isStopWord } from "./stopwords.ts";
import { CHARACTER_UNIT, scanUnits, type Units, WORD_UNIT } from "./units.ts";

/** Most terms added to the caller's. */
export const MAX_EXPANSIONS = 8;

export type TermKind = "keyword" | "word" | "pair" | "stem";

export interface ResolvedTerm {
  readonly text: string;
  readonly kind: TermKind;
  /** Indexes of the keywords that this term comes from. */
  readonly from: readonly number[];
}

/** Trims keywords, makes inner white space one blank, drops empty keywords and repetitions that differ only in case. */
export function cleanKeywords(keywords: readonly string[]): string[] {
  const seen = new Set<string>();
  const kept: string[] = [];
  for (const keyword of keywords) {
    const clean = keyword.toWellFormed().trim().replace(/\s+/g, " ");
    const key = foldKey(clean);
    if (clean === "" || seen.has(key)) continue;
    seen.add(key);
    kept.push(clean);
  }
  return kept;
}

function foldKey(text: string): string {
  return text.toLowerCase();
}

/** The caller's keywords (clean), then at most MAX_EXPANSIONS further terms: words, then pairs, then stems. */
export function expandKeywords(keywords: readonly string[]): ResolvedTerm[] {
  const list = new TermList(keywords);
  const analysed = keywords.map((keyword) => scanUnits(keyword));
  for (const add of [addWords, addPairs, addStems]) {
    keywords.forEach((keyword, index) => {
      const units = analysed[index];
      if (units) add(list, keyword, units, index);
    });
  }
  return list.terms();
}

class TermList {
  readonly #terms = new Map<string, { text: string; kind: TermKind; from: number[] }>();
  readonly #originals: number;

  constructor(keywords: readonly string[]) {
    keywords.forEach((text, index) => {
      this.#terms.set(foldKey(text), { text, kind: "keyword", from: [index] });
    });
    this.#originals = this.#terms.size;
  }

  add(text: string, kind: TermKind, from: number): void {
    const key = foldKey(text);
    const known = this.#terms.get(key);
    if (known) {
      if (!known.from.includes(from)) known.from.push(from);
    } else if (this.#terms.size < this.#originals + MAX_EXPANSIONS) this.#terms.set(key, { text, kind, from: [from] });
  }

  terms(): ResolvedTerm[] {
    return [...this.#terms.values()];
  }
}

/** Whether a part carries meaning alone: no stop word, no single letter, no single digit. */
function isTelling(units: Units, at: number): boolean {
  const exact = units.exact(at);
  if (units.kind(at) === CHARACTER_UNIT) return false;
  return units.kind(at) === WORD_UNIT && exact.length > 1 && !isStopWord(exact);
}

/** Adds the parts of a phrase or an identifier, after whole identifiers within a phrase. */
function addWords(list: TermList, keyword: string, units: Units, from: number): void {
  for (const word of keyword.split(" "))
    if (word !== keyword && /[_\-.\p{Lu}]/u.test(word.slice(1))) whole(list, word, from);
  for (const run of characterRuns(keyword, units)) if (run !== keyword) list.add(run, "word", from);
  if (units.count < 2) return;
  for (let at = 0; at < units.count; at++) {
    if (isTelling(units, at)) list.add(keyword.slice(units.start(at), units.end(at)).toLowerCase(), "word", from);
  }
}

/** Adds a name within a phrase, without the punctuation around it. */
function whole(list: TermList, word: string, from: number): void {
  const name = word.replace(/^[^\p{L}\p{N}_$]+|[^\p{L}\p{N}_$]+$/gu, "");
  if (name.length > 2 && !isStopWord(foldAll(name))) list.add(name, "word", from);
}

/** Runs of characters of scripts without spaces, where the keyword holds other characters, too. */
function characterRuns(keyword: string, units: Units): string[] {
  const runs: string[] = [];
  for (let at = 0; at < units.count; at++) {
    if (units.kind(at) !== CHARACTER_UNIT) continue;
    let last = at;
    while (units.isGlued(last + 1)) last++;
    if (last > at) runs.push(keyword.slice(units.start(at), units.end(last)));
    at = last;
  }
  return runs;
}

/** Adds neighbouring words of a phrase of three or more words, as written. */
function addPairs(list: TermList, keyword: string, _units: Units, from: number): void {
  const words = keyword.split(" ");
  if (words.length < 3) return;
  for (let at = 0; at + 1 < words.length; at++) {
    const [first = "", second = ""] = words.slice(at, at + 2);
    if (isStopWord(foldAll(first)) || isStopWord(foldAll(second))) continue;
    list.add(`${first} ${second}`, "pair", from);
  }
}

/** Adds the common beginning of a single word's inflections, where that is long enough to mean something. */
function addStems(list: TermList, keyword: string, units: Units, from: number): void {
  if (units.count !== 1 || !isTelling(units, 0)) return;
  const word = units.exact(0);
  const short = commonBeginning(word, stem(word));
  if (short.length >= 4 && short.length < word.length && word.length === keyword.length) list.add(short, "stem", from);
}

function commonBeginning(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
