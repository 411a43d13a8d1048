/** `search_files`, `read_file` and `reindex` (seed 002): what the user has indexed, and nothing beyond. */
import { isAdmitted, isFolderAdmitted } from "../../corpus/admission.ts";
import { displayPath } from "../../corpus/path-bytes.ts";
import { owningRoot } from "../../corpus/roots.ts";
import { QsearchError, type Warning } from "../../errors.ts";
import { indexRequestSchema } from "../../request/index-run.ts";
import type { ReadRequest } from "../../request/read.ts";
import { type SearchHit, searchRequestSchema } from "../../request/search.ts";
import {
  readFileRequestSchema,
  readFileResultSchema,
  reindexRequestSchema,
  reindexResultSchema,
  searchFilesRequestSchema,
  searchFilesResultSchema,
} from "../../request/tools.ts";
import { readDocument } from "../../search/read.ts";
import { visibleRoots } from "../../search/visible.ts";
import { expandHome, type Settings } from "../../settings.ts";
import { MAX_REPLY_CHARACTERS, type Passage } from "../reply.ts";
import { StoreSearches } from "../store-searches.ts";
import { defineTool, type Host, READS, type ToolCall } from "../tool.ts";

/** The search worker of a process. */
const searches = new WeakMap<Host, StoreSearches>();

export const searchFilesTool = defineTool({
  name: "search_files",
  title: "Search indexed files",
  description:
    "Find passages in the user's indexed folders: notes, code, PDF, Word, Excel, PowerPoint, CSV, HTML, mail and other " +
    "documents. Use it for questions about documents and whenever the folder is not a code base you are working in. " +
    'Words are joined by AND (where few passages hold all of them, ones with most follow); "…" is a phrase, word* a ' +
    "prefix, -word excludes, OR gives alternatives; filters: path:TEXT ext:pdf type:source|test|doc|config|data|document " +
    "lang:NAME symbol:NAME after:2026-01-31 before:7d. Chinese, Japanese and Korean need no spaces. Each result has its " +
    "place (lines, page, sheet) and a snippet with matches in [[…]]; read_file shows more of the file. It searches the " +
    "index, which reindex brings up to date.",
  input: searchFilesRequestSchema,
  output: searchFilesResultSchema,
  annotations: READS,
  async run(request, call) {
    const { host, signal } = call;
    const kept = searches.get(host) ?? new StoreSearches();
    searches.set(host, kept);
    const prefix = request.path_prefix;
    const path_prefix = prefix === undefined ? undefined : absolute("path_prefix", prefix, call);
    const asked = searchRequestSchema.parse({ ...request, path_prefix });
    const { hits, warnings } = await kept.search(asked, host.settings(), "user", signal);
    const structure = withinBounds(hits, warnings);
    return { structure, passages: structure.results.map(passageOf) };
  },
});

export const readFileTool = defineTool({
  name: "read_file",
  title: "Read an indexed file",
  description:
    "Show the text of one file beneath the user's indexed folders, with line numbers: of a PDF, Word, Excel or other " +
    "document its extracted text, by page, sheet or part. Take path from a result of search_files. Choose with " +
    "start_line and end_line (inclusive), or page, or sheet, or part; lines and page exclude one another. Long texts are " +
    "cut: `next` then holds the arguments that go on. It shows the file as it is now.",
  input: readFileRequestSchema,
  output: readFileResultSchema,
  annotations: READS,
  async run(request, call) {
    const asked: ReadRequest = { ...request, path: absolute("path", request.path, call) };
    const { result, warnings } = await readDocument(asked, call.host.settings(), { signal: call.signal });
    return { structure: { ...result, warnings }, passages: [{ path: result.path, name: result.path, lines: null }] };
  },
});

export const reindexTool = defineTool({
  name: "reindex",
  title: "Bring the index up to date",
  description:
    "Read the user's indexed folders again so that search_files finds what changed; with path only that folder or file " +
    "beneath one of them. New and changed files are indexed and those that are gone leave the index. It adds no folder " +
    "and changes no source file. Call it when a result is stale or a new file is not found.",
  input: reindexRequestSchema,
  output: reindexResultSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ path }, call) {
    const { host, signal, progress } = call;
    const settings = host.settings();
    if (settings.roots.length === 0) {
      throw new QsearchError(
        "usage",
        "no folder is indexed, and this tool adds none",
        "The user adds one: qsearch index DIR",
      );
    }
    const paths = path === undefined ? [] : [indexedPlace(absolute("path", path, call), settings)];
    const { runIndex } = await import("../../indexing/indexer.ts");
    const request = indexRequestSchema.parse({ paths });
    const jobs = host.jobs === undefined ? {} : { jobs: host.jobs };
    const { result, warnings } = await runIndex(request, { settings, signal, progress, ...jobs });
    return { structure: { ...result, warnings: [...warnings] }, passages: [] };
  },
});

/** `~` expanded. Throws `usage` for a relative path: the index spans several folders, none of which is meant. */
function absolute(parameter: string, path: string, { host }: ToolCall): string {
  const expanded = expandHome(path, host.env);
  if (expanded.startsWith("/")) return expanded;
  throw new QsearchError(
    "usage",
    `${parameter} must be an absolute path, not ${JSON.stringify(displayPath(path.slice(0, 200)))}`,
  );
}

/** A path that a run over the roots would visit: such a run adds no root. Throws `not_found` for all others alike. */
function indexedPlace(path: string, settings: Settings): string {
  const owned = owningRoot(path, visibleRoots(settings, "user", null));
  const visited =
    owned !== null &&
    (isFolderAdmitted(owned.root.path, owned.rel, owned.root.policy) ||
      isAdmitted(owned.root.path, owned.rel, owned.root.policy));
  if (visited) return path;
  throw new QsearchError(
    "not_found",
    `${displayPath(path)} is not there, or not among what is indexed`,
    "Give a folder or file beneath an indexed folder; to drop what is gone, give the folder it was in, or no path at all.",
  );
}

/** As many hits as a reply may hold, with a warning where some are left out. */
function withinBounds(hits: readonly SearchHit[], warnings: readonly Warning[]) {
  const cut: Warning = { code: "truncated", message: `only the first ${hits.length} results fit into one answer` };
  let left = MAX_REPLY_CHARACTERS - JSON.stringify({ results: [], warnings: [...warnings, cut] }).length;
  const results: SearchHit[] = [];
  for (const hit of hits) {
    left -= JSON.stringify(hit).length + 1;
    if (left < 0) break;
    results.push(hit);
  }
  if (results.length === hits.length) return { results, warnings: [...warnings] };
  const message = `only the first ${results.length} of ${hits.length} results fit into one answer`;
  return { results, warnings: [...warnings, { ...cut, message }] };
}

/** Only some formats have lines that are those of the file. */
function passageOf({ path, location_kind, line_start, line_end }: SearchHit): Passage {
  const isSource = location_kind === "line" || location_kind === "row";
  return { path, name: path, lines: isSource ? [line_start, line_end] : null };
}
