/** A result as the contract shows it: where it is, in terms that `read` takes, and the text around its matches. */
import type { SearchHit } from "../request/search.ts";
import { ordinalOfChunk } from "../store/chunks.ts";
import { layoutOf } from "../store/content.ts";
import { columnName, indexAt, type Layout, lineStarts, locate } from "../text/lines.ts";
import { MatchText, mergeSpans, type Span } from "../text/matcher.ts";
import type { ParsedQuery } from "../text/query.ts";
import { makeSnippet, type Snippet } from "../text/snippet.ts";
import type { Candidate, Candidates } from "./candidates.ts";

/** What a terminal shows of a hit: text without marks, matches as UTF-16 spans of it, and the source line it starts at. */
export interface Excerpt {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly firstLine: number;
}

/** Everything of a hit but what ranking says of it. */
export type Place = Omit<SearchHit, "score" | "bm25" | "match" | "explain">;

/** A match may reach so far beyond the chunk it begins in, UTF-16 units. */
const OVERHANG = 400;

export class HitWriter {
  readonly #layouts = new Map<number, { layout: Layout; starts: Uint32Array }>();

  constructor(
    private readonly candidates: Candidates,
    private readonly query: ParsedQuery,
  ) {}

  write(candidate: Candidate): { place: Place; excerpt: Excerpt } {
    const { file, chunk } = candidate;
    const text = this.candidates.text(file);
    const { layout, starts } = this.#layout(candidate, text);
    const spans = this.#spans(candidate, text);
    const last = spans.at(-1);
    const shown = { start: chunk.start, end: Math.max(chunk.end, last?.end ?? 0) };
    const snippet = makeSnippet(text, shown, spans);
    const first = locate(layout, starts, snippet.start);
    const end = locate(layout, starts, Math.max(snippet.start, snippet.end - 1));
    const match = snippet.spans[0] === undefined ? first : locate(layout, starts, snippet.spans[0].start);
    const unit = layout.units[first.unit];
    const labelled = (...kinds: string[]) => (unit !== undefined && kinds.includes(unit.kind) ? unit.label : null);
    const page = labelled("page", "slide");
    return {
      place: {
        path: file.path,
        ext: file.ext,
        type: file.category,
        language: file.language,
        line_start: first.line,
        line_end: Math.max(first.line, end.line),
        page: page === null ? null : Number(page),
        sheet: labelled("sheet"),
        part: labelled("part", "cell"),
        row: match.row,
        cells: cellsOf(layout, starts, snippet),
        location_kind: layout.locationKind,
        snippet: snippet.text,
        mtime: new Date(Number(file.mtimeNs / 1_000_000n)).toISOString(),
        chunk: ordinalOfChunk(chunk.id),
        symbol: chunk.symbol === "" ? null : chunk.symbol,
      },
      excerpt: {
        text: text.slice(snippet.start, snippet.end),
        spans: snippet.spans.map((span) => ({ start: span.start - snippet.start, end: span.end - snippet.start })),
        firstLine: first.line,
      },
    };
  }

  /** Matches of every term in the chunk, and of those that begin in it and end beyond. Offsets into the text. */
  #spans({ chunk }: Candidate, text: string): Span[] {
    const matched = new MatchText(text.slice(chunk.start, chunk.end + OVERHANG));
    const terms = this.query.required.flatMap((alternative) => (alternative.optional ? [] : alternative.terms));
    const spans = terms.flatMap((term) => matched.find(term));
    return mergeSpans(spans)
      .map((span) => ({ start: span.start + chunk.start, end: span.end + chunk.start }))
      .filter((span) => span.start < chunk.end);
  }

  #layout({ file }: Candidate, text: string): { layout: Layout; starts: Uint32Array } {
    const id = file.contentId ?? -1;
    const known = this.#layouts.get(id);
    if (known !== undefined) return known;
    const made = { layout: layoutOf(this.candidates.store, id), starts: lineStarts(text) };
    this.#layouts.set(id, made);
    return made;
  }
}

/** The smallest range of spreadsheet cells that holds the shown matches: "B7", "B7:D9". */
function cellsOf(layout: Layout, starts: Uint32Array, { spans }: Snippet): string | null {
  const { cells } = layout;
  if (cells === undefined || spans.length === 0) return null;
  const columns = spans.flatMap((span) => {
    const from = Math.max(0, indexAt(cells.starts, span.start));
    return Array.from(cells.columns.subarray(from, Math.max(from, indexAt(cells.starts, span.end - 1)) + 1));
  });
  const rows = spans.flatMap((span) => [span.start, span.end - 1].map((at) => locate(layout, starts, at).line));
  const from = `${columnName(Math.min(...columns))}${Math.min(...rows)}`;
  const to = `${columnName(Math.max(...columns))}${Math.max(...rows)}`;
  return from === to ? from : `${from}:${to}`;
}
