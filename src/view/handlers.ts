/** What the page asks for, request by request. What `read` may read is shown, and nothing beyond. */
import { randomBytes } from "node:crypto";
import { categorise } from "../corpus/categories.ts";
import { displayPath } from "../corpus/path-bytes.ts";
import { owningRoot } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import { unreliableReason } from "../extract/pdf-text.ts";
import type { Excerpt } from "../index-search/hits.ts";
import type { Narrowing } from "../index-search/plan.ts";
import { readableText, readDocument } from "../index-search/read.ts";
import { statusOf } from "../index-search/status.ts";
import { StoreSearches } from "../index-search/store-searches.ts";
import { visibleRoots } from "../index-search/visible.ts";
import { findCallees, findCallers } from "../live-search/graph/graph-search.ts";
import { outlineOfText } from "../live-search/outline.ts";
import { callsRequestSchema } from "../request/graph-request.ts";
import { type SearchHit, type SearchRequest, searchRequestSchema } from "../request/search-request.ts";
import {
  VIEW_REQUESTS,
  type ViewAnswers,
  type ViewExcerpt,
  type ViewFacets,
  type ViewGraph,
  type ViewHit,
  type ViewPage,
  type ViewRange,
  type ViewRequests,
  type ViewSearch,
  type ViewSheet,
  type ViewText,
} from "../request/view-request.ts";
import type { Environment, Settings } from "../settings/settings.ts";
import { openStore } from "../store/store.ts";
import { lineSpan, lineStarts } from "../text/lines.ts";
import type { Span } from "../text/matcher.ts";
import { matchesIn, termsOf } from "./marks.ts";
import { Pictures } from "./pictures.ts";
import type { Presence } from "./presence.ts";
import { sheetOf } from "./sheet.ts";

export interface ViewContext {
  readonly env: Environment;
  readonly jobs: number | undefined;
  /** The settings as they are now. */
  settings(): Settings;
  /** The address of a line in the reader's editor; null for none. */
  readonly link: ((path: string, line: number | null) => string) | null;
}

/** One answer a request, by the request's name. */
export type Handlers = {
  readonly [Name in Exclude<keyof ViewAnswers, "enter">]: (
    request: ViewRequests[Name],
    signal: AbortSignal,
  ) => Promise<ViewAnswers[Name]> | ViewAnswers[Name];
};

/** A search that the next letter has outdated ends by itself within this time, milliseconds; its worker is kept. */
const GRACE_MS = 500;
/** Whoever types on within so many milliseconds waits for no search of the letters before. */
const PAUSE_MS = 60;
const DAY_MS = 24 * 3600 * 1000;
/** Symbols of an outline, calls of a graph. */
const MOST = 1000;
/** Lines around the one that is asked for. */
const LINES_BEFORE = 400;
const LINES_AFTER = 800;

export class ViewSession {
  readonly pictures = new Pictures();
  readonly #searches = new StoreSearches(true, GRACE_MS);
  readonly handlers: Handlers;

  constructor(
    private readonly context: ViewContext,
    presence: Presence,
  ) {
    this.handlers = {
      search: (request, signal) => this.#search(request, signal),
      facets: (request, signal) => this.#facets(request, signal),
      text: (request, signal) => this.#text(request, signal),
      page: (request, signal) => this.#page(request, signal),
      sheet: (request, signal) => this.#sheet(request, signal),
      outline: (request, signal) => this.#outline(request, signal),
      graph: (request, signal) => this.#graph(request, signal),
      status: () => this.#status(),
      alive: ({ page, hidden }) => {
        presence.alive(page, hidden);
        return {};
      },
      bye: ({ page }) => {
        presence.bye(page);
        return {};
      },
    };
  }

  /**
   * Starts the search worker while the browser still opens the page, with the query that the page begins with. Without one a word of
   * letters that no file holds has the worker load what the first letters typed need, the vocabulary of suggestions as well.
   */
  warm(query: string): void {
    const unknown = Array.from(randomBytes(16), (byte) => String.fromCharCode(97 + (byte % 26))).join("");
    const body = VIEW_REQUESTS.search.safeParse({ query: query === "" ? unknown : query });
    if (!body.success) return;
    // What is wrong with the query is told when the page asks.
    this.#search(body.data, new AbortController().signal).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.pictures.close(), this.#searches.close()]);
  }

