/** Whether one line of code defines something, by the patterns of its language: heuristic, without a syntax tree. */
import { definitionRule } from "../languages/line-rules.ts";

/**
 * The name that the line from `start` to `end` (UTF-16 offsets, without its line break) defines, as written; null without a
 * definition.
 */
export function definedName(text: string, start: number, end: number, language: string | null): string | null {
  const rule = definitionRule(language);
  if (rule === undefined) return null;
  let at = start;
  while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  if (at === end) return null;
  if (at === start) return nameAt(rule.outer, text, at, end);
  const opens = text.slice(at, end).trimEnd().endsWith("{");
  if (rule.outerUnindented !== true && (rule.outerOpensBlock !== true || opens)) {
    const outer = nameAt(rule.outer, text, at, end);
    if (outer !== null) return outer;
  }
  if (rule.inner === undefined || (rule.innerOpensBlock === true && !opens)) return null;
  return nameAt(rule.inner, text, at, end);
}

function nameAt(pattern: RegExp, text: string, at: number, end: number): string | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  for (let group = match.length - 1; group > 0; group--) {
    const name = match[group];
    if (name === undefined) continue;
    let start = match.index + match[0].lastIndexOf(name);
    // A pattern that continues into the next line found its name there.
    if (start >= end) return null;
    // A pattern that needs a character before the name took the name's first letter for it.
    while (start > at && /\w/.test(text[start - 1] ?? "")) start--;
    return text.slice(start, match.index + match[0].lastIndexOf(name) + name.length);
  }
  return null;
}
