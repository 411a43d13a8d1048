/** Windows of lines around the strongest matches of ranked files: bounded, merged if they overlap. */

import type { ScoringTermFacts } from "../ranking/file-score.ts";
import type { ContextSnippet } from "../request/context-request.ts";
import { cutLine } from "../text/cut-line.ts";
import { FoldedText } from "../text/folded-text.ts";
import { type FileAnalysis, type HitLine, lineEnd } from "./analysis.ts";

export interface SnippetLimits {
  readonly maxSnippets: number;
  readonly linesBefore: number;
  readonly linesAfter: number;
  readonly maxTotalLines: number;
}

/** Most snippets of one file. */
const MAX_SNIPPETS_PER_FILE = 3;
/** Most shown UTF-16 units of a line; a longer line is cut around its first match. */
const MAX_LINE_UNITS = 400;

/** Lines from first to last, both inclusive, from 1; `strongest` is the line of the main match. */
export interface Window {
  readonly first: number;
  readonly last: number;
  readonly strongest: number;
}

export interface Snippets {
  readonly snippets: readonly Required<ContextSnippet>[];
  /** Whether the limits dropped windows, or one was cut. */
  readonly truncated: boolean;
}

/**
 * The best window of each file in rank order, then each file's second, then the third: breadth first, because a reader who
 * wants the rest of a file opens it. Returned by file in rank order, then by line.
 */
export function makeSnippets(
  files: readonly { readonly analysis: FileAnalysis }[],
  terms: readonly ScoringTermFacts[],
  limits: SnippetLimits,
): Snippets {
  const chosen = files.map((): Window[] => []);
  const windows = files.map(({ analysis }) => fileWindows(analysis, terms, limits));
  let lines = 0;
  let count = 0;
  let truncated = false;
  for (let round = 0; round < MAX_SNIPPETS_PER_FILE; round++) {
    for (const [at, own] of windows.entries()) {
      const window = own[round];
      if (window === undefined) continue;
      const room = limits.maxTotalLines - lines;
      if (count >= limits.maxSnippets || room <= 0) {
        truncated = true;
        continue;
      }
      const fitting = shrink(window, room);
      if (fitting !== window) truncated = true;
      chosen[at]?.push(fitting);
      lines += fitting.last - fitting.first + 1;
      count++;
    }
  }
  const snippets = files.flatMap(({ analysis }, at) =>
    (chosen[at] ?? []).sort((a, b) => a.first - b.first).map((window) => snippetOf(analysis, terms, window)),
  );
  return { snippets, truncated };
}

/** Most strong lines in one window: a long run of matches is not shown whole. */
const LINES_A_WINDOW = 3;

/**
 * A file's windows, strongest first: around its strongest lines until there are MAX_SNIPPETS_PER_FILE. Overlapping or adjacent
 * windows are joined.
 */
function fileWindows(analysis: FileAnalysis, terms: readonly ScoringTermFacts[], limits: SnippetLimits): Window[] {
  const windows: (Window & { readonly lines: number })[] = [];
  for (const line of strongestLines(analysis.lines, terms)) {
    if (windows.length === MAX_SNIPPETS_PER_FILE) break;
    if (windows.some(({ first, last }) => line >= first && line <= last)) continue;
    const first = Math.max(1, line - limits.linesBefore);
    const last = Math.min(analysis.lineCount, line + limits.linesAfter);
    const touched = windows.filter((other) => other.first <= last + 1 && other.last >= first - 1);
    const [strongest] = touched;
    if (strongest === undefined) {
      windows.push({ first, last, strongest: line, lines: 1 });
      continue;
    }
    const lines = touched.reduce((sum, window) => sum + window.lines, 1);
    if (lines > LINES_A_WINDOW) continue;
    const joined = {
      first: Math.min(first, ...touched.map((window) => window.first)),
      last: Math.max(last, ...touched.map((window) => window.last)),
      strongest: strongest.strongest,
      lines,
    };
    windows[windows.indexOf(strongest)] = joined;
    for (const other of touched.slice(1)) windows.splice(windows.indexOf(other), 1);
  }
  return windows;
}

/** Bonus of a definition's line, as a share of the weight of its terms. */
const DEFINITION_BONUS = 1;
/** Distance of neighbouring lines that add half their weight to a line's strength: clusters of matches tell more. */
const CLUSTER = 6;

/** Numbers of the lines with matches, strongest first; ties by line. */
export function strongestLines(lines: readonly HitLine[], terms: readonly ScoringTermFacts[]): number[] {
  const own = lines.map(({ ids, defines }) => {
    const sum = ids.reduce((total, id) => total + (terms[id]?.weight ?? 0), 0);
    const defined = defines?.ids.reduce((total, id) => total + (terms[id]?.weight ?? 0), 0) ?? 0;
    return sum + DEFINITION_BONUS * defined;
  });
  const strength = lines.map(({ line }, at) => {
    let around = 0;
    for (let i = at - 1; i >= 0 && line - (lines[i]?.line ?? 0) <= CLUSTER; i--) around += own[i] ?? 0;
    for (let i = at + 1; i < lines.length && (lines[i]?.line ?? 0) - line <= CLUSTER; i++) around += own[i] ?? 0;
    return { line, value: Math.round(((own[at] ?? 0) + around / 2 / CLUSTER) * 1e6) / 1e6 };
  });
  return strength.sort((a, b) => b.value - a.value || a.line - b.line).map(({ line }) => line);
}

/** The window cut to `room` lines around its strongest one. */
export function shrink(window: Window, room: number): Window {
  const { first, last, strongest } = window;
  if (last - first + 1 <= room) return window;
  const before = Math.min(strongest - first, Math.floor((room - 1) / 3));
  const start = Math.min(strongest - before, last - room + 1);
  return { first: start, last: start + room - 1, strongest };
}

function snippetOf(
  analysis: FileAnalysis,
  terms: readonly ScoringTermFacts[],
  window: Window,
): Required<ContextSnippet> {
  const within = analysis.lines.filter(({ line }) => line >= window.first && line <= window.last);
  const ids = new Set(within.flatMap(({ ids: own }) => own));
  return {
    path: analysis.rel,
    line_start: window.first,
    line_end: window.last,
    matched_keywords: terms.flatMap(({ text }, id) => (ids.has(id) ? [text] : [])),
    snippet: cutLines(analysis, window.first, window.last, terms),
    match_lines: within.map(({ line }) => line),
  };
}

/** The text of lines first to last, without the last line's break; long lines cut. */
export function cutLines(
  { text, starts }: Pick<FileAnalysis, "text" | "starts">,
  first: number,
  last: number,
  terms: readonly ScoringTermFacts[],
): string {
  const lines: string[] = [];
  for (let index = first - 1; index < last; index++) {
    const [start, end] = [starts[index] ?? 0, lineEnd(text, starts, index)];
    const match = end - start <= MAX_LINE_UNITS ? start : firstMatch(text, start, end, terms);
    lines.push(cutLine(text, start, end, match, MAX_LINE_UNITS));
  }
  return lines.join("\n");
}

/** Offset of the first term on a long line; the line's start without a term. */
function firstMatch(text: string, start: number, end: number, terms: readonly ScoringTermFacts[]): number {
  const line = new FoldedText(text.slice(start, end));
  const lower = line.text.toLowerCase();
  const places = terms.map(({ folded }) => lower.indexOf(folded)).filter((at) => at >= 0);
  return places.length === 0 ? start : start + line.sourceOf(Math.min(...places), Math.min(...places) + 1).start;
}
