/**
 * Tokens as in the index: the scalar reference that the kernel is compared with.
 * `body` has exactly one token per unit, so a phrase is found by position: the light stem of a word part, a
 * character with its follower (the last of a run alone), an emoji. `ident` holds whole identifiers, stemmed by the
 * same rules, and values (values.ts), which `body` never holds.
 */
import { stem } from "./stem.ts";
import { CHARACTER_UNIT, type Identifier, scanUnits, type Units, WORD_UNIT } from "./units.ts";

/**
 * Raise this number when tokens change for any input: the postings are then rebuilt from the stored text. The Unicode version
 * is part of it because classes and folding come from the runtime's tables.
 */
export const TOKENISER_VERSION = `2+unicode${process.versions.unicode ?? ""}`;

/** A token keeps this many UTF-16 units of its word; the text decides on the rest. */
export const TOKEN_LENGTH = 64;

export interface TokenColumns {
  /** Tokens joined by blanks. */
  readonly body: string;
  readonly ident: string;
  /** Number of body tokens. */
  readonly tokens: number;
}

/** A body token with the UTF-16 offsets of its unit in the source. */
export interface TokenPosition {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** Token of a folded word or whole identifier. */
export function wordToken(word: string): string {
  return stem(cutToken(word));
}

/** At most TOKEN_LENGTH units, never half a surrogate pair. */
export function cutToken(word: string): string {
  if (word.length <= TOKEN_LENGTH) return word;
  const last = word.charCodeAt(TOKEN_LENGTH - 1);
  return word.slice(0, last >= 0xd800 && last < 0xdc00 ? TOKEN_LENGTH - 1 : TOKEN_LENGTH);
}

/** Body token of unit `at`. */
export function bodyToken(units: Units, at: number): string {
  const exact = units.exact(at);
  const kind = units.kind(at);
  if (kind === WORD_UNIT) return wordToken(exact);
  return kind === CHARACTER_UNIT && units.isGlued(at + 1) ? exact + units.exact(at + 1) : exact;
}

export function tokenColumns(text: string): TokenColumns {
  return columnsOf(scanUnits(text));
}

function columnsOf(units: Units): TokenColumns {
  const body: string[] = [];
  for (let at = 0; at < units.count; at++) body.push(bodyToken(units, at));
  const ident = units.identifiers.flatMap(identifierTokens);
  return { body: body.join(" "), ident: ident.join(" "), tokens: units.count };
}

/** Tokens of `ident`: the whole, and its values. */
export function identifierTokens({ whole, values }: Identifier): string[] {
  return [wordToken(whole), ...values.map(cutToken)];
}

/**
 * Every body token with its place, in text order, for tests of tokens.
 * @internal
 */
export function tokenPositions(text: string): TokenPosition[] {
  const units = scanUnits(text);
  return Array.from({ length: units.count }, (_, at) => ({
    term: bodyToken(units, at),
    start: units.start(at),
    end: units.end(at),
  }));
}
