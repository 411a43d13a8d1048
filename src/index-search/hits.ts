/** A result to show: its place, in the terms of `read`, and the text around its matches. */

import type { SearchHit, SearchPassage } from "../request/search-request.ts";
import { type ChunkRow, ordinalOfChunk } from "../store/chunk-codec.ts";
import { layoutOf, layoutsOf } from "../store/content.ts";
import { type StoredSymbol, symbolsOf } from "../store/symbols.ts";
import { definedName } from "../symbols/definition-line.ts";
import { foldAll } from "../text/fold.ts";
import { columnName, indexAt, type Layout, lineStarts, locate, type SourcePosition } from "../text/lines.ts";
import { MatchText, mergeSpans, type Span } from "../text/matcher.ts";
import type { ParsedQuery } from "../text/query.ts";
import { makeSnippet, type Snippet } from "../text/snippet.ts";
import type { Candidates, ShownPassage } from "./candidates.ts";

/** A hit on a terminal: text without marks, matches as UTF-16 spans of the text, and its first source line. */
export interface Excerpt {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly firstLine: number;
}

/** A hit's excerpt, and those of its further passages. */
export interface HitExcerpt extends Excerpt {
  readonly passages: readonly Excerpt[];
}

/** The place and text of a passage. */
type PassagePlace = Omit<SearchPassage, "score">;

/** A hit without its ranking. */
export type HitPlace = PassagePlace & Pick<SearchHit, "path" | "ext" | "type" | "language" | "location_kind" | "mtime">;

/** UTF-16 units that a match may extend beyond the chunk that it begins in. */
const OVERHANG = 400;

/** Size of a hit's shown text. */
const SNIPPET = { maxChars: 400, maxLines: 6 } as const;

function isCode({ file }: ShownPassage): boolean {
  return file.category === "source" || file.category === "test";
}

/** The last heading of the chunk at or before an offset: `defined` are the headings that start in the chunk. */
function headingAt(defined: string, text: string, at: number): string | null {
  const headings = new Set(defined === "" ? [] : defined.split("\n"));
  let found: string | null = null;
  if (headings.size === 0) return found;
  for (let start = 0; start <= at; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).replace(/^[\s#=*_-]+|[\s#=*_:-]+$/g, "");
    if (headings.has(line)) found = line;
    start = end + 1;
  }
  return found;
}

export class HitWriter {
  readonly #symbols = new Map<number, readonly StoredSymbol[]>();
  readonly #layouts = new Map<number, { readonly layout: Layout; starts: Uint32Array | null }>();

  constructor(
    private readonly candidates: Candidates,
    private readonly query: ParsedQuery,
  ) {}

  /** Reads the texts of several hits at once. */
  prepare(candidates: readonly ShownPassage[]): void {
    this.candidates.prefetch(
      candidates.map(({ file, chunk }) => ({ file, start: chunk.start, end: chunk.end + OVERHANG })),
    );
    const ids: number[] = [];
    for (const { file, chunk } of candidates) if (file.contentId !== null && chunk.unit < 0) ids.push(file.contentId);
    if (ids.length < 2) return;
    for (const [id, layout] of layoutsOf(this.candidates.store, ids)) this.#layouts.set(id, { layout, starts: null });
  }

  /** `window`: the range of the chunk's text to show; null: the range around its words. */
  write(
    candidate: ShownPassage,
    matchText: MatchText | null,
    window: Span | null = null,
  ): { place: HitPlace; excerpt: Excerpt } {
    const { file } = candidate;
    const { place, excerpt, kind } = this.passage(candidate, matchText, window);
    const said = { path: file.path, ext: file.ext, type: file.category, language: file.language };
    const mtime = new Date(Number(file.mtimeNs / 1_000_000n)).toISOString();
    return { place: { ...said, ...place, location_kind: kind, mtime }, excerpt };
  }

  /** The place and text of a passage, with the kind of its place. */
  passage(
    candidate: ShownPassage,
    matchText: MatchText | null,
    window: Span | null = null,
  ): { place: PassagePlace; excerpt: Excerpt; kind: Layout["locationKind"] } {
    const { file, chunk } = candidate;
    const text = this.candidates.slice(file, chunk.start, chunk.end + OVERHANG);
    const length = chunk.end - chunk.start;
    const matches = this.#matches(matchText ?? new MatchText(text), length);
    let reach = length;
    for (const spans of matches) reach = Math.max(reach, spans[spans.length - 1]?.end ?? 0);
    const shown = window ?? { start: 0, end: reach };
    const preferred = this.#definitionsIn(candidate, text, matches);
    const snippet = makeSnippet(text, shown, matches, { ...SNIPPET, preferred });
    const locator = this.#locator(candidate, text);
    const first = locator.locate(snippet.start);
    const end = locator.locate(Math.max(snippet.start, snippet.end - 1));
    const isMatched = snippet.spans.length > 0;
    const match = isMatched ? locator.locate(snippet.best) : first;
    const unit = locator.layout.units[first.unit];
    const labelled = (...kinds: string[]) => (unit !== undefined && kinds.includes(unit.kind) ? unit.label : null);
    const page = labelled("page", "slide");
    return {
      place: {
        line_start: first.line,
        line_end: Math.max(first.line, end.line),
        line: match.line,
        page: page === null ? null : Number(page),
        sheet: labelled("sheet"),
        part: labelled("part", "cell"),
        row: match.row,
        cells: cellsOf(locator, snippet),
        snippet: snippet.text,
        chunk: ordinalOfChunk(chunk.id),
        symbol: this.#symbolAt(candidate, text, isMatched ? snippet.best : null),
      },
      excerpt: {
        text: text.slice(snippet.start, snippet.end),
        spans: shifted(snippet),
        firstLine: first.line,
      },
      kind: locator.layout.locationKind,
    };
  }

  /** The innermost symbol, or the heading, around the best match; the chunk's own where that is unknown. */
  #symbolAt(candidate: ShownPassage, text: string, at: number | null): string | null {
    const { chunk } = candidate;
    const known = chunk.symbol === "" ? null : chunk.symbol;
    if (at === null) return known;
    if (!isCode(candidate)) return headingAt(chunk.defined, text, at) ?? known;
    const symbols = this.#symbolsOf(candidate);
    if (symbols.length === 0) return known;
    const offset = chunk.start + at;
    return symbols.findLast(({ name, start, end }) => name !== "" && start <= offset && offset < end)?.name ?? null;
  }

  #symbolsOf({ file }: ShownPassage): readonly StoredSymbol[] {
    if (file.contentId === null) return [];
    const symbols = this.#symbols.get(file.contentId) ?? symbolsOf(this.candidates.store, file.contentId);
    this.#symbols.set(file.contentId, symbols);
    return symbols;
  }

  /** The matches that are the name defined on their line, offsets from the chunk's start. */
  #definitionsIn(candidate: ShownPassage, text: string, matches: readonly (readonly Span[])[]): number[] {
    if (!isCode(candidate)) return [];
    return matches.flat().flatMap(({ start, end }) => {
      const from = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
      const to = text.indexOf("\n", start);
      const name = definedName(text, from, to === -1 ? text.length : to, candidate.file.language);
      return name !== null && foldAll(name) === foldAll(text.slice(start, end)) ? [start] : [];
    });
  }

  /** For each word of the query the matches that begin in the chunk, offsets from its start. */
  #matches(text: MatchText, length: number): Span[][] {
    const matches: Span[][] = [];
    for (const { optional, terms } of this.query.required) {
      if (optional) continue;
      const found: Span[] = [];
      for (const term of terms) found.push(...text.findMarks(term));
      const begun: Span[] = [];
      for (const span of found.length < 2 ? found : mergeSpans(found)) if (span.start < length) begun.push(span);
      matches.push(begun);
    }
    return matches;
  }

  #locator({ file, chunk }: ShownPassage, text: string): Locator {
    const id = file.contentId ?? -1;
    const known = this.#layouts.get(id) ?? {
      layout: layoutOf(this.candidates.store, id, chunk.unit >= 0),
      starts: null,
    };
    this.#layouts.set(id, known);
    const { layout } = known;
    if (layout.lines.numbers === undefined && layout.cells === undefined) return chunkLocator(layout, chunk, text);
    known.starts ??= lineStarts(this.candidates.text(file));
    const { starts } = known;
    return { layout, offset: chunk.start, locate: (at) => locate(layout, starts, chunk.start + at) };
  }
}

