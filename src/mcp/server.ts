/** The SDK's server for one client: what the protocol asks, answered by the tools of the host. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCRequest,
  LATEST_PROTOCOL_VERSION,
  ListRootsResultSchema,
  ListToolsRequestSchema,
  McpError,
  type RequestId,
  RootsListChangedNotificationSchema,
  type ServerNotification,
  type ServerRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchemaValidatorResult } from "@modelcontextprotocol/sdk/validation";
import { createLogger } from "../log.ts";
import { didYouMean } from "../settings.ts";
import { VERSION } from "../version.ts";
import { inPlainWords } from "./plain-errors.ts";
import { type ProgressNote, progressNotes } from "./progress.ts";
import type { CallResult } from "./reply.ts";
import { ClientRoots, resolveDirectory } from "./roots.ts";
import type { Host, ToolCall } from "./tool.ts";
import type { Turns } from "./turns.ts";

/** A client that does not answer `roots/list` is taken to have none. */
const ROOTS_TIMEOUT_MS = 5000;
/** Resource links came with this version; older clients refuse a whole answer for a kind of content they do not know. */
const FIRST_WITH_LINKS = "2025-06-18";

const log = createLogger("mcp");

export interface ServerOptions {
  readonly host: Host;
  readonly instructions: string;
  readonly turns: Turns;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Serves one client over `transport` until it closes. The function returned ends the connection and all its calls. */
export async function serveClient(transport: Transport, options: ServerOptions): Promise<() => Promise<void>> {
  const client = new ClientServer(options);
  await client.connect(transport);
  return () => client.close();
}

class ClientServer {
  readonly #server: Server;
  #protocol = LATEST_PROTOCOL_VERSION;
  #roots: ClientRoots | null = null;
  /** Calls that are no calls, by their ids, until they are refused. */
  readonly #faults = new Map<RequestId, string>();

  constructor(private readonly options: ServerOptions) {
    this.#server = new Server(
      { name: "qsearch", title: "qsearch", version: VERSION },
      {
        capabilities: { tools: {} },
        instructions: options.instructions,
        // Judges what a user typed into a form of ours; we have none, and the default is a compiler of schemas.
        jsonSchemaValidator: {
          getValidator<T>() {
            return (input: unknown): JsonSchemaValidatorResult<T> => ({
              valid: true,
              data: input as T,
              errorMessage: undefined,
            });
          },
        },
      },
    );
    this.#server.onerror = (error) => log.debug(error.message);
    this.#server.setRequestHandler(ListToolsRequestSchema, async () => {
      const { listedTools } = await import("./tool-list.ts");
      return { tools: await listedTools(options.host.tools) };
    });
    this.#server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
      const fault = this.#faults.get(extra.requestId);
      this.#faults.delete(extra.requestId);
      if (fault !== undefined) throw new McpError(ErrorCode.InvalidParams, fault);
      return this.#call(params.name, params.arguments ?? {}, extra);
    });
    this.#server.setNotificationHandler(RootsListChangedNotificationSchema, () => this.#roots?.changed());
  }

  connect(transport: Transport): Promise<void> {
    // The SDK keeps what comes before it in place.
    transport.onmessage = (message) => {
      const fault = isJSONRPCRequest(message) && message.method === "tools/call" ? mendedCall(message) : null;
      if (fault !== null && "id" in message && message.id !== undefined) this.#faults.set(message.id, fault);
      if (!isInitializeRequest(message)) return;
      const asked = message.params.protocolVersion;
      this.#protocol = SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : LATEST_PROTOCOL_VERSION;
    };
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(inPlainWords(message), options);
    return this.#server.connect(transport);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #call(name: string, args: Readonly<Record<string, unknown>>, extra: Extra): Promise<CallResult> {
    const { host, turns } = this.options;
    const entry = host.tools.find((tool) => tool.name === name);
    if (entry === undefined) {
      const names = host.tools.map((tool) => tool.name);
      const near = didYouMean(name.slice(0, 100), names);
      throw new McpError(
        ErrorCode.InvalidParams,
        `Unknown tool ${JSON.stringify(name.slice(0, 100).toWellFormed())}. ${near || `Tools are: ${names.join(", ")}.`}`,
      );
    }
    const { callTool } = await import("./call.ts");
    const links = this.#protocol >= FIRST_WITH_LINKS;
    return await callTool(entry, args, { turns, links, call: this.#toolCall(extra) });
  }

  #toolCall({ signal, _meta, sendNotification, sendRequest }: Extra): ToolCall {
    const { host } = this.options;
    const progressToken = _meta?.progressToken;
    const notify = (note: ProgressNote) => {
      if (progressToken === undefined) return;
      const params = { progressToken, ...note };
      sendNotification({ method: "notifications/progress", params }).catch((error: unknown) =>
        log.debug(String(error)),
      );
    };
    // As part of this call: over HTTP a question of its own would need a stream that clients may not have opened.
    const list = async () => {
      const options = { signal, timeout: ROOTS_TIMEOUT_MS };
      const { roots } = await sendRequest({ method: "roots/list" }, ListRootsResultSchema, options);
      return roots.map(({ uri }) => uri);
    };
    return {
      host,
      signal,
      progress: progressToken === undefined ? undefined : progressNotes(notify, signal),
      directory: (given) => resolveDirectory(given, { ...host, roots: this.#clientRoots(), list, signal }),
    };
  }

  #clientRoots(): ClientRoots {
    const has = this.#server.getClientCapabilities()?.roots;
    this.#roots ??= new ClientRoots(has !== undefined, has?.listChanged === true);
    return this.#roots;
  }
}

/**
 * Gives a call the form that the SDK's own schema takes, and says what was wrong with it: the SDK would refuse it with a
 * list of zod's as an internal error. `null` counts as left out, for all arguments together as for each.
 */
function mendedCall(message: JSONRPCRequest): string | null {
  const { name, arguments: given } = message.params ?? {};
  if (given === null) delete message.params?.arguments;
  if (typeof name !== "string") return refused(message, "tools/call needs the name of a tool, a string");
  if (Array.isArray(given)) return refused(message, `${MUST_BE_OBJECT}, not a list`);
  // The one name that a record of zod's leaves out: it would be an unknown argument that nobody tells.
  if (isObject(given) && Object.hasOwn(given, PROTOTYPE)) return refused(message, `unknown argument "${PROTOTYPE}"`);
  return given === undefined || typeof given === "object" ? null : refused(message, `${MUST_BE_OBJECT}, not one value`);
}

const PROTOTYPE = "__proto__";
const MUST_BE_OBJECT = 'arguments must be an object, {"name": value, …}';

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function refused(message: JSONRPCRequest, fault: string): string {
  message.params = { name: "" };
  return fault;
}
