/** Search results as text: for people grouped by file, and the formats that other programs take. */
import { displayPath, pathToBytes } from "../../corpus/path-bytes.ts";
import type { SearchHit } from "../../request/search-request.ts";
import { type Style, safeLine, safeText } from "../style.ts";
import { excerptFromSnippet, type PrintedExcerpt, type PrintedHitExcerpt } from "./excerpt.ts";
import type { SearchFormat } from "./formats.ts";
import { placeAfterPath, shownShortPath } from "./render-places.ts";

export interface RenderOptions {
  readonly format: SearchFormat;
  readonly style: Style;
  readonly cwd: string;
  /** Of names alone: a NUL byte behind each instead of a line break. */
  readonly print0?: boolean;
}

/** `excerpts[i]` belongs to `hits[i]`. Without hits: "", `[]`, the CSV header, "". */
export function renderHits(
  hits: readonly SearchHit[],
  excerpts: readonly PrintedHitExcerpt[],
  options: RenderOptions,
): string | Uint8Array {
  switch (options.format) {
    case "json":
      return `${JSON.stringify(hits)}\n`;
    case "csv":
      return toCsv(hits, options.style);
    case "files":
      return namesOf(hits, options);
    case "text":
      return toText(hits, excerpts, options);
  }
}

/** Names for other programs are the bytes that they are; on a terminal they are made harmless. */
function namesOf(hits: readonly SearchHit[], { style, print0 = false }: RenderOptions): string | Uint8Array {
  const paths = [...new Set(hits.map(({ path }) => path))];
  if (print0 || style.columns === null) {
    return Buffer.concat(paths.flatMap((path) => [pathToBytes(path), Buffer.from(print0 ? "\0" : "\n")]));
  }
  return paths.map((path) => `${displayPath(path)}\n`).join("");
}

const CSV_COLUMNS = [
  "path",
  "ext",
  "line_start",
  "line_end",
  "page",
  "sheet",
  "location_kind",
  "symbol",
  "score",
  "bm25",
  "mtime",
  "chunk",
  "snippet",
] as const satisfies readonly (keyof SearchHit)[];