/** The matches of a snippet as offsets from its start. */
function shifted({ spans, start: from }: Snippet): Span[] {
  const moved: Span[] = [];
  for (const { start, end } of spans) moved.push({ start: start - from, end: end - from });
  return moved;
}

/** Locates offsets from a chunk's start. */
interface Locator {
  readonly layout: Layout;
  /** Offset of the chunk in the whole text. */
  readonly offset: number;
  locate(at: number): SourcePosition;
}

/** Lines numbered without gaps are counted from the chunk's own first line, without reading the text. */
function chunkLocator(layout: Layout, chunk: ChunkRow, text: string): Locator {
  const starts = lineStarts(text);
  const first = indexAt(starts, Math.max(0, text.search(/\S/)));
  const locateIn = (at: number) => {
    const line = chunk.lineStart + indexAt(starts, at) - first;
    // Line index plus one, as lines are numbered without gaps.
    return { line, row: layout.lines.rows?.[line - 1] || null, unit: chunk.unit, cell: null };
  };
  return { layout, offset: chunk.start, locate: locateIn };
}

/** The smallest range of spreadsheet cells that holds the shown matches: "B7", "B7:D9". */
function cellsOf({ layout, offset, locate: place }: Locator, { spans }: Snippet): string | null {
  const { cells } = layout;
  if (cells === undefined || spans.length === 0) return null;
  const columns = spans.flatMap((span) => {
    const from = Math.max(0, indexAt(cells.starts, offset + span.start));
    return Array.from(cells.columns.subarray(from, Math.max(from, indexAt(cells.starts, offset + span.end - 1)) + 1));
  });
  const rows = spans.flatMap((span) => [span.start, span.end - 1].map((at) => place(at).line));
  const from = `${columnName(Math.min(...columns))}${Math.min(...rows)}`;
  const to = `${columnName(Math.max(...columns))}${Math.max(...rows)}`;
  return from === to ? from : `${from}:${to}`;
}
