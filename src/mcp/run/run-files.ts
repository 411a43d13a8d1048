/** The tools of the index at work: loaded with the first call, not with the list of tools. */
import type { z } from "zod";
import { isAdmitted, isFolderAdmitted } from "../../corpus/admission.ts";
import { displayPath } from "../../corpus/path-bytes.ts";
import { type RootPlace, rootPlaceOf } from "../../corpus/roots.ts";
import { QsearchError, type Warning } from "../../errors.ts";
import { visibleRoots } from "../../index-search/visible.ts";
import type { IndexReport } from "../../indexing/report.ts";
import { indexRequestSchema } from "../../request/index-run-request.ts";
import { recentRequestSchema } from "../../request/recent-request.ts";
import { type SearchHit, searchRequestSchema } from "../../request/search-request.ts";
import type { recentFilesRequestSchema, reindexRequestSchema, searchFilesRequestSchema } from "../../request/tools.ts";
import { expandHome, type Settings } from "../../settings/settings.ts";
import { openStore, storeExists } from "../../store/store.ts";
import { hasVectors } from "../../store/vectors.ts";
import { MAX_REPLY_CHARACTERS, type PassageLink, type ToolReply } from "../reply.ts";
import type { ToolCall } from "../tool.ts";
import { searchesOf } from "./run-store-searches.ts";

/** A call embeds for so long, milliseconds: clients wait a minute at most. Searches and further calls do the rest. */
export const EMBED_MS = 20_000;
/** Roots listed by name at most. */
export const MOST_ROOTS = 200;

export async function runSearch(
  request: z.output<typeof searchFilesRequestSchema>,
  call: ToolCall,
): Promise<ToolReply> {
  const { host, signal } = call;
  const kept = searchesOf(host);
  const { ext, path_prefix: prefix } = request;
  const path_prefix = prefix === undefined ? [] : [absolute("path_prefix", prefix, call)];
  const asked = searchRequestSchema.parse({
    ...request,
    ext: ext === undefined ? [] : [ext],
    path_prefix,
    late: host.late,
  });
  const { hits, warnings, suggestions = [] } = await kept.search(asked, host.settings(), "user", signal);
  const bounded = withinBounds(shownHits(hits, request), warnings, "results");
  const structure = { results: bounded.items, ...meantInstead(suggestions), warnings: bounded.warnings };
  return { structure, passages: bounded.items.map(passageLink) };
}

/** Raw ranking values are for those who ask how the order came about. */
export function shownHits(hits: readonly SearchHit[], { explain }: { readonly explain: boolean }) {
  return explain ? hits : hits.map(({ bm25, ...hit }) => hit);
}

/** Queries that may have been meant, bounded, as a query can be any length. */
export function meantInstead(suggestions: readonly string[]): { readonly suggestions?: readonly string[] } {
  const short = suggestions.filter((query) => query.length <= LONGEST_SUGGESTION);
  return short.length === 0 ? {} : { suggestions: short };
}

const LONGEST_SUGGESTION = 1000;

export async function runRecent(
  request: z.output<typeof recentFilesRequestSchema>,
  { host }: ToolCall,
): Promise<ToolReply> {
  const { recentFiles } = await import("../../index-search/recent.ts");
  const { openStore } = await import("../../store/store.ts");
  const settings = host.settings();
  const store = openStore(settings.dataDir, "read");
  try {
    const { files, warnings } = recentFiles(store, recentRequestSchema.parse(request), settings);
    const bounded = withinBounds(files, warnings, "files");
    const structure = { files: bounded.items, warnings: bounded.warnings };
    return { structure, passages: bounded.items.map(({ path }) => ({ path, name: path, lines: null })) };
  } finally {
    store.close();
  }
}

