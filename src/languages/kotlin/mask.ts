/**
 * Hides syntax that the Kotlin grammar does not know, which else costs it the rest of the file: guards of `when` branches
 * (Kotlin 2.2), annotations, and `where` and `suspend` as names.
 */
import type { Masked } from "../types.ts";

/** `where` is a keyword only before `Type : Bound`. */
const WHERE_AS_NAME = /\bwhere\b(?!\s+@?[\w.]+\s*:)/g;
const SUSPEND_AS_NAME = /\bsuspend\b(?=\s*[:=](?!=)|\((?![^()]*\)\s*->))/g;
const ANNOTATION_OF_PART =
  /@[\w.:]+(?:\((?:[^()]|\([^()]*\))*\))?(?=\s+(?:(?:private|internal|protected|public|inline)\s+)*(?:get|set|constructor)\s*\()/g;
const GUARDED = /^[ \t]*(?:!?(?:is|in)\s[^\n{}=;]*?|else|[\w.]+)[ \t]+(?=if\b)/gm;
const ANNOTATION = /@(?!file:)[A-Za-z][\w.:]*/y;
/** A longer text is no argument list. */
const MAX_ARGUMENTS = 4000;
/** A longer text is no condition. */
const MAX_GUARD = 600;

export function maskKotlinGaps(text: string): Masked {
  const macros = annotations(text);
  let shown = "";
  let at = 0;
  for (const { start, end } of macros) {
    shown += text.slice(at, start) + blanks(text.slice(start, end));
    at = end;
  }
  return { text: withoutGaps(shown + text.slice(at)), macros };
}

/** Annotations at the start of a line: the grammar takes several annotations before some declarations for an expression. */
function annotations(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const line of text.matchAll(/^[ \t]*(?=@)/gm)) {
    let at = line.index + line[0].length;
    if (at < (found.at(-1)?.end ?? 0)) continue;
    for (let end = annotationEnd(text, at); end > at; end = annotationEnd(text, at)) {
      found.push({ start: at, end });
      for (at = end; text[at] === " " || text[at] === "\t"; ) at++;
    }
  }
  return found;
}

/** End of the annotation at `from`; `from` itself without one. A file's annotations belong to no declaration. */
function annotationEnd(text: string, from: number): number {
  ANNOTATION.lastIndex = from;
  const name = ANNOTATION.exec(text);
  if (name === null) return from;
  const open = from + name[0].length;
  if (text[open] !== "(") return open;
  let depth = 0;
  for (let at = open; at < text.length && at < open + MAX_ARGUMENTS; at++) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at);
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at + 1;
  }
  return from;
}

/** Index of the quote that ends the string. */
function stringEnd(text: string, from: number): number {
  const quote = text.startsWith('"""', from) ? '"""' : '"';
  for (let at = from + quote.length; at < text.length; at++) {
    if (text[at] === "\\" && quote === '"') at++;
    else if (text.startsWith(quote, at)) return at + quote.length - 1;
  }
  return text.length;
}

/** Same length, same lines. */
function withoutGaps(text: string): string {
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

/** Offset of the `->` that ends the condition, -1 without one. */
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
