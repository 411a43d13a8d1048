/** The text of a hit with its matches as spans. */
import type { SearchHit } from "../../request/search-request.ts";

export interface PrintedExcerpt {
  /** Without marks. */
  readonly text: string;
  /** UTF-16 offsets into `text`, sorted, not overlapping. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  /** Source line (or row, or line within the unit) of the first line; null where lines are not counted one by one. */
  readonly firstLine: number | null;
}

/** A hit's excerpt, with those of its further passages. */
export interface PrintedHitExcerpt extends PrintedExcerpt {
  readonly passages?: readonly PrintedExcerpt[];
}

/** The excerpt that a snippet's `[[…]]` marks describe. A `[[` of the source itself cannot be told apart. */
export function excerptFromSnippet({
  snippet,
  line_start: firstLine,
}: Pick<SearchHit, "snippet" | "line_start">): PrintedExcerpt {
  const spans: { start: number; end: number }[] = [];
  let text = "";
  let from = 0;
  for (const match of snippet.matchAll(/\[\[(.+?)\]\]/gs)) {
    text += snippet.slice(from, match.index);
    const marked = match[1] ?? "";
    spans.push({ start: text.length, end: text.length + marked.length });
    text += marked;
    from = match.index + match[0].length;
  }
  return { text: text + snippet.slice(from), spans, firstLine };
}
