/** Code search at work: loaded with the first call, not with the list of tools. */

import { SourceCache } from "../../live-search/code/cache.ts";
import { searchCode } from "../../live-search/code/code-search.ts";
import type { CodeRequest } from "../../request/code-request.ts";
import { rememberFolder } from "../live-folders.ts";
import type { ToolReply } from "../reply.ts";
import type { Host, ToolCall } from "../tool.ts";

/** As everywhere that tokens are counted. */
const CHARACTERS_PER_TOKEN = 3.8;

/** What was learned of contents, for all clients of one process. */
const caches = new WeakMap<Host, SourceCache>();

export async function runCode(request: CodeRequest, call: ToolCall): Promise<ToolReply> {
  const { host, signal, progress } = call;
  const cache = caches.get(host) ?? new SourceCache();
  caches.set(host, cache);
  const { cwd, env, allow, jobs } = host;
  const { dataDir, encodings, rrfK, rrfWeightLexical, rrfWeightSymbol } = host.settings();
  const workspace = await call.directory(request.workspace, "workspace");
  const rrf = { k: rrfK, lexical: rrfWeightLexical, symbol: rrfWeightSymbol };
  const deps = { signal, progress, cwd, env, allow, jobs, dataDir, encodings, cache, rrf };
  const structure = await searchCode({ ...request, workspace }, deps);
  rememberFolder(host, workspace);
  // No links: the budget covers all that a reply says.
  return { structure, passages: [], maxCharacters: request.max_tokens * CHARACTERS_PER_TOKEN };
}
