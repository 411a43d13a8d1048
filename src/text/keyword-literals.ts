/**
 * The byte strings by which the scan finds candidates for a keyword: the keyword itself where bytes can decide, else
 * every spelling of its most telling stretch, so that nothing that matches is missed and the text decides.
 */
import { caseVariants } from "./case-variants.ts";

export interface KeywordLiterals {
  /** UTF-8; their ASCII letters match in either case. */
  readonly literals: readonly Uint8Array[];
  /** Whether each match of a literal is a match of the keyword in substring mode, and no other is. */
  readonly exact: boolean;
  /** Whether a text may spell it with K (U+212A) or ſ (U+017F), which the literals do not cover. */
  readonly hasKelvinOrLongS: boolean;
}

/** What one literal may hold; the kernel's is 300. */
const MAX_BYTES = 240;
/** Spellings of one keyword. */
const MAX_SPELLINGS = 8;

const encoder = new TextEncoder();

export function keywordLiterals(keyword: string): KeywordLiterals {
  if (isAscii(keyword)) {
    const bytes = encoder.encode(keyword);
    const exact = bytes.length <= MAX_BYTES;
    return {
      literals: [exact ? bytes : bytes.slice(0, MAX_BYTES)],
      exact,
      hasKelvinOrLongS: /[ks]/i.test(keyword),
    };
  }
  const spellings = [...keyword].map(spellingsOf);
  const [from, to] = mostTelling(spellings);
  const literals = combinations(spellings.slice(from, to)).map((text) => encoder.encode(text));
  const exact = from === 0 && to === spellings.length && literals.length === 1;
  return { literals, exact, hasKelvinOrLongS: false };
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** ASCII letters in one case, as the kernel folds them. */
function spellingsOf(character: string): string[] {
  const variants = caseVariants(character.codePointAt(0) ?? 0).map((codePoint) => String.fromCodePoint(codePoint));
  return [...new Set(variants.map((variant) => (variant < "\x80" ? variant.toLowerCase() : variant)))];
}

/** The stretch with the most bytes among those with few enough spellings: first and one past the last character. */
function mostTelling(spellings: readonly (readonly string[])[]): [from: number, to: number] {
  let best: [number, number] = [0, 1];
  let most = 0;
  for (let from = 0; from < spellings.length; from++) {
    let ways = 1;
    let bytes = 0;
    for (let to = from; to < spellings.length; to++) {
      const here = spellings[to] ?? [];
      ways *= here.length;
      bytes += Math.max(...here.map((spelling) => encoder.encode(spelling).length));
      if ((ways > MAX_SPELLINGS && to > from) || bytes > MAX_BYTES) break;
      if (bytes > most) {
        most = bytes;
        best = [from, to + 1];
      }
    }
  }
  return best;
}

function combinations(spellings: readonly (readonly string[])[]): string[] {
  let texts = [""];
  for (const here of spellings) texts = texts.flatMap((text) => here.map((spelling) => text + spelling));
  return texts;
}
