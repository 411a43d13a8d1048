/**
 * Hides from the Kotlin grammar what it does not know, which else costs it the rest of the file: guards of `when` branches
 * (Kotlin 2.2), annotations of accessors and of constructors, and `where` and `suspend` as names.
 */

/** A keyword is one only before `Type : Bound`. */
const WHERE_AS_NAME = /\bwhere\b(?!\s+@?[\w.]+\s*:)/g;
const SUSPEND_AS_NAME = /\bsuspend\b(?=\s*[:=](?!=)|\((?![^()]*\)\s*->))/g;
const ANNOTATION_OF_PART =
  /@[\w.:]+(?:\((?:[^()]|\([^()]*\))*\))?(?=\s+(?:(?:private|internal|protected|public|inline)\s+)*(?:get|set|constructor)\s*\()/g;
const GUARDED = /^[ \t]*(?:!?(?:is|in)\s[^\n{}=;]*?|else|[\w.]+)[ \t]+(?=if\b)/gm;
/** A condition that is longer is none. */
const MAX_GUARD = 600;

/** Same length, same lines. */
export function withoutKotlinGaps(text: string): string {
  const filled = text
    .replace(WHERE_AS_NAME, "wherE")
    .replace(SUSPEND_AS_NAME, "suspenD")
    .replace(ANNOTATION_OF_PART, blanks);
  let written = "";
  let at = 0;
  for (const { index, 0: branch } of filled.matchAll(GUARDED)) {
    const from = index + branch.length;
    const arrow = from < at ? -1 : arrowBehind(filled, from);
    if (arrow === -1) continue;
    written += filled.slice(at, from) + blanks(filled.slice(from, arrow));
    at = arrow;
  }
  return written + filled.slice(at);
}

function blanks(hidden: string): string {
  return hidden.replace(/[^\n]/g, " ");
}

/** Where the `->` stands that ends the condition, -1 where none does. */
function arrowBehind(text: string, from: number): number {
  let depth = 0;
  const end = Math.min(text.length, from + MAX_GUARD);
  for (let at = from; at < end; at++) {
    const char = text[at];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "{" || char === "}" || char === ";" || depth < 0) return -1;
    else if (depth === 0 && char === "-" && text[at + 1] === ">") return at;
    else if (depth === 0 && char === "\n" && !/^\s*(?:&&|\|\||->)/.test(text.slice(at, at + 200))) return -1;
  }
  return -1;
}
