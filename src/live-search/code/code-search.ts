/**
 * `code` and MCP `cirurgic_search`, `qmd_search`: the definitions that answer a question or have a name, from the current
 * files, within a budget of tokens. Nothing is written.
 */
import type { CodeLane, CodeRequest, CodeResult } from "../../request/code-request.ts";
import type { LiveDeps } from "../deps.ts";
import { resolvePlace, type SearchRoot } from "../search-root.ts";
import { rankBlocks } from "./blocks.ts";
import { SourceCache } from "./cache.ts";
import { callLines } from "./call-lines.ts";
import { calledFiles } from "./called.ts";
import { codeEnvironment } from "./environment.ts";
import { definitionsOf } from "./file-definitions.ts";
import { type FusedFile, fuse, RRF_DEFAULTS, type RrfSettings } from "./fusion.ts";
import { languageFilter } from "./language-filter.ts";
import { runLexicalLane } from "./lexical-lane.ts";
import { codeQuery } from "./query.ts";
import { makeReply } from "./reply.ts";
import { EFFORT, type Effort, runSymbolLane } from "./symbol-lane.ts";
import { wordPattern } from "./words.ts";

export interface CodeDeps extends LiveDeps {
  /** Contents parsed by earlier searches of the process. */
  readonly cache?: SourceCache | undefined;
  readonly rrf?: RrfSettings | undefined;
  /** Number of files examined closely: benches vary it. */
  readonly effort?: Effort | undefined;
}

/** Files ranked by blocks beyond the requested number: some find no room. */
const SPARE = 4;

const NO_GRAPH = "no call graph: of none of the best blocks the syntax was read";
/** Best blocks from which the call graph is followed. */
const GRAPH_ROOTS = 3;

/** Throws QsearchError: "usage", "refused", "not_found", "config", "cancelled". */
export async function searchCode(request: CodeRequest, deps: CodeDeps = {}): Promise<CodeResult> {
  const started = performance.now();
  const environment = codeEnvironment(deps.env);
  const query = codeQuery(request.query);
  const languages = languageFilter(request.languages);
  const place = placeOf(request, deps);
  const { scan, truncated, notes } = await runLexicalLane(query, place, languages, environment, deps);
  const { cache = new SourceCache(), effort = EFFORT, rrf = RRF_DEFAULTS, signal } = deps;
  const { trees } = environment;
  const look = await runSymbolLane(query, place, scan, { trees, cache, effort, signal });
  const words = wordPattern(query);
  const fused = fuse(look.files, words, rrf);
  // A stable sort: ties keep the order of their scores.
  if (request.fusion === "rrf") fused.sort((a, b) => b.rrfScore - a.rrfScore);
  const shown = fused.slice(0, request.max_snippets + SPARE);
  const files = shown.map(({ file }) => file);
  const blocks = rankBlocks(query, files, look.context);
  const top = fused.reduce((most, { score }) => Math.max(most, score), Number.MIN_VALUE);
  const lanes = new Set<CodeLane>(["lexical", ...look.lanes]);
  if (files.some(({ source }) => definitionsOf(source).lane === "patterns")) lanes.add("patterns");
  const found = shown.map((file) => ({ ...described(file, top), blocks: blocks.get(file.file) ?? [] }));
  const roots = request.depth === 0 ? [] : found.flatMap(({ blocks: [best] }) => best ?? []).slice(0, GRAPH_ROOTS);
  const graph = roots.length === 0 ? null : await callLines(place, roots, request.depth, deps, trees);
  return makeReply({
    request,
    workspace: place.root,
    words,
    files: found.map((file) => ({ ...file, graph: (file.blocks[0] && graph?.lines.get(file.blocks[0])) ?? [] })),
    called: graph === null ? [] : calledFiles(graph.called),
    sizes: new Map(files.map(({ rel, source }) => [rel, source.text.length])),
    facts: {
      files_found: scan.files.length,
      candidates_scanned: scan.considered,
      candidates_truncated: truncated,
      lanes: [...lanes],
      files_parsed: look.parsed,
      files_not_parsed: scan.files.length - look.parsed,
    },
    notes: request.depth > 0 && !graph?.lines.size ? [...notes, NO_GRAPH] : notes,
    latency: () => performance.now() - started,
  });
}

function placeOf(request: CodeRequest, deps: CodeDeps): SearchRoot {
  const { workspace, subpath, include_glob, exclude_glob } = request;
  const place = { directory: workspace, subpath, paths_include_glob: include_glob, paths_exclude_glob: exclude_glob };
  return resolvePlace(place, deps, "code", { directory: "workspace" });
}

function described({ file, score, rrfScore, source }: FusedFile, top: number) {
  return { rel: file.rel, score: Math.round((score / top) * 1e6) / 1e6, rrfScore, source };
}
