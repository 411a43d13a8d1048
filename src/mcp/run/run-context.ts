/** The live tools at work: loaded with the first call, not with the list of tools. */
import { joinPath } from "../../corpus/roots.ts";
import { searchContext } from "../../live-search/context.ts";
import type { LiveDeps } from "../../live-search/deps.ts";
import { searchFocused } from "../../live-search/focus.ts";
import { Snapshots } from "../../live-search/snapshots.ts";
import { createLogger } from "../../log.ts";
import type { ContextRequest } from "../../request/context-request.ts";
import type { FocusRequest } from "../../request/focus-request.ts";
import { rememberFolder } from "../live-folders.ts";
import type { PassageLink, ToolReply } from "../reply.ts";
import type { Host, ToolCall } from "../tool.ts";

const log = createLogger("repo_context_search");

/** The answers that a query_id names, for all clients of one process. */
const snapshots = new WeakMap<Host, Snapshots>();

export async function runContext(request: ContextRequest, call: ToolCall): Promise<ToolReply> {
  const result = await searchContext(await located(request, call), liveDeps(call));
  rememberFolder(call.host, result.searched_directory);
  return { structure: result, passages: passagesOf(result.searched_directory, result.snippets, result.ranked_files) };
}

export async function runFocus(request: FocusRequest, call: ToolCall): Promise<ToolReply> {
  const result = await searchFocused(await located(request, call), liveDeps(call));
  rememberFolder(call.host, result.searched_directory);
  return { structure: result, passages: passagesOf(result.searched_directory, result.blocks, []) };
}

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
  const { dataDir, encodings } = host.settings();
  return { signal, progress, log, snapshots: kept, cwd, env, allow, jobs, dataDir, encodings };
}

interface Located {
  readonly path: string;
  readonly line_start: number;
  readonly line_end: number;
}

/** The passages shown, and then the files of which none is. */
function passagesOf(
  root: string,
  shown: readonly Located[],
  files: readonly { readonly path: string }[],
): PassageLink[] {
  const seen = new Set(shown.map(({ path }) => path));
  return [
    ...shown.map(({ path, line_start, line_end }): PassageLink => {
      return { path: joinPath(root, path), name: path, lines: [line_start, line_end] };
    }),
    ...files
      .filter(({ path }) => !seen.has(path))
      .map(({ path }): PassageLink => ({ path: joinPath(root, path), name: path, lines: null })),
  ];
}
