/** The text range shown for a hit: the lines that hold most of the query's words, bounded, with matches in `[[…]]`. */
import { codePointBorder } from "./graphemes.ts";
import { mergeSpans, type Span } from "./matcher.ts";

export interface SnippetOptions {
  /** Largest length in UTF-16 units, without the marks. */
  readonly maxChars: number;
  readonly maxLines: number;
  /** UTF-16 offsets of definitions asked for: among lines with equally many words, a line with such an offset wins. */
  readonly preferred?: readonly number[];
}

const DEFAULT_SNIPPET: SnippetOptions = { maxChars: 400, maxLines: 6 };

export interface Snippet {
  /** With `[[…]]` around matches. */
  readonly text: string;
  /** UTF-16 offsets of the shown text, on line borders where the lines are short enough. */
  readonly start: number;
  readonly end: number;
  /** Matches within the shown text, for terminals: sorted, clipped, without overlaps. */
  readonly spans: readonly Span[];
  /** UTF-16 offset of the first match in the line that holds most of the words; the start where nothing matches. */
  readonly best: number;
}

/** A match of one of the query's words. */
interface Match extends Span {
  /** Index of the query's word. */
  readonly word: number;
}

/**
 * The best range of `text` within `chunk`. `matches` has a list for each word of the query, in text order; matches outside the
 * chunk are ignored. Without matches the result is the beginning of the chunk.
 */
export function makeSnippet(
  text: string,
  chunk: Span,
  matches: readonly (readonly Span[])[],
  options: SnippetOptions = DEFAULT_SNIPPET,
): Snippet {
  const inside: Match[] = [];
  for (let word = 0; word < matches.length; word++) {
    for (const { start, end } of matches[word] ?? []) {
      if (start < chunk.end && end > chunk.start) inside.push({ start, end, word });
    }
  }
  inside.sort((a, b) => a.start - b.start || a.end - b.end);
  const line = bestLine(text, inside, matches.length, options);
  const window =
    inside.length === 0
      ? { start: firstVisible(text, chunk), end: chunk.end }
      : richest(text, inside, matches.length, line, options);
  const shown = inside.length === 0 ? openEnd(text, chunk, window.start, options) : widen(text, chunk, window, options);
  const marked: Span[] = [];
  for (const { start, end } of inside.length < 2 ? inside : mergeSpans(inside)) {
    if (start >= shown.end || end <= shown.start) continue;
    marked.push({ start: Math.max(start, shown.start), end: Math.min(end, shown.end) });
  }
  const isShown = line !== null && line.start >= shown.start && line.start < shown.end;
  const best = isShown ? line.start : (marked[0]?.start ?? shown.start);
  return { text: mark(text, shown, marked), start: shown.start, end: shown.end, spans: marked, best };
}

/** A line, from its first match on. */
interface Line extends Span {
  /** Number of different query words in the line. */
  readonly distinct: number;
}

/** The line that holds most of the words; ties: the line with a preferred place, then with most matches, then the first. */
function bestLine(
  text: string,
  matches: readonly Match[],
  words: number,
  { preferred = [] }: SnippetOptions,
): Line | null {
  const lines = linesOf(text, matches);
  let best: (Line & { readonly rank: number }) | null = null;
  for (let from = 0; from < matches.length; ) {
    let to = from;
    const held = new Uint8Array(words);
    let distinct = 0;
    for (; to < matches.length && lines[to] === lines[from]; to++) {
      const word = matches[to]?.word ?? 0;
      distinct += held[word] === 0 ? 1 : 0;
      held[word] = 1;
    }
    const start = matches[from]?.start ?? 0;
    const end = matches[to - 1]?.end ?? start;
    const isPreferred = preferred.some((at) => at <= end && at >= lineStart(text, start, 0));
    const rank = distinct * 1000 + (isPreferred ? 500 : 0) + Math.min(499, to - from);
    if (best === null || rank > best.rank) best = { start, end, distinct, rank };
    from = to;
  }
  return best;
}

function mark(text: string, shown: Span, spans: readonly Span[]): string {
  let result = "";
  let at = shown.start;
  for (const { start, end } of spans) {
    result += `${text.slice(at, start)}[[${text.slice(start, end)}]]`;
    at = end;
  }
  return result + text.slice(at, shown.end);
}

/**
 * The range of the allowed size that holds most of the words: the best line if no range holds more words, else the range with
 * most matches, then the first.
 */
function richest(
  text: string,
  matches: readonly Match[],
  words: number,
  line: Line | null,
  options: SnippetOptions,
): Span {
  const lines = linesOf(text, matches);
  const counts = new Uint32Array(words);
  const add = (word: number, by: 1 | -1): number => {
    counts[word] = (counts[word] ?? 0) + by;
    return counts[word] ?? 0;
  };
  let distinct = 0;
  let end = 0;
  let best = { distinct: 0, from: 0, to: 0 };
  const from = matches[0]?.start ?? 0;
  let window: Span = { start: from, end: from };
  for (const [first, { start, word }] of matches.entries()) {
    for (let next = matches[end]; next !== undefined; next = matches[end]) {
      const fits = next.end - start <= options.maxChars && (lines[end] ?? 0) - (lines[first] ?? 0) < options.maxLines;
      if (end > first && !fits) break;
      if (add(next.word, 1) === 1) distinct++;
      end++;
    }
    const isRicher = distinct > best.distinct || (distinct === best.distinct && end - first > best.to - best.from);
    if (isRicher) {
      best = { distinct, from: first, to: end };
      window = { start, end: matches[end - 1]?.end ?? start };
    }
    if (add(word, -1) === 0) distinct--;
  }
  if (line !== null && line.distinct >= best.distinct && line.end - line.start <= options.maxChars) {
    return { start: line.start, end: line.end };
  }
  return window;
}

