/** `read_file` and `resources/read` at work: the user's indexed files, and the files of folders that live tools search. */
import { policyFor } from "../../corpus/policy.ts";
import { joinPath } from "../../corpus/roots.ts";
import { QsearchError } from "../../errors.ts";
import { type ReadAnswer, type ReadableRoot, readDocument } from "../../index-search/read.ts";
import { type Audience, visibleRoots } from "../../index-search/visible.ts";
import { resolvePlace } from "../../live-search/search-root.ts";
import type { ReadResult } from "../../request/read-request.ts";
import type { ReadFileRequest } from "../../request/tools.ts";
import { expandHome, type Settings } from "../../settings/settings.ts";
import { openStore, storeExists } from "../../store/store.ts";
import { uriOfPath } from "../file-uri.ts";
import { rememberFolder, searchedFolders } from "../live-folders.ts";
import { splitPath } from "../path-argument.ts";
import type { ToolReply } from "../reply.ts";
import type { Host, ToolCall, ToolGroup } from "../tool.ts";
import { absolute } from "./run-files.ts";

/** Groups whose tools read the working tree. */
const LIVE: readonly ToolGroup[] = ["context", "code"];

export async function runRead({ directory, ...request }: ReadFileRequest, call: ToolCall): Promise<ToolReply> {
  const { result, warnings } =
    directory === undefined
      ? await readKnown(request, call)
      : await readBeneath(await call.directory(directory), request, call);
  return { structure: { ...result, warnings }, passages: [{ path: result.path, name: result.path, lines: null }] };
}

/** A file that the user has indexed, or of a folder that a live tool has searched. */
async function readKnown(request: Omit<ReadFileRequest, "directory">, call: ToolCall): Promise<ReadAnswer> {
  const { host, signal } = call;
  const settings = host.settings();
  const groups = [visibleRoots(settings, "user", null), liveRoots(host, settings)];
  const hint = searchesLive(host) ? "For a file that is not indexed give directory, the folder of a live search." : "";
  const path = absolute("path", request.path, call, hint);
  return await readDocument({ ...request, path }, settings, { signal, groups }).catch((error: unknown) => {
    if (!(error instanceof QsearchError) || error.code !== "not_found") throw error;
    throw new QsearchError(error.code, error.message, [error.hint, hint].filter(Boolean).join(" "));
  });
}

/** A file of a folder that a live tool would search: confined by `--allow`, judged and opened as there. */
async function readBeneath(
  directory: string,
  request: Omit<ReadFileRequest, "directory">,
  { host, signal }: ToolCall,
): Promise<ReadAnswer> {
  if (!searchesLive(host)) {
    throw new QsearchError(
      "usage",
      "directory is for files of live searches, which this server does not offer",
      "Leave it out.",
    );
  }
  const settings = host.settings();
  const { allow, cwd, env } = host;
  const { root, policy } = resolvePlace({ directory }, { allow, cwd, dataDir: settings.dataDir }, "code");
  const given = expandHome(request.path, env);
  const path = given.startsWith("/") ? given : joinPath(root, given);
  const answer = await readDocument({ ...request, path }, settings, { signal, groups: [[{ path: root, policy }]] });
  rememberFolder(host, root);
  return answer;
}

function searchesLive({ tools }: Host): boolean {
  return tools.some(({ group }) => LIVE.includes(group));
}

function liveRoots(host: Host, { dataDir }: Settings): ReadableRoot[] {
  if (!searchesLive(host)) return [];
  const policy = policyFor("code", { dataDir });
  return searchedFolders(host).map((path) => ({ path, policy }));
}

/** One piece of text of a resource. */
export interface ResourceText {
  readonly uri: string;
  readonly text: string;
}

/**
 * The text behind a link of an answer, a piece for each page, sheet or part. What an answer of these tools can link to may be
 * read, and nothing else. Throws `usage` for a URI that names no file, and what `read_file` throws.
 */
export async function readResource(uri: string, host: Host, signal: AbortSignal): Promise<ResourceText[]> {
  if (!/^file:/i.test(uri)) throw new QsearchError("usage", "the URI names no file", RESOURCES);
  const { path, lines } = splitPath(uri, true);
  const settings = host.settings();
  const request = { path, ...(lines === null ? {} : { start_line: lines[0], end_line: lines[1] }) };
  const groups = [indexedRoots(host, settings), liveRoots(host, settings)];
  const { result } = await readDocument(request, settings, { signal, groups });
  return piecesOf(result);
}

const RESOURCES = "Resources are the file:// links that answers of the tools hold.";

/** The roots that a tool which is offered searches: agents' own where rag_search is. */
function indexedRoots({ tools, allow }: Host, settings: Settings): ReadableRoot[] {
  const groups = new Set(tools.map(({ group }) => group));
  const audience: Audience | null = groups.has("rag") ? "agent" : groups.has("files") ? "user" : null;
  if (audience === null) return [];
  if (audience === "user" || !storeExists(settings.dataDir)) return visibleRoots(settings, "user", null);
  const store = openStore(settings.dataDir, "read");
  try {
    // Links in what rag_index has added lead where rag_index itself may follow them.
    return visibleRoots(settings, audience, store).map(({ path, policy }) => ({ path, policy: { ...policy, allow } }));
  } finally {
    store.close();
  }
}

/** What is cut says with which link it goes on. */
function piecesOf({ path, sections, next, truncated }: ReadResult): ResourceText[] {
  const file = uriOfPath(path);
  const pieces = sections.map(({ page, sheet, part, lines }): ResourceText => {
    const unit = page === null ? (sheet ?? part) : `page=${page}`;
    const [first, last] = [lines[0]?.line, lines.at(-1)?.line];
    const fragment =
      unit === null ? (first === undefined ? "" : `#L${first}-L${last}`) : `#${encodeURIComponent(unit)}`;
    return { uri: `${file}${fragment}`, text: lines.map(({ text }) => text).join("\n") };
  });
  if (pieces.length === 0) return [{ uri: file, text: "" }];
  if (!truncated) return pieces;
  const from = next?.start_line;
  const where = from === undefined ? "read_file shows the rest" : `${file}#L${from}-L${from + LINES_A_LINK} goes on`;
  return [...pieces, { uri: file, text: `[The text is cut here: ${where}.]` }];
}

/** As many lines as one answer holds. */
const LINES_A_LINK = 1999;
