/**
 * MCP over HTTP on the loopback interface, for clients that cannot start a process. A page in a browser can reach this
 * port as well, so each request must name this host (DNS rebinding), come from no foreign origin and carry the token.
 */
import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { writeSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { QsearchError } from "../errors.ts";
import { createLogger } from "../log.ts";
import type { TransportName } from "../request/kinds.ts";
import { type ServerOptions, serveClient } from "./server.ts";

const ADDRESS = "127.0.0.1";
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);
/** Clients at once; the one that has been silent longest goes when another comes. */
const MAX_SESSIONS = 32;

const log = createLogger("mcp");

type HttpTransport = Exclude<TransportName, "stdio">;
type Handler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

/** Serves until `signal` aborts. `given`: the token that clients must send; null makes a new one. Throws `io` when the port is taken. */
export async function serveHttp(
  transport: HttpTransport,
  port: number,
  options: ServerOptions,
  signal: AbortSignal,
  given: string | null,
): Promise<void> {
  const token = given ?? randomBytes(24).toString("base64url");
  const handle = transport === "sse" ? sseHandler(options) : streamableHandler(options);
  const server = createServer((request, response) => {
    void answer(request, response, token, handle);
  });
  const taken = await listen(server, port);
  const path = transport === "sse" ? "/sse" : "/mcp";
  // A token that the user has chosen is not written anywhere else.
  const authorization = given === null ? `Authorization: Bearer ${token}\n` : "";
  writeSync(2, `qsearch serves MCP at http://${ADDRESS}:${taken}${path}\n${authorization}`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  server.close();
  server.closeAllConnections();
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      reject(
        new QsearchError("io", `port ${port} cannot be used: ${cause.message}`, "Choose another --port.", { cause }),
      );
    });
    server.listen(port, ADDRESS, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  handle: Handler,
): Promise<void> {
  try {
    allowOrigin(request, response);
    const refusal = refusalOf(request, token);
    if (refusal === null && request.method === "OPTIONS") response.writeHead(204).end();
    else if (refusal === null)
      await handle(request, response, new URL(request.url ?? "/", "http://localhost").pathname);
    else refuse(response, ...refusal);
  } catch (error) {
    log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (!response.headersSent) refuse(response, 500, "internal error");
    else response.end();
  }
}

/** Why a request is not served: status and words; null when it is. */
function refusalOf({ headers, method }: IncomingMessage, token: string): readonly [status: number, why: string] | null {
  if (!isLoopback(headers.host)) return [403, "the Host header names another host"];
  if (headers.origin !== undefined && !isLoopbackOrigin(headers.origin))
    return [403, "the origin may not use this server"];
  // A browser asks so before it sends a token.
  if (method === "OPTIONS" && headers["access-control-request-method"] !== undefined) return null;
  const [scheme = "", given = ""] = (headers.authorization ?? "").split(" ");
  if (scheme.toLowerCase() === "bearer" && sameText(given, token)) return null;
  return [401, "the bearer token that was printed at start is missing or wrong"];
}

/** Headers that let a page of this machine read the answers. A foreign origin gets none of them. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  const { origin } = headers;
  if (origin === undefined || !isLoopbackOrigin(origin)) return;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("vary", "origin");
  response.setHeader("access-control-allow-methods", "GET, POST, DELETE, OPTIONS");
  response.setHeader("access-control-allow-headers", ALLOWED_HEADERS);
  response.setHeader("access-control-expose-headers", "mcp-session-id");
  response.setHeader("access-control-max-age", "600");
}

const ALLOWED_HEADERS =
  "authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name";

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK_NAMES.has(host.replace(/:\d+$/, "").toLowerCase());
}

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && LOOPBACK_NAMES.has(url.hostname);
}

/** In a time that tells nothing about where they differ. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function refuse(response: ServerResponse, status: number, why: string): void {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
  };
  response.writeHead(status, headers).end(`${why}\n`);
}

/** The clients of one server, the one that was heard longest ago first. */
class Sessions<Kind extends Transport> {
  readonly #byId = new Map<string, Kind>();

  add(id: string, transport: Kind): void {
    this.#byId.set(id, transport);
    const [oldest] = this.#byId.values();
    if (this.#byId.size > MAX_SESSIONS && oldest !== undefined) void oldest.close();
  }

  find(id: string): Kind | undefined {
    const transport = this.#byId.get(id);
    if (transport === undefined) return undefined;
    this.#byId.delete(id);
    this.#byId.set(id, transport);
    return transport;
  }

  remove(id: string): void {
    this.#byId.delete(id);
  }
}

function streamableHandler(options: ServerOptions): Handler {
  const sessions = new Sessions<StreamableHTTPServerTransport>();
  return async (request, response, path) => {
    if (path !== "/mcp") return refuse(response, 404, "MCP is at /mcp");
    const id = request.headers["mcp-session-id"];
    if (typeof id === "string") {
      const known = sessions.find(id);
      if (known === undefined) return refuse(response, 404, "there is no such session");
      return await known.handleRequest(request, response);
    }
    // Refuses everything but `initialize` itself.
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => sessions.add(session, transport),
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.remove(transport.sessionId);
    };
    await serveClient(transport, options);
    await transport.handleRequest(request, response);
    if (transport.sessionId === undefined) await transport.close();
  };
}

function sseHandler(options: ServerOptions): Handler {
  const sessions = new Sessions<SSEServerTransport>();
  return async (request, response, path) => {
    if (path === "/sse" && request.method === "GET") {
      const transport = new SSEServerTransport("/messages", response);
      const { sessionId } = transport;
      transport.onclose = () => sessions.remove(sessionId);
      sessions.add(sessionId, transport);
      await serveClient(transport, options);
      return;
    }
    if (path !== "/messages" || request.method !== "POST") return refuse(response, 404, "MCP is at /sse");
    const id = new URL(request.url ?? "/", "http://localhost").searchParams.get("sessionId") ?? "";
    const transport = sessions.find(id);
    if (transport === undefined) return refuse(response, 404, "there is no such session");
    await transport.handlePostMessage(request, response);
  };
}