  async #search(request: ViewRequests["search"], signal: AbortSignal): Promise<ViewSearch> {
    const { limit, offset } = request;
    const settings = this.context.settings();
    // One more tells whether there are more.
    const search = { ...searchOf(request), offset, limit: limit + 1, explain: true };
    const ask = (query: string) =>
      this.#searches.search({ ...search, query }, settings, "user", signal, narrowingOf(request));
    const typed = await ask(search.query);
    const begun = typed.hits.some(isFull) ? null : begunQuery(search.query);
    if (begun !== null) await Bun.sleep(PAUSE_MS);
    const completed = begun === null || signal.aborted ? null : await ask(begun);
    const isBetter = completed?.hits.some(isFull) === true;
    const answer = isBetter ? completed : typed;
    const { hits, excerpts, warnings, suggestions = [] } = answer;
    const roots = visibleRoots(settings, "user", null);
    if (hits.some(({ ext }) => ext === "pdf")) this.pictures.warm();
    return {
      query: isBetter ? (begun ?? search.query) : search.query,
      hits: hits.slice(0, limit).map((hit, at): ViewHit => {
        const owned = owningRoot(hit.path, roots);
        const root = owned?.root.path ?? "";
        const name = owned === null || owned.rel === "" ? hit.path.slice(hit.path.lastIndexOf("/") + 1) : owned.rel;
        const link = this.context.link?.(hit.path, hit.line) ?? null;
        // A page may not lead to file: addresses, so such a link would do nothing.
        const excerpt = shownExcerpt(excerpts[at]);
        const further = (excerpts[at]?.passages ?? []).map(shownExcerpt);
        const opens = link?.startsWith("file:") === true ? null : link;
        return { ...hit, root, name: displayPath(name), link: opens, excerpt, further };
      }),
      more: hits.length > limit,
      suggestions,
      // The list has a divider where the words become fewer.
      warnings: warnings.filter(({ code }) => code !== "relaxed").map(({ message }) => message),
    };
  }

  async #facets(request: ViewRequests["facets"], signal: AbortSignal): Promise<ViewFacets> {
    return await this.#searches.facets(
      searchOf(request),
      this.context.settings(),
      "user",
      signal,
      narrowingOf(request),
    );
  }

  async #text({ path, query, line, ...unit }: ViewRequests["text"], signal: AbortSignal): Promise<ViewText> {
    const settings = this.context.settings();
    const lines =
      line === undefined ? {} : { start_line: Math.max(1, line - LINES_BEFORE), end_line: line + LINES_AFTER };
    // A page is shown whole: pages and lines exclude one another.
    const request = unit.page === undefined ? { path, ...unit, ...lines } : { path, ...unit };
    const { result: read, headings: titles } = await readDocument(request, settings, { signal });
    const terms = termsOf(query, settings.timezone);
    const marks = read.sections.flatMap((section, index) => {
      const texts = section.lines.map(({ text }) => text);
      return rangesByLine(texts, matchesIn(texts.join("\n"), terms)).map((mark) => ({ section: index, ...mark }));
    });
    const { language } = categorise(path);
    const known = new Set(titles.filter((title) => title !== ""));
    const headings = read.sections.flatMap(({ lines }, section) =>
      lines.flatMap(({ text }, at) => (known.has(titleIn(text)) ? [{ section, line: at }] : [])),
    );
    return { read, language, headings, marks };
  }

  async #page({ path, query, page, line, width }: ViewRequests["page"], signal: AbortSignal): Promise<ViewPage> {
    const settings = this.context.settings();
    const { file, text, layout } = await readableText(path, settings, { signal });
    if (file.ext !== "pdf") throw new QsearchError("usage", `${displayPath(path)} has no pages that can be drawn`);
    const index = layout.units.findIndex(({ kind, label }) => kind === "page" && label === String(page));
    const unit = layout.units[index];
    if (unit === undefined) throw new QsearchError("usage", `the document has no page ${page}`);
    const pageText = text.slice(unit.start, unit.end);
    const from = line === undefined ? null : lineSpan(layout, lineStarts(text), text.length, index, line, line);
    const spans = matchesIn(pageText, termsOf(query, settings.timezone));
    const request = { bytes: file.bytes, page: page - 1, width, text: pageText, spans };
    const { id, rects, ...picture } = await this.pictures.render(request, signal);
    return {
      id,
      width: picture.width,
      height: picture.height,
      page,
      pages: picture.pages,
      matches: spans.map(({ start, end }, i) => ({ text: pageText.slice(start, end), rects: rects[i] ?? [] })),
      here: from === null ? null : atOrBehind(spans, from.start - unit.start),
      unreliable: unit.note === undefined ? null : (unit.reason ?? unreliableReason(pageText, 0)),
    };
  }

  async #sheet({ path, query, sheet, row = 1 }: ViewRequests["sheet"], signal: AbortSignal): Promise<ViewSheet> {
    const settings = this.context.settings();
    const { file, text, layout } = await readableText(path, settings, { signal });
    return sheetOf(text, layout, file.ext, { sheet, row }, termsOf(query, settings.timezone));
  }

  async #outline({ path }: ViewRequests["outline"], signal: AbortSignal) {
    const { text } = await readableText(path, this.context.settings(), { signal });
    return await outlineOfText({ path, text, limit: MOST }, this.context.env);
  }

  async #graph({ path, name, direction }: ViewRequests["graph"], signal: AbortSignal): Promise<ViewGraph> {
    const settings = this.context.settings();
    // The file's root is what is searched, and only files that may be read name one.
    const { file } = await readableText(path, settings, { signal });
    const owned = owningRoot(file.path, visibleRoots(settings, "user", null));
    const root = owned === null || owned.rel === "" ? file.path.slice(0, file.path.lastIndexOf("/")) : owned.root.path;
    const find = direction === "callers" ? findCallers : findCallees;
    const request = callsRequestSchema.parse({ name, directory: root });
    const { env, jobs } = this.context;
    const { dataDir, encodings } = settings;
    return { ...(await find(request, { signal, env, jobs, dataDir, encodings, cwd: root })), root };
  }

  #status() {
    const { dataDir, embed } = this.context.settings();
    const store = openStore(dataDir, "read");
    try {
      return statusOf(store, embed).result;
    } finally {
      store.close();
    }
  }
}

