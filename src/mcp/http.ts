/**
 * MCP over HTTP on the loopback interface, for clients that cannot start a process. A page in a browser can reach this
 * port as well, so each request must name this host (DNS rebinding), come from no foreign origin and carry the token.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport as StreamableTransport,
  type Transport,
} from "@modelcontextprotocol/server";
import { QsearchError } from "../errors.ts";
import { createLogger } from "../log.ts";
import type { TransportName } from "../request/kinds.ts";
import { untilAborted } from "../until-aborted.ts";
import { mendCall } from "./call-faults.ts";
import { createServer, type ServerOptions } from "./server.ts";
import { SseTransport } from "./sse.ts";
import { isSameToken } from "./token.ts";

const ADDRESS = "127.0.0.1";
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);
/** Clients at once; the one that has been silent longest goes when another comes. */
const MAX_SESSIONS = 32;
/** Bytes of a request. */
const MAX_BODY = 10 * 2 ** 20;

const log = createLogger("mcp");

type HttpTransport = Exclude<TransportName, "stdio">;
/** `body`: the parsed JSON of a POST. */
type Handler = (request: Request, path: string, body: unknown) => Promise<Response>;

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
  const server = listen(port, (request) => answer(request, token, handle));
  const path = transport === "sse" ? "/sse" : "/mcp";
  // A token that the user has chosen is not written anywhere else.
  const authorization = given === null ? `Authorization: Bearer ${token}\n` : "";
  writeSync(2, `qsearch serves MCP at http://${ADDRESS}:${server.port}${path}\n${authorization}`);
  await untilAborted(signal);
  await server.stop(true);
}

function listen(port: number, fetch: (request: Request) => Promise<Response>) {
  try {
    return Bun.serve({ hostname: ADDRESS, port, idleTimeout: 0, maxRequestBodySize: MAX_BODY, fetch });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new QsearchError("io", `port ${port} cannot be used: ${why}`, "Choose another --port.", { cause });
  }
}

async function answer(request: Request, token: string, handle: Handler): Promise<Response> {
  const response = await answerTo(request, token, handle);
  for (const [name, value] of originHeaders(request.headers.get("origin"))) response.headers.set(name, value);
  return response;
}

async function answerTo(request: Request, token: string, handle: Handler): Promise<Response> {
  try {
    const refusal = refusalOf(request, token);
    if (refusal !== null) return refuse(...refusal);
    if (request.method === "OPTIONS") return new Response(null, { status: 204 });
    const body: unknown = request.method === "POST" ? await bodyOf(request) : undefined;
    const fault = faultIn(body);
    if (fault !== null) return fault;
    return await handle(request, new URL(request.url).pathname, body);
  } catch (error) {
    log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return refuse(500, "internal error");
  }
}

/** Undefined for what is no JSON: the SDK says so. */
async function bodyOf(request: Request): Promise<unknown> {
  try {
    return (await request.clone().json()) as unknown;
  } catch {
    return undefined;
  }
}

/** The answer to a call that no tool is looked for: the SDK would tell of it in zod's words. */
function faultIn(body: unknown): Response | null {
  if (typeof body !== "object" || body === null || !("id" in body)) return null;
  const message = mendCall(body);
  if (message === null) return null;
  return Response.json({ jsonrpc: "2.0", id: body.id, error: { code: -32_602, message } });
}

/** Why a request is not served: status and words; null when it is. */
function refusalOf({ headers, method }: Request, token: string): readonly [status: number, why: string] | null {
  if (!isLoopback(headers.get("host"))) return [403, "the Host header names another host"];
  const origin = headers.get("origin");
  if (origin !== null && !isLoopbackOrigin(origin)) return [403, "the origin may not use this server"];
  // A browser asks so before it sends a token.
  if (method === "OPTIONS" && headers.has("access-control-request-method")) return null;
  const [scheme = "", given = ""] = (headers.get("authorization") ?? "").split(" ");
  if (scheme.toLowerCase() === "bearer" && isSameToken(given, token)) return null;
  return [401, "the bearer token of this server is missing or wrong"];
}

/** Headers that let a page of this machine read the answers. A foreign origin gets none of them. */
function originHeaders(origin: string | null): readonly (readonly [string, string])[] {
  if (origin === null || !isLoopbackOrigin(origin)) return [];
  return [
    ["access-control-allow-origin", origin],
    ["vary", "origin"],
    ["access-control-allow-methods", "GET, POST, DELETE, OPTIONS"],
    ["access-control-allow-headers", ALLOWED_HEADERS],
    ["access-control-expose-headers", "mcp-session-id"],
    ["access-control-max-age", "600"],
  ];
}

const ALLOWED_HEADERS =
  "authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name";

function isLoopback(host: string | null): boolean {
  return host !== null && LOOPBACK_NAMES.has(host.replace(/:\d+$/, "").toLowerCase());
}

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && LOOPBACK_NAMES.has(url.hostname);
}

/** In a time that tells nothing about where they differ. */
function refuse(status: number, why: string): Response {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
  };
  return new Response(`${why}\n`, { status, headers });
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

/** A session for each client that begins with `initialize`; clients of 2026-07-28 need none. */
function streamableHandler(options: ServerOptions): Handler {
  const sessions = new Sessions<StreamableTransport>();
  const onerror = (error: Error) => log.debug(error.message);
  const stateless = createMcpHandler(() => createServer(options), {
    legacy: "reject",
    onerror,
    maxRequestBodySize: MAX_BODY,
  });
  return async (request, path, body) => {
    if (path !== "/mcp") return refuse(404, "MCP is at /mcp");
    const parsed = body === undefined ? {} : { parsedBody: body };
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const known = sessions.find(id);
      return known === undefined ? refuse(404, "there is no such session") : await known.handleRequest(request, parsed);
    }
    if (!(await isLegacyRequest(request, body))) return await stateless.fetch(request, parsed);
    // Refuses everything but `initialize` itself.
    const transport = new StreamableTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => sessions.add(session, transport),
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.remove(transport.sessionId);
    };
    await createServer(options).connect(transport);
    const response = await transport.handleRequest(request, parsed);
    if (transport.sessionId === undefined) await transport.close();
    return response;
  };
}

function sseHandler(options: ServerOptions): Handler {
  const sessions = new Sessions<SseTransport>();
  return async (request, path, body) => {
    if (path === "/sse" && request.method === "GET") {
      const transport = new SseTransport("/messages");
      transport.onclose = () => sessions.remove(transport.sessionId);
      sessions.add(transport.sessionId, transport);
      const response = transport.response();
      await createServer(options).connect(transport);
      return response;
    }
    if (path !== "/messages" || request.method !== "POST") return refuse(404, "MCP is at /sse");
    const transport = sessions.find(new URL(request.url).searchParams.get("sessionId") ?? "");
    if (transport === undefined) return refuse(404, "there is no such session");
    try {
      transport.take(body);
    } catch {
      return refuse(400, "the body is no message of the protocol");
    }
    return new Response("Accepted", { status: 202 });
  };
}
