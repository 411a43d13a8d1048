/** `search_repo_context` and `search_focused_context` (seed 000): live search over the files as they are now. */
import { joinPath } from "../../corpus/roots.ts";
import { createLogger } from "../../log.ts";
import { contextRequestSchema, contextResultSchema } from "../../request/context.ts";
import { focusRequestSchema, focusResultSchema } from "../../request/focus.ts";
import { searchContext } from "../../search/context.ts";
import { searchFocused } from "../../search/focus.ts";
import type { LiveDeps } from "../../search/live/deps.ts";
import { Snapshots } from "../../search/live/snapshots.ts";
import type { Passage } from "../reply.ts";
import { defineTool, type Host, READS, type ToolCall } from "../tool.ts";

const log = createLogger("repo_context_search");

/** The answers that a query_id names, for all clients of one process. */
const snapshots = new WeakMap<Host, Snapshots>();

export const contextTool = defineTool({
  name: "search_repo_context",
  title: "Search repository context",
  description:
    "Find which files of a code base matter for some keywords, with short snippets around the best matches: one bounded " +
    "call instead of many greps. Use it first to explore an unfamiliar repository, to locate the implementation of a " +
    "feature or bug, or to find where a symbol is defined. It reads the working tree as it is now; no index is needed. " +
    "Give a few specific keywords, phrases or identifiers, and directory as an absolute path. Start with " +
    'output_mode="compact"; keep the query_id of the answer to see the same search in output_mode="full" or with ' +
    "include_diagnostics=true without searching again, and to get whole definitions from search_focused_context. " +
    "Results are ranked and bounded, not exhaustive.",
  input: contextRequestSchema,
  output: contextResultSchema,
  annotations: READS,
  async run(request, call) {
    const result = await searchContext(await located(request, call), liveDeps(call));
    return { structure: result, passages: passagesOf(result.searched_directory, result.snippets, result.ranked_files) };
  },
});

export const focusTool = defineTool({
  name: "search_focused_context",
  title: "Read enclosing definitions",
  description:
    "Get the whole functions, classes or sections around matches, from a few files, instead of line snippets. Use it " +
    "after search_repo_context with the query_id of its answer, when the relevant code is spread across several files; " +
    "or on its own with keywords and directory (an absolute path), and with file_paths when you know the files already. " +
    "Blocks are complete where they fit and the answer is bounded; it reads the files as they are now.",
  input: focusRequestSchema,
  output: focusResultSchema,
  annotations: READS,
  async run(request, call) {
    const result = await searchFocused(await located(request, call), liveDeps(call));
    return { structure: result, passages: passagesOf(result.searched_directory, result.blocks, []) };
  },
});

/** The request with its directory resolved; a query_id brings its own. */
async function located<Request extends { directory?: string | undefined; query_id?: string | undefined }>(
  request: Request,
  call: ToolCall,
): Promise<Request> {
  if (request.directory === undefined && request.query_id !== undefined) return request;
  return { ...request, directory: await call.directory(request.directory) };
}

function liveDeps({ host, signal, progress }: ToolCall): LiveDeps {
  const kept = snapshots.get(host) ?? new Snapshots();
  snapshots.set(host, kept);
  const { cwd, env, allow, jobs } = host;
  return { signal, progress, log, snapshots: kept, cwd, env, allow, jobs, dataDir: host.settings().dataDir };
}

interface Located {
  readonly path: string;
  readonly line_start: number;
  readonly line_end: number;
}

/** The passages shown, and then the files of which none is. */
function passagesOf(root: string, shown: readonly Located[], files: readonly { readonly path: string }[]): Passage[] {
  const seen = new Set(shown.map(({ path }) => path));
  return [
    ...shown.map(({ path, line_start, line_end }): Passage => {
      return { path: joinPath(root, path), name: path, lines: [line_start, line_end] };
    }),
    ...files
      .filter(({ path }) => !seen.has(path))
      .map(({ path }): Passage => ({ path: joinPath(root, path), name: path, lines: null })),
  ];
}
