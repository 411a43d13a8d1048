/** Turns PDFium's raw characters of a page into text for the index. Functions of data. */

/** PDFium puts this noncharacter where a hyphen at a line end joined two lines, and drops the line break. */
export const JOINED_HYPHEN = "\ufffe";

// Soft hyphen; direction marks, embeddings, overrides and isolates; zero-width no-break space.
const INVISIBLE = /[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Whether `cleanPage` always drops this character. */
export function isInvisible(unit: string): boolean {
  INVISIBLE.lastIndex = 0;
  return INVISIBLE.test(unit);
}

const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\u3001\u3002\uff0c\uff01\uff1f\uff1a\uff1b\u30fc";
/** Justified Chinese comes out letter-spaced: "全 世 界". */
const SPACED_CJK = new RegExp(`(?<=[${CJK}]) (?=[${CJK}])`, "gu");

/** Where direction changes, the engine drops the blank behind a Latin word; Arabic and Hebrew only attach words in front. */
const LOST_BLANK = /(?<=\p{Script=Latin})(?=[\p{Script=Arabic}\p{Script=Hebrew}])/gu;

/** The joining mark with the part of the word before it, and the rest of the word. The mark stands first: it is rare. */
const BROKEN_WORD = new RegExp(
  `${JOINED_HYPHEN}(?<=([\\p{L}\\p{N}-]*)${JOINED_HYPHEN})([\\p{L}\\p{N}]*)([^\\s]*)[ \\t]*\\n?`,
  "gu",
);
/** The engine joins no numbers: "2019-" and "2020" stay on two lines. */
const BROKEN_NUMBERS = /(?<=\d)-\n(\d[\d.,]*)[ \t]*\n?/g;

/** A word; a broken one with its mark and its rest. */
const WORD = new RegExp(`[\\p{L}\\p{M}]+(?:-\\p{L}+)*(?:[\\p{N}-]*${JOINED_HYPHEN}[^\\s]*)?`, "gu");

/** First parts of compounds that keep their hyphen, in languages with many compounds: a broken word is no evidence. */
const COMPOUND_STARTS: ReadonlySet<string> = new Set(
  "all anti arc audio auto back best bi bio built by child class clear close co cost counter cross cyber data day de deep double down dual easy eco eight end error even ever eye face fact far fast fault few first five fixed follow four free front full fully general good great half hand hard hash heavy high higher hot human ill in inter intra key large last late left less life light like line little log long loss low lower machine mail man many mass mid mini mono mother much multi near neo new newly nine no non off old on one only open out over own part peer per plug point poly post pre pro pseudo put quasi re ready real right role run safe same second self semi seven short side single six slow small so soft so-called state step still strong sub super take ten third three time tiger tight to top trade trial tri turn twenty two type ultra un under up user value vice wave weak web week well whole wide wind word work world year zero ex fort sud nord est ouest non sous vice grand nicht ost west süd".split(
    " ",
  ),
);

// Control characters, private use, unassigned mappings: what fonts without a usable ToUnicode table give.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be counted
const SUSPECT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd\uffff\p{Co}]/gu;

/** Above this share of suspect characters a page's text is marked unreliable. */
const SUSPECT_SHARE = 0.1;

/** Fewest unmapped characters within words that mark a page: fewer are bullets and rules. */
const UNMAPPED = 3;
const UNMAPPED_SHARE = 0.005;

/**
 * Why a page's text is unreliable, null for a reliable page: more than a tenth of its visible characters are control or
 * private-use characters, or so many are unmapped that words must be lost.
 */
export function unreliableReason(raw: string, unmapped: number): string | null {
  const visible = raw.replace(/\s/g, "").length;
  if (unmapped >= UNMAPPED && unmapped >= visible * UNMAPPED_SHARE)
    return `${unmapped} characters are in no table of their font`;
  let suspect = 0;
  for (const match of raw.replace(PRIVATE_LETTERS, lettersOf).matchAll(SUSPECT)) suspect += match[0].length;
  return suspect > visible * SUSPECT_SHARE ? "a font has no usable table of its characters" : null;
}

/** Adobe's corporate use area: old-style digits, small capitals. Symbol fonts: a byte, where at least three stand in a row. */
const PRIVATE_LETTERS = /[\uf730-\uf739\uf761-\uf77a]|[\uf020-\uf07e]{3,}/g;

function lettersOf(letters: string): string {
  const isAdobe = letters.length === 1;
  return letters.replace(/./g, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode(isAdobe && code >= 0xf761 ? code - 0xf720 : code - (isAdobe ? 0xf700 : 0xf000));
  });
}

/** Words of a document, in lower case and with their hyphens: the evidence for joining broken words. */
export function wordsOf(pages: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  // Without a broken word the set is not needed.
  if (!pages.some((page) => page.includes(JOINED_HYPHEN))) return found;
  // Words at a break are the question, not the evidence.
  for (const page of pages)
    for (const word of page.toLowerCase().match(WORD) ?? []) if (!word.includes(JOINED_HYPHEN)) found.add(word);
  return found;
}

/**
 * Whether the hyphen between two parts of a broken word belongs to the word: decided by the word's spelling elsewhere in the
 * document, then by its parts. A compound is found with and without its hyphen, so in doubt the hyphen stays.
 */
function keepsHyphen(before: string, after: string, words: ReadonlySet<string>): boolean {
  const [first, second] = [before.toLowerCase(), after.toLowerCase()];
  if (words.has(`${first}-${second}`)) return true;
  if (words.has(first + second)) return false;
  if (/\d$/.test(first) || /^\d/.test(second)) return true;
  if ([...first].length === 1 || COMPOUND_STARTS.has(first)) return true;
  // Names and abbreviations continue with a capital; a syllable does not.
  if (/^\p{Lu}/u.test(after) && !/^\p{Lu}+$/u.test(before)) return true;
  return first.length > 2 && second.length > 2 && words.has(first) && words.has(second);
}

/**
 * One page's text: words broken at a line end are joined and the line ends after them (phiresky/ripgrep-all#44), with a hyphen
 * in compounds; soft hyphens, direction controls and the single blank between two Han or Kana characters are removed.
 * Private-use letters of fonts become ordinary letters.
 */
export function cleanPage(raw: string, words: ReadonlySet<string>): string {
  let text = raw.replace(/\r\n?/g, "\n");
  if (text.includes(JOINED_HYPHEN))
    text = text.replace(BROKEN_WORD, (_, before: string, after: string, rest: string) => {
      return `${keepsHyphen(before, after, words) ? "-" : ""}${after}${rest}\n`;
    });
  text = text.replace(BROKEN_NUMBERS, "-$1\n");
  text = text.replace(PRIVATE_LETTERS, lettersOf);
  text = text.replace(INVISIBLE, "").replace(SPACED_CJK, "").replace(LOST_BLANK, " ");
  // An empty line marks the end of a block; more than one adds nothing.
  return text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}
