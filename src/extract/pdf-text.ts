/** Turns the raw characters that PDFium gives for a page into text worth indexing. Functions of data. */

/** PDFium puts this noncharacter where a hyphen at a line end joined two lines, and drops the line break. */
const JOINED_HYPHEN = "\ufffe";

// Soft hyphen; direction marks, embeddings, overrides and isolates; zero-width no-break space.
const INVISIBLE = /[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\u3001\u3002\uff0c\uff01\uff1f\uff1a\uff1b\u30fc";
/** Justified Chinese comes out letter-spaced: "全 世 界". */
const SPACED_CJK = new RegExp(`(?<=[${CJK}]) (?=[${CJK}])`, "gu");

/** Where direction changes, the engine drops the blank behind a Latin word; Arabic and Hebrew attach words in front only. */
const LOST_BLANK = /(?<=\p{Script=Latin})(?=[\p{Script=Arabic}\p{Script=Hebrew}])/gu;

/** A word, the joining mark, and the rest of the word. */
const BROKEN_WORD = new RegExp(`([\\p{L}\\p{N}-]*)${JOINED_HYPHEN}([\\p{L}\\p{N}]*)([^\\s]*)[ \\t]*\\n?`, "gu");

/** Words written with a hyphen inside a line: the evidence that a broken one is a compound. */
const COMPOUND = /\p{L}+-\p{L}+/gu;

// Control characters, private use, unassigned mappings: what fonts without a usable ToUnicode table give.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be counted
const SUSPECT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd\uffff\p{Co}]/gu;

/** Above this share of suspect characters a page's text is marked unreliable. */
const SUSPECT_SHARE = 0.1;

/** True when more than a tenth of the page's visible characters are control or private-use characters. */
export function isUnreliable(raw: string): boolean {
  const visible = raw.replace(/\s/g, "").length;
  let suspect = 0;
  for (const match of raw.matchAll(SUSPECT)) suspect += match[0].length;
  return suspect > visible * SUSPECT_SHARE;
}

/** Compounds such as "well-known" that pages write within a line, in lower case. */
export function compoundsOf(pages: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  // Without a broken word nobody will ask.
  if (!pages.some((page) => page.includes(JOINED_HYPHEN))) return found;
  for (const page of pages) for (const match of page.matchAll(COMPOUND)) found.add(match[0].toLowerCase());
  return found;
}

/**
 * One page's text: words broken at a line end are whole again and the line ends after them (phiresky/ripgrep-all#44),
 * unless the document writes the compound elsewhere; soft hyphens and direction controls are gone, and so is the single
 * blank between two Han or Kana characters.
 */
export function cleanPage(raw: string, compounds: ReadonlySet<string>): string {
  let text = raw.replace(/\r\n?/g, "\n");
  if (text.includes(JOINED_HYPHEN))
    text = text.replace(BROKEN_WORD, (_, before: string, after: string, rest: string) => {
      const keep = compounds.has(`${before}-${after}`.toLowerCase());
      return `${before}${keep ? "-" : ""}${after}${rest}\n`;
    });
  text = text.replace(INVISIBLE, "").replace(SPACED_CJK, "").replace(LOST_BLANK, " ");
  // Empty lines say where blocks end; more than one says no more.
  return text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}
