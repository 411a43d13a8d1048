/**
 * Light English stems: plural s, ies, ing, ed, final e, y to i, and doubled consonants. These steps carry nearly all
 * of the gain of full Porter stemming, and a stem shares all but its last few letters with the
 * word, which keeps prefix look-ups narrow. The measure and the consonant-vowel-consonant test are those of M. F. Porter,
 * "An algorithm for suffix stripping", Program 14(3), 1980, steps 1 and 5.
 *
 * `src/kernels/tokens.kernel.ts` holds the same rules on bytes; a property test compares them.
 */

const A = 97;
const E = 101;
const Z = 122;

function isVowel(word: string, at: number): boolean {
  switch (word.charCodeAt(at)) {
    case 97:
    case 101:
    case 105:
    case 111:
    case 117:
      return true;
    case 121:
      return at > 0 && !isVowel(word, at - 1);
    default:
      return false;
  }
}

function hasVowel(word: string, length: number): boolean {
  for (let at = 0; at < length; at++) if (isVowel(word, at)) return true;
  return false;
}

/** Number of vowel-to-consonant changes in the first `length` letters, counted up to 2. */
function measure(word: string, length: number): number {
  let changes = 0;
  let before = false;
  for (let at = 0; at < length && changes < 2; at++) {
    const vowel = isVowel(word, at);
    if (before && !vowel) changes++;
    before = vowel;
  }
  return changes;
}

/** Ends in consonant, vowel, consonant other than w, x, y: a short syllable, which keeps its final e. */
function isShort(word: string, length: number): boolean {
  if (length < 3) return false;
  const last = word[length - 1];
  if (last === "w" || last === "x" || last === "y") return false;
  return !isVowel(word, length - 1) && isVowel(word, length - 2) && !isVowel(word, length - 3);
}

function isLetters(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit < A || unit > Z) return false;
  }
  return true;
}

function withoutPlural(word: string): string {
  const last = word.length - 1;
  if (word[last] !== "s") return word;
  if (word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (word.endsWith("sses")) return word.slice(0, -2);
  const before = word[last - 1];
  if (before === "s" || before === "u" || before === "i" || word.endsWith("ias")) return word;
  return word.slice(0, last);
}

const UNDOUBLED = "bdgmnprt";

/** A word without ing or ed; the word itself where ing or ed is part of it. */
function withoutInflection(word: string): string {
  const cut = word.endsWith("ing") ? 3 : word.endsWith("ed") && !word.endsWith("eed") && word !== "embed" ? 2 : 0;
  const rest = word.length - cut;
  if (cut === 0 || rest < 2 || !hasVowel(word, rest)) return word;
  const stem = word.slice(0, rest);
  // used, using, aged, icing: a vowel and a consonant that lost their e.
  if (rest === 2) return isVowel(word, 0) && !isVowel(word, 1) ? `${stem}e` : word;
  const last = stem[rest - 1] ?? "";
  if (rest > 3 && last === stem[rest - 2] && UNDOUBLED.includes(last)) return stem.slice(0, -1);
  return measure(stem, rest) === 1 && isShort(stem, rest) ? `${stem}e` : stem;
}

function withoutFinalE(word: string): string {
  const rest = word.length - 1;
  if (rest < 3 || word.charCodeAt(rest) !== E) return word;
  const syllables = measure(word, rest);
  if (word[rest - 1] === "u" || syllables > 1 || (syllables === 1 && !isShort(word, rest))) return word.slice(0, rest);
  return word;
}

/** The light stem of a folded word. Words with a character outside a–z, or of one or two letters, stay unchanged. */
export function stem(word: string): string {
  if (word.length < 3 || !isLetters(word)) return word;
  let result = word;
  if (word.length > 3) result = withoutInflection(withoutPlural(word));
  const last = result.length - 1;
  if (result[last] === "y" && last >= 2 && !isVowel(result, last - 1)) return `${result.slice(0, last)}i`;
  result = withoutFinalE(result);
  if (result.length >= 6 && result.endsWith("ll") && measure(result, result.length) > 1) return result.slice(0, -1);
  return result;
}

/** Ends of a prefix that a stem may lose: runn(ing), quer(y → i), cach(e), instal(l). */
const LOSABLE = /(?:[bdgmnprtley]?(?:i(?:n(?:gs?)?)?|e(?:ds?|s)?)|[bdgmnprtley]s?|s)$/;

/**
 * The longest string that the stem of every word with this prefix begins with. Stems share at least two letters with
 * their word, so two always stay.
 */
export function stemPrefix(prefix: string): string {
  if (prefix.length < 3 || !isLetters(prefix)) return prefix;
  const lost = LOSABLE.exec(prefix)?.[0].length ?? 0;
  return prefix.slice(0, Math.max(2, prefix.length - lost));
}

/** Possible continuations of a prefix that make the word's stem shorter than the prefix. */
const TAILS = ["", "s", "es", "ies", "e", "y", "l", "d", "ds", "ed", "eds", "g", "gs", "ng", "ngs", "ing", "ings"];

/**
 * The stems of words with this prefix that do not begin with it: `carri` of carrying for `carry`, `run` of running for `runn`.
 * All other stems of such words begin with the prefix.
 */
export function shorterStems(prefix: string): string[] {
  const stems = TAILS.map((tail) => stem(prefix + tail)).filter((each) => !each.startsWith(prefix));
  return [...new Set(stems)];
}
