/**
 * Matches the words of a query with the name of a file: which words its name or folder has, and whether they match the whole
 * name. Constants were measured on the evaluation sets as a whole (bench/quality).
 */
import { nameColumns } from "../text/tokeniser.ts";

/** Weight of a question's last word relative to the first: the subject comes first. */
const LAST_WORD = 0.6;
/** The last word's weight in a match of the whole name. */
const LAST_MET = 0.5;
/** Fewest letters of a prefix that makes two words akin. */
const BEGINNING = 4;
/** Words are akin by a common beginning of at least so many letters, and of this share of the longer word. */
const COMMON = { letters: 5, share: 0.6 } as const;
/** Letters of an abbreviation, and the fewest additional letters of its word. */
const ABBREVIATION = { least: 3, most: 5, longer: 2 } as const;
const INITIALS = { least: 2, most: 4 } as const;

/** Parts of names that do not describe a file's content: stems. */
const EMPTY: ReadonlySet<string> = new Set(
  "util utiliti helper impl implement base common default abstract core main type intern".split(" "),
);

export interface NameMatch {
  /** Share of the query's words that match: 0–1. */
  readonly share: number;
  /** As `share`, with more weight on the first words. */
  readonly subject: number;
  /** 0 unless the file's whole name matches; up to 1 where its first word matches. */
  readonly whole: number;
}

const NOTHING: readonly number[] = [];

/** Matches the words of one query with names; results for a name are cached for the next file of the folder. */
export class NameMatcher {
  readonly #parts = new Map<string, readonly number[]>();
  readonly #names = new Map<string, NameParts>();

  /** `words`: tokens of the query's words, in its order. `isSymbol`: the words are one name, so akin words are other names. */
  constructor(
    private readonly words: readonly string[],
    private readonly isSymbol = false,
  ) {}

  /** `stem`: the file's name without its extension; `parent`: its folder's name. */
  match(stem: string, parent: string): NameMatch {
    if (this.words.length === 0) return { share: 0, subject: 0, whole: 0 };
    const own = this.#name(stem);
    const folder = parent === "" ? null : this.#name(parent);
    let met = 0;
    let weighed = 0;
    let all = 0;
    for (let at = 0; at < this.words.length; at++) {
      const weight = this.isSymbol ? 1 : 1 - ((1 - LAST_WORD) * at) / Math.max(1, this.words.length - 1);
      all += weight;
      if (!own.met.has(at) && folder?.met.has(at) !== true) continue;
      met++;
      weighed += weight;
    }
    const share = met / this.words.length;
    const subject = weighed / all;
    if (!own.isWhole || this.isSymbol) return { share, subject, whole: 0 };
    const first = Math.min(...own.met);
    return { share, subject, whole: 1 - ((1 - LAST_MET) * first) / Math.max(1, this.words.length - 1) };
  }

  #name(name: string): NameParts {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const { parts: all, wholes } = nameColumns(name);
    const parts = all.filter(isTopic);
    const met = new Set<number>(wholes.flatMap((whole) => this.#akin(whole)));
    let missing = 0;
    let telling = 0;
    for (const part of parts) {
      const words = this.#wordsOf(part);
      for (const word of words) met.add(word);
      if (EMPTY.has(part) || /^\d+$/.test(part)) continue;
      telling++;
      if (words.length === 0) missing++;
    }
    // Where no part describes the content, all parts count as the name.
    const isWhole = telling === 0 ? parts.length > 0 && met.size > 0 : missing === 0;
    const found = { met, isWhole };
    this.#names.set(name, found);
    return found;
  }

  /** Indexes of the words that match a part of a name. */
  #wordsOf(part: string): readonly number[] {
    const known = this.#parts.get(part);
    if (known !== undefined) return known;
    const akin = this.#akin(part);
    const found = akin.length > 0 || this.isSymbol ? akin : this.#initials(part);
    this.#parts.set(part, found);
    return found;
  }

  #akin(part: string): number[] {
    const meets = this.isSymbol ? begins : areAkin;
    return this.words.flatMap((word, at) => (meets(word, part) ? [at] : []));
  }

  /** Consecutive words whose initials are the letters of a part: `fs` of "file system". */
  #initials(part: string): readonly number[] {
    const { length } = part;
    if (length < INITIALS.least || length > INITIALS.most) return NOTHING;
    for (let from = 0; from + length <= this.words.length; from++) {
      if (this.words.slice(from, from + length).every((word, at) => word[0] === part[at])) {
        return Array.from({ length }, (_, at) => from + at);
      }
    }
    return NOTHING;
  }
}

interface NameParts {
  /** Indexes of the words that match the name. */
  readonly met: ReadonlySet<number>;
  readonly isWhole: boolean;
}

/** A short number in a name is a chapter, a part, a version: no topic. */
export function isTopic(token: string): boolean {
  return !/^\d{1,3}$/.test(token);
}

/** Whether a part of a name is the word, or begins with the word. */
function begins(word: string, part: string): boolean {
  return word === part || (word.length >= BEGINNING - 1 && part.startsWith(word));
}

/** Whether a word of a query and a part of a name are forms of one word, both as tokens. */
export function areAkin(word: string, part: string): boolean {
  if (begins(word, part)) return true;
  if (part.length >= BEGINNING && word.startsWith(part)) return true;
  let common = 0;
  while (common < word.length && word[common] === part[common]) common++;
  if (common >= COMMON.letters && common >= COMMON.share * Math.max(word.length, part.length)) return true;
  return isAbbreviation(part, word);
}

/** `ctx` of context: no vowel after the first letter, and the word has the same letters in this order. */
function isAbbreviation(part: string, word: string): boolean {
  const { least, most, longer } = ABBREVIATION;
  if (part.length < least || part.length > most || word.length < part.length + longer) return false;
  if (part[0] !== word[0] || !/^[a-z][b-df-hj-np-tv-z]+$/.test(part)) return false;
  let at = 0;
  for (const letter of part) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
