/** Finds index tokens whose words may hold `*part*`: tokens are stems, and the part may reach into a lost ending. */

/** Endings that a stem loses (stem.ts), also after a doubled consonant; y may have become i, and an e may be added. */
const ENDINGS = ["s", "es", "e", "ed", "d", "ing", "ings", "y", "ies", "ied", "l"];
const TAILS = ["", ..."bdgmnprtl"].flatMap((doubled) => ENDINGS.map((ending) => doubled + ending));
const BEGUN = new Set(TAILS.flatMap((tail) => Array.from(tail, (_, at) => tail.slice(0, at + 1))));
const WHOLE = new Set(TAILS);
const LONGEST_TAIL = 5;

/** Most tokens listed: a part of more words is no useful filter. */
const MOST_TOKENS = 2000;

/**
 * Tokens in `all` (separated by line breaks) whose words may hold `part`, or end with it. Folded. Null for too many tokens: the
 * part is a common ending, or thousands of words hold it.
 */
export function tokensWithPart(all: string, part: string, isOpenEnded: boolean): string[] | null {
  const isLetters = /^[a-z]+$/.test(part);
  if (
    isLetters &&
    (isOpenEnded ? TAILS.some((tail) => tail.includes(part)) : TAILS.some((tail) => tail.endsWith(part)))
  ) {
    return null;
  }
  const found = new Set<string>();
  if (!collect(all, part, isOpenEnded ? "" : "\n", found)) return null;
  for (let kept = part.length - 1; isLetters && kept >= Math.max(1, part.length - LONGEST_TAIL); kept--) {
    if (!(isOpenEnded ? BEGUN : WHOLE).has(part.slice(kept))) continue;
    for (const added of ["", "i", "e"]) if (!collect(all, part.slice(0, kept) + added, "\n", found)) return null;
  }
  return [...found];
}

/** False when there are too many. */
function collect(all: string, part: string, behind: string, found: Set<string>): boolean {
  const wanted = part + behind;
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + 1)) {
    const start = all.lastIndexOf("\n", at) + 1;
    at = all.indexOf("\n", at + part.length);
    found.add(all.slice(start, at));
    if (found.size > MOST_TOKENS) return false;
    at--;
  }
  return true;
}