/** A line without the signs that make it a heading in Markdown and its like. */
function titleIn(line: string): string {
  return line.replace(/^[\s#=*_-]+|[\s#=*_:-]+$/g, "");
}

function isFull({ match }: SearchHit): boolean {
  return match === "chunk" || match === "document";
}

/**
 * The query with its last word as a beginning, as it may be while somebody types; null where it ends otherwise. Of one or two letters a
 * large part of the vocabulary begins so, which takes several times as long.
 */
function begunQuery(query: string): string | null {
  const isOpen = (query.match(/"/g) ?? []).length % 2 === 1;
  return !isOpen && /(?:^|[\s(])[\p{L}\p{N}]{3,}$/u.test(query) ? `${query}*` : null;
}

type Asked = ViewRequests["search"] | ViewRequests["facets"];

function searchOf({ query, mode, extensions, folders }: Asked): SearchRequest {
  return searchRequestSchema.parse({ query, mode, ext: extensions, path_prefix: folders });
}

function narrowingOf({ types, days }: Asked): Narrowing {
  return { types, since: days === undefined ? null : Date.now() - days * DAY_MS };
}

/** Index of the first span that begins at `offset` or behind it; null for none. */
function atOrBehind(spans: readonly Span[], offset: number): number | null {
  const at = spans.findIndex(({ start }) => start >= offset);
  return at === -1 ? null : at;
}

function shownExcerpt(excerpt: Excerpt | undefined): ViewExcerpt {
  const { text = "", spans = [] } = excerpt ?? {};
  return { text, ranges: spans.map(({ start, end }): ViewRange => [start, end]) };
}

/** Matches of lines joined by line ends, line by line; a match over several lines has a range in each. */
function rangesByLine(lines: readonly string[], spans: readonly Span[]): { line: number; ranges: ViewRange[] }[] {
  const marks: { line: number; ranges: ViewRange[] }[] = [];
  let next = 0;
  let from = 0;
  for (const [line, text] of lines.entries()) {
    const to = from + text.length;
    const ranges: ViewRange[] = [];
    for (let i = next; i < spans.length && (spans[i]?.start ?? 0) < to; i++) {
      const { start = 0, end = 0 } = spans[i] ?? {};
      if (end <= to) next = i + 1;
      if (end > from) ranges.push([Math.max(start, from) - from, Math.min(end, to) - from]);
    }
    if (ranges.length > 0) marks.push({ line, ranges });
    from = to + 1;
  }
  return marks;
}