/** RFC 4180 quoting, lines ended by "\n". On a terminal what is in the files is made harmless. */
function toCsv(hits: readonly SearchHit[], { columns }: Style): string {
  const cell = (hit: SearchHit, column: (typeof CSV_COLUMNS)[number]): string => {
    const value = column === "path" ? displayPath(hit.path) : String(hit[column] ?? "");
    const text = columns === null ? value.toWellFormed() : safeText(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = hits.map((hit) => CSV_COLUMNS.map((column) => cell(hit, column)).join(","));
  return [CSV_COLUMNS.join(","), ...rows].map((row) => `${row}\n`).join("");
}

/**
 * Files in the order of their best passage, further passages of a file beneath it. On a terminal a line parts those that hold all the
 * words from those that hold some.
 */
function toText(
  hits: readonly SearchHit[],
  excerpts: readonly PrintedHitExcerpt[],
  { style, cwd }: RenderOptions,
): string {
  const divided = style.columns === null ? null : firstOfTheRest(hits);
  return hits
    .flatMap((hit, i) => {
      const { passages = [], ...own }: PrintedHitExcerpt = excerpts[i] ?? excerptFromSnippet(hit);
      const block = hitBlock(hit, own, style, cwd);
      const first = hit === divided ? `${style.dim(dividerText(hits, hit, style.columns ?? 80))}\n\n${block}` : block;
      const further = hit.passages.map((passage, at) => {
        return passageBlock({ ...hit, ...passage }, passages[at] ?? excerptFromSnippet(passage), style, cwd);
      });
      return [first, ...further];
    })
    .join("\n");
}

/** Where what holds all the words ends; null where nothing follows, or where all are ranked together, as of a question. */
function firstOfTheRest(hits: readonly SearchHit[]): SearchHit | null {
  const first = hits.findIndex((hit) => !isFull(hit));
  const isApart = first >= 0 && hits.slice(first).every((hit) => !isFull(hit));
  return isApart ? (hits[first] ?? null) : null;
}

/** All the words are there. */
function isFull({ match }: SearchHit): boolean {
  return match === "chunk" || match === "document";
}

function dividerText(hits: readonly SearchHit[], first: SearchHit, columns: number): string {
  const rest = new Set(hits.slice(hits.indexOf(first)).map(({ match }) => match));
  const how = rest.has("partial")
    ? rest.has("meaning")
      ? "some of the words, or near in meaning"
      : "some of the words"
    : "near in meaning";
  const line = `── ${how} `;
  return line.padEnd(Math.min(columns - 1, 60), "─");
}

function hitBlock(hit: SearchHit, excerpt: PrintedExcerpt, style: Style, cwd: string): string {
  const explain = hit.explain ? `    ${style.dim(explained(hit))}\n` : "";
  return `${placeLine(hit, style, cwd, hit.stale, hit.weak)}\n${explain}${excerptLines(excerpt, style)}`;
}

function passageBlock(passage: SearchHit, excerpt: PrintedExcerpt, style: Style, cwd: string): string {
  return `${placeLine(passage, style, cwd, false)}\n${excerptLines(excerpt, style)}`;
}

function placeLine(hit: SearchHit, style: Style, cwd: string, isStale: boolean, isWeak = false): string {
  const { line, note } = placeAfterPath({ ...hit, line_start: hit.line });
  const shown = `${style.path(shownShortPath(hit.path, cwd))}${style.number(line)}`;
  const place = style.link(hit.path, line === "" ? null : Number(line.slice(1)), shown);
  const words: string[] = [];
  if (note !== "") words.push(style.dim(safeLine(note)));
  if (hit.symbol) words.push(style.dim(safeLine(hit.symbol)));
  if (isWeak) words.push(style.warn("weak"));
  if (isStale) words.push(style.warn("stale"));
  return [place, ...words].join("  ");
}

function explained({ score, explain, match }: SearchHit): string {
  const parts = Object.entries(explain ?? {}).filter(([name]) => name !== "total");
  return `score ${score} (${match}): ${parts.map(([name, value]) => `${name} ${value === null ? "none" : Number(value.toFixed(4))}`).join(", ")}`;
}

/** The excerpt with a gutter of line numbers where they are known; blank lines at its ends are left out. */
function excerptLines(excerpt: PrintedExcerpt, style: Style): string {
  const lines = markedLines(excerpt, style);
  let first = 0;
  let last = lines.length - 1;
  while (first < last && lines[first]?.blank === true) first++;
  while (last >= first && lines[last]?.blank === true) last--;
  const width = String((excerpt.firstLine ?? 0) + last).length;
  let shown = "";
  for (let index = first; index <= last; index++) {
    const { marked, matches } = lines[index] ?? { marked: "", matches: false };
    if (excerpt.firstLine === null) {
      shown += `    ${marked}\n`;
      continue;
    }
    const number = String(excerpt.firstLine + index).padStart(width);
    shown += `${`  ${matches ? style.number(number) : style.dim(number)}  ${marked}`.trimEnd()}\n`;
  }
  return shown;
}

interface MarkedLine {
  readonly marked: string;
  readonly matches: boolean;
  readonly blank: boolean;
}

function markedLines({ text, spans }: PrintedExcerpt, style: Style): MarkedLine[] {
  const lines: MarkedLine[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    let marked = "";
    let matches = false;
    let at = start;
    for (const span of spans) {
      if (span.start >= end || span.end <= start) continue;
      matches = true;
      const from = Math.max(at, span.start);
      const to = Math.min(end, span.end);
      if (to <= from) continue;
      marked += safeLine(text.slice(at, from)) + style.match(safeLine(text.slice(from, to)));
      at = to;
    }
    marked += safeLine(text.slice(at, end));
    start = end + 1;
    lines.push({ marked, matches, blank: line.trim() === "" });
  }
  return lines;
}