export async function runReindex({ path }: z.output<typeof reindexRequestSchema>, call: ToolCall): Promise<ToolReply> {
  const { host, signal, progress } = call;
  const settings = host.settings();
  if (settings.roots.length === 0) {
    throw new QsearchError(
      "usage",
      "no folder is indexed, and this tool adds none",
      "The user adds one: qsearch index DIR",
    );
  }
  const places = indexedPlaces(path === undefined ? null : absolute("path", path, call), settings);
  const { runIndex } = await import("../../indexing/indexer.ts");
  const request = indexRequestSchema.parse({});
  const jobs = host.jobs === undefined ? {} : { jobs: host.jobs };
  const embed = wasEmbedded(settings) ? { embed: { budgetMs: EMBED_MS } } : {};
  const { result, warnings } = await runIndex(request, { settings, signal, progress, places, ...jobs, ...embed });
  return indexReply({ result, warnings });
}

/** What a run says, within the bound of a reply: of thousands of roots (each file can be one) the first. */
export function indexReply({ result, warnings }: IndexReport): ToolReply {
  const { roots, error_files, ...counts } = result;
  const files = withinBounds(error_files, warnings, "error_files", { ...counts, roots: [] });
  const frame = { ...counts, error_files: files.items };
  const named = withinBounds(roots.slice(0, MOST_ROOTS), files.warnings, "roots", frame);
  return { structure: { roots: named.items, ...frame, warnings: named.warnings }, passages: [] };
}

/** Whoever indexes words alone has no use for vectors. */
function wasEmbedded({ dataDir }: Settings): boolean {
  if (!storeExists(dataDir)) return false;
  const store = openStore(dataDir, "read");
  try {
    return hasVectors(store);
  } finally {
    store.close();
  }
}

/** `~` expanded. Throws `usage` for a relative path: the index spans several folders, none of which is meant. */
export function absolute(parameter: string, path: string, { host }: ToolCall, hint = ""): string {
  const expanded = expandHome(path, host.env);
  if (expanded.startsWith("/")) return expanded;
  throw new QsearchError(
    "usage",
    `${parameter} must be an absolute path, not ${JSON.stringify(displayPath(path.slice(0, 200)))}`,
    hint,
  );
}

/** All roots, or the one place among them that a path is and a run would visit. Throws `not_found` for all others alike. */
function indexedPlaces(path: string | null, settings: Settings): RootPlace[] {
  const roots = visibleRoots(settings, "user", null);
  if (path === null) return roots.flatMap((root) => rootPlaceOf(root.path, roots) ?? []);
  const place = rootPlaceOf(path, roots);
  const policy = roots.find((root) => root.path === place?.root)?.policy;
  if (place !== null && policy !== undefined) {
    const { root, rel } = place;
    if (isFolderAdmitted(root, rel, policy) || isAdmitted(root, rel, policy)) return [place];
  }
  throw new QsearchError(
    "not_found",
    `${displayPath(path)} is not there, or not among what is indexed`,
    "Give a folder or file beneath an indexed folder; to drop what is gone, give the folder it was in, or no path at all.",
  );
}

/** As many items as a reply may hold beside `frame`, with a warning where some are left out. */
export function withinBounds<Item>(
  items: readonly Item[],
  warnings: readonly Warning[],
  what: string,
  frame: Readonly<Record<string, unknown>> = {},
) {
  const cut: Warning = { code: "truncated", message: `only the first ${items.length} ${what} fit into one answer` };
  let left = MAX_REPLY_CHARACTERS - JSON.stringify({ ...frame, [what]: [], warnings: [...warnings, cut, cut] }).length;
  const kept: Item[] = [];
  for (const item of items) {
    left -= JSON.stringify(item).length + 1;
    if (left < 0) break;
    kept.push(item);
  }
  if (kept.length === items.length) return { items: kept, warnings: [...warnings] };
  const message = `only the first ${kept.length} of ${items.length} ${what} fit into one answer`;
  return { items: kept, warnings: [...warnings, { ...cut, message }] };
}

/** Only some formats have lines that are those of the file. */
export function passageLink({ path, location_kind, line_start, line_end }: Omit<SearchHit, "bm25">): PassageLink {
  const isSource = location_kind === "line" || location_kind === "row";
  return { path, name: path, lines: isSource ? [line_start, line_end] : null };
}
