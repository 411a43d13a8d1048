/** `context` and MCP `search_repo_context`: ranked files and snippets for keywords, from the current files. */
import { QsearchError } from "../errors.ts";
import { TimeSlice } from "../pool/time-slice.ts";
import {
  CONTEXT_DEFAULTS,
  type ContextDiagnostics,
  type ContextRequest,
  type ContextResult,
  contextRequestSchema,
  type RankedFile,
} from "../request/context-request.ts";
import type { LiveDeps } from "./deps.ts";
import { SEARCH_STOPPED } from "./deps.ts";
import { describeFile } from "./describe.ts";
import { type ContextLimits, contextLimits } from "./limits.ts";
import { logContext } from "./log-lines.ts";
import { rankScan } from "./ranking.ts";
import { fitting, howManyFit, MAX_REPLY_UNITS, replySize } from "./reply-budget.ts";
import { resolvePlace } from "./search-root.ts";
import { queryId, refuseBesideQueryId, snapshotFile, snapshotOf } from "./snapshots.ts";
import { makeSnippets } from "./snippets.ts";
import { searchTerms } from "./terms.ts";
import { scanTree, type TreeScan } from "./tree-scan.ts";

const GUIDANCE =
  "Prefer source files over docs when scores are similar. Prefer files with several distinct keywords and clustered hits. " +
  "Use the snippets to decide which files deserve a full read, and search_focused_context with this query_id for whole " +
  "definitions. Search further only where this context is not enough.";
const NOTHING_FOUND =
  "Nothing matched. Try fewer or more general keywords, match_mode substring, or a wider directory, subpath or glob; " +
  "repeat with this query_id and include_diagnostics=true to see what was left out.";

/** Options of output modes and diagnostics are no part of a query's identity. */
const VIEW_KEYS = ["output_mode", "include_diagnostics"] as const;

/**
 * Searches, or shows an earlier answer again for a query_id. Throws QsearchError: "usage" (no keyword, query_id unknown or
 * beside other arguments), "refused" and "not_found" (directory, subpath), "config" (environment), "cancelled".
 */
export async function searchContext(request: ContextRequest, deps: LiveDeps = {}): Promise<ContextResult> {
  if (request.query_id !== undefined) {
    refuseBesideQueryId(request, VIEW_KEYS, { ...contextRequestSchema.parse({}), ...CONTEXT_DEFAULTS });
    const { result } = snapshotOf(request.query_id, deps.snapshots);
    if (result !== null) return view(result, request);
    throw new QsearchError(
      "usage",
      `query_id ${request.query_id} is that of a focused search, which has no ranking to show`,
      "Give it to search_focused_context, or search again with keywords.",
    );
  }
  return view(await search(request, deps), request);
}

/** The whole answer: full mode with diagnostics, within max_files, max_snippets and max_total_lines. */
async function search(request: ContextRequest, deps: LiveDeps): Promise<ContextResult> {
  const limits = contextLimits(request, deps.env);
  const terms = searchTerms(request.keywords, request.match_mode);
  const place = resolvePlace(request, deps);
  const scan = await scanTree(place, terms, deps);
  const slice = new TimeSlice(deps.signal, SEARCH_STOPPED);
  const options = { wanted: limits.max_files, preferSource: request.prefer_source_files };
  const ranking = await rankScan(place, terms, scan, slice, options);
  const returned = ranking.files.slice(0, limits.max_files);
  const { snippets, truncated } = makeSnippets(
    returned.map(({ file }) => file),
    ranking.terms,
    snippetLimits(request, limits),
  );
  const files = returned.map((file, index, [best = file]) => describeFile(file, index + 1, best.file, ranking.terms));
  const { output_mode, include_diagnostics, ...identity } = request;
  const asked = { ...identity, ...limits, directory: place.root, keywords: terms.keywords };
  const result: ContextResult = {
    query_id: queryId(asked),
    searched_directory: place.root,
    summary: {
      files_considered: scan.considered,
      files_ranked: scan.files.length,
      files_returned: files.length,
      snippets_returned: snippets.length,
      budget_truncated: truncated || scan.files.length > files.length,
    },
    query: { keywords: [...terms.keywords], resolved_keywords: terms.resolved.map(({ text }) => text) },
    ranked_files: files,
    snippets: [...snippets],
    usage_guidance: files.length === 0 ? NOTHING_FOUND : GUIDANCE,
    diagnostics: diagnosticsOf(scan),
  };
  deps.snapshots?.save({
    id: result.query_id,
    place,
    terms,
    weights: ranking.terms,
    files: ranking.files.map(({ file }) => snapshotFile(file)),
    result,
  });
  logContext(deps.log, result, files);
  return result;
}

function snippetLimits(request: ContextRequest, limits: ContextLimits) {
  return {
    maxSnippets: limits.max_snippets,
    linesBefore: request.lines_before,
    linesAfter: request.lines_after,
    maxTotalLines: limits.max_total_lines,
  };
}

function diagnosticsOf({ excluded, backend }: TreeScan): ContextDiagnostics {
  return {
    discovery_backend: backend.discovery,
    matching_backend: backend.matching,
    excluded_files: Object.fromEntries([...excluded].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Share of a reply reserved for snippets when hundreds of files are requested: a list alone answers nothing. */
const SHARE_OF_SNIPPETS = 0.5;

/** The answer in one mode, cut to the bound of a reply: files first, except for the share of the snippets. */
function view(result: ContextResult, { output_mode, include_diagnostics }: ContextRequest): ContextResult {
  const full = output_mode === "full";
  const { diagnostics, ...shown } = result;
  const files = full ? result.ranked_files : result.ranked_files.map(compactFile);
  const snippets = full ? result.snippets : result.snippets.map(({ match_lines, ...snippet }) => snippet);
  const frame: ContextResult = {
    ...shown,
    ranked_files: [],
    snippets: [],
    ...(include_diagnostics && diagnostics ? { diagnostics } : {}),
  };
  const room = MAX_REPLY_UNITS - replySize(frame);
  const fileCount = howManyFit(files, room - Math.min(replySize(snippets), Math.floor(room * SHARE_OF_SNIPPETS)));
  const kept = files.slice(0, fileCount);
  const shownSnippets = fitting(snippets, room - replySize(kept));
  return {
    ...frame,
    summary: {
      ...result.summary,
      files_returned: fileCount,
      snippets_returned: shownSnippets.length,
      budget_truncated:
        result.summary.budget_truncated || fileCount < files.length || shownSnippets.length < snippets.length,
    },
    ranked_files: kept,
    snippets: shownSnippets,
  };
}

function compactFile(file: RankedFile): RankedFile {
  const { path, category, keyword_hits, distinct_keywords_matched, definition_hits, score } = file;
  const { recommended_read, reason } = file;
  return {
    path,
    category,
    keyword_hits,
    distinct_keywords_matched,
    definition_hits,
    score,
    recommended_read,
    reason,
  };
}
