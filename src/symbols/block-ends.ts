/** Finds the end of a block from its first line: by brackets, indentation, or a closing word. Lines count from 0 here. */
import { indexAt } from "../text/lines.ts";
import type { Lines } from "./block.ts";
import type { Bracket, CodeMask } from "./code-mask.ts";

export interface BlockEnd {
  readonly last: number;
  /** Offset at which the body begins, so the text before is the signature; null: the whole line is the signature. */
  readonly bodyAt: number | null;
}

/** Tabs count to the next multiple of 8, as Python counts them. */
export function indentOf({ text, starts }: Lines, index: number): number {
  let columns = 0;
  for (let at = starts[index] ?? 0; at < text.length; at++) {
    if (text[at] === " ") columns++;
    else if (text[at] === "\t") columns += 8 - (columns % 8);
    else break;
  }
  return columns;
}

export function isBlank({ text, starts }: Lines, index: number): boolean {
  const end = starts[index + 1] ?? text.length;
  for (let at = starts[index] ?? 0; at < end; at++) if (text.charCodeAt(at) > 32) return false;
  return true;
}

function lineAt(lines: Lines, offset: number): number {
  return Math.max(0, indexAt(lines.starts, offset));
}

function trimmed({ text, starts }: Lines, index: number): string {
  return text.slice(starts[index] ?? 0, starts[index + 1] ?? text.length).trim();
}

/**
 * The first brace after the line's beginning outside all other brackets opens the body, unless a semicolon, or a line that does
 * not continue, comes first.
 */
export function endByBrackets(lines: Lines, mask: CodeMask, index: number): BlockEnd {
  const { brackets } = mask;
  const start = lines.starts[index] ?? 0;
  let at = firstFrom(brackets, start);
  let reached = index;
  while (true) {
    const bracket = brackets[at];
    const ended = statementEnd(lines, mask, index, reached, bracket?.at ?? Number.POSITIVE_INFINITY);
    if (ended !== null || bracket === undefined) return { last: ended ?? reached, bodyAt: null };
    if (bracket.sign === ";") return { last: lineAt(lines, bracket.at), bodyAt: bracket.at };
    // A bracket from outside closes: the line stood inside that bracket (an argument, a member of a list).
    if (")]}".includes(bracket.sign)) return { last: Math.max(index, lineAt(lines, bracket.at) - 1), bodyAt: null };
    const close = bracket.close === -1 ? undefined : brackets[bracket.close];
    if (close === undefined) return endByIndentation(lines, mask, index);
    reached = lineAt(lines, close.at);
    if (bracket.sign === "{" && !goesOn(lines.text, brackets, bracket.close))
      return { last: reached, bodyAt: bracket.at };
    at = bracket.close + 1;
  }
}

/**
 * A brace right behind a closed one on its line: that was a type (`): { a: string } {`, `interface{} {`, `Promise<{ b: T }>
 * {`).
 */
function goesOn(text: string, brackets: readonly Bracket[], closed: number): boolean {
  const close = brackets[closed];
  const next = brackets[closed + 1];
  if (close === undefined || next === undefined || next.sign !== "{") return false;
  return /^[ \t]*(?:(?:>|\[\]|[|&])[^;=\n]*)?$/.test(text.slice(close.at + 1, next.at));
}

/** Last line of a statement without a closing sign: the next line does not continue the statement; null where it continues. */
function statementEnd(lines: Lines, mask: CodeMask, index: number, reached: number, next: number): number | null {
  const indent = indentOf(lines, index);
  for (let line = reached + 1; line < lines.starts.length && (lines.starts[line] ?? 0) <= next; line++) {
    if (mask.inside(line) || isBlank(lines, line)) continue;
    if (indentOf(lines, line) > indent) continue;
    return /^(?:[{.?:&|+=),]|->|where\b|throws\b)/.test(trimmed(lines, line)) ? null : lastText(lines, line - 1, index);
  }
  return next === Number.POSITIVE_INFINITY ? lastText(lines, lines.starts.length - 1, index) : null;
}

/** Lines indented more than the first, and the closing line at the first line's indentation. */
export function endByIndentation(lines: Lines, mask: CodeMask, index: number): BlockEnd {
  const indent = indentOf(lines, index);
  let line = index + 1;
  let last = index;
  for (; line < lines.starts.length; line++) {
    if (mask.inside(line)) {
      last = line;
      continue;
    }
    if (isBlank(lines, line)) continue;
    if (indentOf(lines, line) <= indent) {
      if (/^[)\]}]/.test(trimmed(lines, line)) && indentOf(lines, line) === indent) last = line;
      else break;
    } else last = line;
  }
  return { last: lastText(lines, last, index), bodyAt: headerEnd(lines, mask, index) };
}

/** Offset behind the colon that ends a header of several lines. */
function headerEnd(lines: Lines, mask: CodeMask, index: number): number | null {
  let line = index;
  while (mask.inside(line + 1) && line < index + 40) line++;
  const end = lines.starts[line + 1];
  return end === undefined ? lines.text.length : end - 1;
}

const END = /^end\b/;

/** Ends at the `end` at the line's own indentation; a block on one line, or without an `end`, ends before the next. */
export function endByWord(lines: Lines, mask: CodeMask, index: number): BlockEnd {
  const indent = indentOf(lines, index);
  if (/\bend\s*[,;)]*$/.test(trimmed(lines, index))) return { last: index, bodyAt: null };
  let last = index;
  for (let line = index + 1; line < lines.starts.length; line++) {
    if (mask.inside(line) || isBlank(lines, line)) continue;
    if (indentOf(lines, line) > indent) {
      last = line;
      continue;
    }
    if (END.test(trimmed(lines, line))) return { last: line, bodyAt: null };
    // Branches of the same block stand at its indentation.
    if (!/^(?:rescue|ensure|else|elsif|elseif|catch|after)\b/.test(trimmed(lines, line))) break;
  }
  return { last, bodyAt: null };
}

/** The last line up to `from` that is not blank. */
function lastText(lines: Lines, from: number, least: number): number {
  let line = from;
  while (line > least && isBlank(lines, line)) line--;
  return line;
}

function firstFrom(brackets: readonly Bracket[], offset: number): number {
  let low = 0;
  let high = brackets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((brackets[middle]?.at ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