/** For each match, its line number, counted from the first match's line. */
function linesOf(text: string, matches: readonly Match[]): number[] {
  let line = 0;
  let at = matches[0]?.start ?? 0;
  const lines: number[] = [];
  for (const { start } of matches) {
    for (let next = text.indexOf("\n", at); next !== -1 && next < start; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    lines.push(line);
  }
  return lines;
}

/** Grows a window by whole lines, alternately after and before, while it stays within the bounds. */
function widen(text: string, chunk: Span, window: Span, options: SnippetOptions): Span {
  const { maxChars, maxLines } = options;
  let start = lineStart(text, window.start, chunk.start);
  let end = lineEnd(text, window.end, chunk.end);
  // The matches span too many lines: keep the first lines.
  while (countLines(text, start, end) > maxLines) end = lineEnd(text, nthLineEnd(text, start, maxLines), chunk.end);
  if (end - start > maxChars) return clip(text, { start, end }, window, maxChars);
  let lines = countLines(text, start, end);
  for (let grown = true; grown && lines < maxLines; ) {
    grown = false;
    if (end < chunk.end) {
      const next = lineEnd(text, end + 1, chunk.end);
      if (next - start <= maxChars) {
        end = next;
        grown = true;
        lines++;
      }
    }
    if (start > chunk.start && lines < maxLines) {
      const previous = lineStart(text, start - 1, chunk.start);
      if (end - previous <= maxChars) {
        start = previous;
        grown = true;
        lines++;
      }
    }
  }
  return trim(text, start, end);
}

/** UTF-16 units around the match in a long line that nobody reads, such as minified code. */
const AROUND_MATCH = 160;

/** A window inside lines that are too long: centred on the matches, cut at spaces where a space is near. */
function clip(text: string, lines: Span, window: Span, most: number): Span {
  const isReadable = isProse(
    text.slice(Math.max(lines.start, window.start - most), Math.min(lines.end, window.end + most)),
  );
  const maxChars = isReadable ? most : Math.min(most, AROUND_MATCH);
  const length = Math.min(window.end - window.start, maxChars);
  const start = Math.max(lines.start, window.start - ((maxChars - length) >> 1));
  const end = Math.min(lines.end, start + maxChars);
  const from = start === lines.start ? start : wordBorder(text, start, Math.min(window.start, start + 24), 1);
  const to = end === lines.end ? end : wordBorder(text, end, Math.max(window.start + length, end - 24), -1);
  return { start: codePointBorder(text, from), end: codePointBorder(text, to) };
}

/** Words separated by blanks, or a script without spaces. */
function isProse(text: string): boolean {
  return (
    text.split(/\s+/).length > text.length / 10 || /[\u0e00-\u0eff\u1000-\u109f\u3040-\u9fff\uac00-\ud7af]/.test(text)
  );
}

/** The next blank from `at` towards `limit`, else `at`. */
function wordBorder(text: string, at: number, limit: number, step: 1 | -1): number {
  for (let i = at; step === 1 ? i < limit : i > limit; i += step) {
    const unit = text.charCodeAt(step === 1 ? i : i - 1);
    if (unit === 32 || unit === 10 || unit === 9) return step === 1 ? i + 1 : i - 1;
  }
  return at;
}

function openEnd(text: string, chunk: Span, start: number, { maxChars, maxLines }: SnippetOptions): Span {
  const end = Math.min(chunk.end, nthLineEnd(text, start, maxLines));
  if (end - start <= maxChars) return trim(text, start, end);
  const cut = wordBorder(text, start + maxChars, start + maxChars - 24, -1);
  return { start, end: codePointBorder(text, cut) };
}

function firstVisible(text: string, chunk: Span): number {
  let at = chunk.start;
  while (at < chunk.end && /\s/.test(text[at] ?? "")) at++;
  return at === chunk.end ? chunk.start : lineStart(text, at, chunk.start);
}

function lineStart(text: string, at: number, floor: number): number {
  const newline = at === 0 ? -1 : text.lastIndexOf("\n", at - 1);
  return Math.max(floor, newline + 1);
}

/** End of the line that holds `at`, without its newline. */
function lineEnd(text: string, at: number, ceiling: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 || newline > ceiling ? ceiling : newline;
}

function nthLineEnd(text: string, start: number, lines: number): number {
  let at = start;
  for (let line = 0; line < lines; line++) {
    const newline = text.indexOf("\n", at);
    if (newline === -1) return text.length;
    at = newline + 1;
  }
  return at - 1;
}

function countLines(text: string, start: number, end: number): number {
  let lines = 1;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/** Without blank lines at either end. */
function trim(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  for (let at = start; at < end && /\s/.test(text[at] ?? ""); at++) if (text[at] === "\n") start = at + 1;
  while (end > start && /\s/.test(text[end - 1] ?? "")) end--;
  return { start, end };
}
