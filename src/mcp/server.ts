/** The SDK's server for one client, of either generation of the protocol: what the protocol asks, answered by the tools of the host. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { createLogger } from "../log.ts";
import { didYouMean } from "../settings/settings.ts";
import { VERSION } from "../version.ts";
import { ClientRoots, resolveDirectory } from "./client-roots.ts";
import { type ProgressNote, progressNotes } from "./progress.ts";
import type { CallResult } from "./reply.ts";
import type { Semaphore } from "./semaphore.ts";
import { type Host, RootsNeeded, type ToolCall } from "./tool.ts";
import type { ListedTool } from "./tool-list.ts";

/** A client that does not answer `roots/list` is taken to have none. */
const ROOTS_TIMEOUT_MS = 5000;
/** Resource links came with this version; older clients refuse a whole answer for a kind of content they do not know. */
const FIRST_WITH_LINKS = "2025-06-18";
/** From this version on a server asks nothing by itself: it answers that it needs an input, and the client calls again. */
const FIRST_WITHOUT_QUESTIONS = "2026-07-28";
/** Lists hang on the flags of the process alone; milliseconds. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: "private" } as const;

const log = createLogger("mcp");

export interface ServerOptions {
  readonly host: Host;
  readonly instructions: string;
  readonly turns: Semaphore;
}

/** What `tools/list` answers: a client without sessions gets a server for each request. */
const lists = new WeakMap<Host, Promise<ListedTool[]>>();

/** A server for one client (stdio, a session of HTTP), or for one call of a client without sessions. */
export function createServer({ host, instructions, turns }: ServerOptions): Server {
  const server = new Server(
    { name: "qsearch", title: "qsearch", version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions,
      cacheHints: {
        "tools/list": LIST_CACHE,
        "prompts/list": LIST_CACHE,
        "resources/list": LIST_CACHE,
        "resources/templates/list": LIST_CACHE,
      },
    },
  );
  const roots = new RootsOfClient(server);
  server.onerror = (error) => log.debug(error.message);
  server.setRequestHandler("tools/list", async () => {
    const { listedTools } = await import("./tool-list.ts");
    const listed = lists.get(host) ?? listedTools(host.tools);
    lists.set(host, listed);
    // The SDK's type asks for an index signature in each schema, which the schemas' own type does without.
    return { tools: (await listed) as readonly unknown[] as Tool[] };
  });
  server.setRequestHandler("tools/call", async ({ params }, context): Promise<CallResult | InputRequiredResult> => {
    const entry = entryNamed(params.name, host);
    const { callTool } = await import("./call.ts");
    const links = (server.getNegotiatedProtocolVersion() ?? "") >= FIRST_WITH_LINKS;
    try {
      return await callTool(entry, params.arguments ?? {}, { turns, links, call: toolCall(context, host, roots) });
    } catch (error) {
      if (!(error instanceof RootsNeeded)) throw error;
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    }
  });
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", async () => {
    return { resourceTemplates: (await import("./resources.ts")).RESOURCE_TEMPLATES };
  });
  server.setRequestHandler("resources/read", async ({ params }, { mcpReq }) => {
    const { readLink } = await import("./resources.ts");
    return await turns.take(mcpReq.signal, () => readLink(params.uri, host, mcpReq.signal));
  });
  server.setRequestHandler("prompts/list", async () => ({ prompts: (await import("./prompts.ts")).promptsOf(host) }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    return (await import("./prompts.ts")).promptNamed(params.name, params.arguments ?? {}, host);
  });
  server.setNotificationHandler("notifications/roots/list_changed", () => roots.changed());
  return server;
}

function entryNamed(name: string, { tools }: Host) {
  const entry = tools.find((tool) => tool.name === name);
  if (entry !== undefined) return entry;
  const names = tools.map((tool) => tool.name);
  const near = didYouMean(name.slice(0, 100), names);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${JSON.stringify(name.slice(0, 100).toWellFormed())}. ${near || `Tools are: ${names.join(", ")}.`}`,
  );
}

function toolCall(context: ServerContext, host: Host, roots: RootsOfClient): ToolCall {
  const { signal, _meta, notify } = context.mcpReq;
  const progressToken = _meta?.progressToken;
  const send = (note: ProgressNote) => {
    if (progressToken === undefined) return;
    const params = { progressToken, ...note };
    notify({ method: "notifications/progress", params }).catch((error: unknown) => log.debug(String(error)));
  };
  return {
    host,
    signal,
    progress: progressToken === undefined ? undefined : progressNotes(send, signal),
    directory: (given, name) =>
      resolveDirectory(
        given,
        { ...host, roots: roots.of(context), list: () => listRoots(context, roots), signal },
        name,
      ),
  };
}

/** The client's roots: asked for as part of the call (over HTTP a question of its own would need a stream that clients may not have opened). */
async function listRoots({ mcpReq }: ServerContext, roots: RootsOfClient): Promise<readonly string[]> {
  if (!roots.asksByItself()) {
    if (mcpReq.inputResponses === undefined) throw new RootsNeeded();
    return urisOf(mcpReq.inputResponses.roots);
  }
  return urisOf(await mcpReq.send({ method: "roots/list" }, { signal: mcpReq.signal, timeout: ROOTS_TIMEOUT_MS }));
}

/** The URIs of an answer to `roots/list`, which nobody has judged. */
function urisOf(answer: unknown): string[] {
  if (typeof answer !== "object" || answer === null || !("roots" in answer) || !Array.isArray(answer.roots)) return [];
  const roots: readonly unknown[] = answer.roots;
  return roots.flatMap((root) =>
    typeof root === "object" && root !== null && "uri" in root && typeof root.uri === "string" ? [root.uri] : [],
  );
}

class RootsOfClient {
  #roots: ClientRoots | null = null;

  constructor(private readonly server: Server) {}

  changed(): void {
    this.#roots?.changed();
  }

  /** Whether this server may send a request of its own. */
  asksByItself(): boolean {
    return (this.server.getNegotiatedProtocolVersion() ?? "") < FIRST_WITHOUT_QUESTIONS;
  }

  /** A client without a handshake says with each call what it can do, and nothing of it is kept. */
  of({ mcpReq }: ServerContext): ClientRoots {
    const told = (mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
    if (typeof told === "object" && told !== null) return new ClientRoots("roots" in told, false);
    const { roots } = this.server.getClientCapabilities() ?? {};
    this.#roots ??= new ClientRoots(roots !== undefined, roots?.listChanged === true);
    return this.#roots;
  }
}
