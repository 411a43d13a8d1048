/**
 * Phrases and runs of characters that lie across the border of two chunks. No chunk holds all of such a match, but the
 * chunk in which it ends begins inside it, so the first tokens of that chunk are the last tokens of the phrase. FTS5 finds
 * those by `^` ("starts at the first token"): a few candidates, where chunks with any of the words would be thousands.
 */
import type { PatternUnit } from "../text/pattern.ts";
import type { Term } from "../text/query.ts";
import { stemPrefix } from "../text/stem.ts";
import { cutToken } from "../text/tokens.ts";
import { CHARACTER_UNIT, WORD_UNIT } from "../text/units.ts";

/** Tokens of the rest of a phrase that are looked up; the text decides about what follows. */
const MAX_TOKENS = 8;
/** Units of a phrase at which a border may lie; a longer phrase is cut inside its beginning or not found across borders. */
const MAX_UNITS = 64;

/** True when a match of the term has several units, so that a border may lie inside. */
function mayCrossBorder(term: Term): boolean {
  return term.words.length > 1 || (term.words[0]?.units.length ?? 0) > 1;
}

/**
 * FTS5 expression of the chunks that begin with any rest of the term; null when the term has one unit. A superset: what
 * stands before the border, and words as written, are decided on the text.
 */
export function borderExpression(term: Term): string | null {
  if (!mayCrossBorder(term)) return null;
  const units = term.words.flatMap((word) => word.units);
  const found = new Set<string>();
  for (let at = 1; at < Math.min(units.length, MAX_UNITS); at++)
    found.add(restExpression(units, at, term.kind === "prefix"));
  let first = 0;
  for (const word of term.words) {
    // The word may stand in the text as one name, whose parts are cut otherwise than ours.
    if (first > 0 && first < MAX_UNITS && word.wholeToken !== null) {
      found.add(`ident : ^ "${word.wholeToken}"`);
      if (word.units.length > 1) found.add(`body : ^ "${word.wholeToken}"`);
    }
    first += word.units.length;
  }
  return [...found].join(" OR ");
}

/** FTS5 expression of the chunks in which the units of a phrase or prefix follow one another; null for other terms. */
export function positionExpression(term: Term): string | null {
  if (term.kind === "word" || !mayCrossBorder(term)) return null;
  const units = term.words.flatMap((word) => word.units);
  return `body : ${restPhrase(units, 0, term.kind === "prefix")}`;
}

/** Units from `from` on as the beginning of `body`: up to the end of a run of characters, whose last token is open. */
function restExpression(units: readonly PatternUnit[], from: number, prefix: boolean): string {
  return `body : ^ ${restPhrase(units, from, prefix)}`;
}

function restPhrase(units: readonly PatternUnit[], from: number, prefix: boolean): string {
  const tokens: string[] = [];
  let star = false;
  for (let at = from; at < units.length && tokens.length < MAX_TOKENS && !star; at++) {
    const unit = units[at];
    if (unit === undefined) break;
    const next = units[at + 1];
    if (unit.kind !== CHARACTER_UNIT) {
      star = prefix && at === units.length - 1 && unit.kind === WORD_UNIT;
      tokens.push(star ? stemPrefix(cutToken(unit.exact)) : unit.token);
    } else if (next?.glued) tokens.push(unit.exact + next.exact);
    else if (next !== undefined && next.kind !== CHARACTER_UNIT) tokens.push(unit.exact);
    else if (tokens.length > 0) break;
    else {
      tokens.push(unit.exact);
      star = true;
    }
  }
  return `"${tokens.join(" ")}"${star ? " *" : ""}`;
}
