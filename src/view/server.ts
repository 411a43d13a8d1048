/** The server behind `qsearch view`: the page's files, pictures, and the requests of request/view-request.ts, on loopback alone. */
import { QsearchError } from "../errors.ts";
import { createLogger } from "../log.ts";
import { VIEW_REQUESTS, type ViewError, type ViewRequests } from "../request/view-request.ts";
import { answerWith, Guard } from "./guard.ts";
import { type Handlers, type ViewContext, ViewSession } from "./handlers.ts";
import { PAGE_FILES } from "./page-files.ts";
import { Presence } from "./presence.ts";

const ADDRESS = "127.0.0.1";
/** Bytes of a request. */
const MAX_BODY = 64 * 1024;
/** Between looks whether the page is still open, milliseconds. */
const LOOK_MS = 5000;

const STATUS: Readonly<Record<string, number>> = {
  usage: 400,
  not_found: 404,
  no_store: 404,
  cancelled: 499,
  file_error: 422,
};

const log = createLogger("view");

export interface ViewServer {
  /** Without the token. */
  readonly url: string;
  /** With the token in its fragment. */
  readonly address: string;
  /** Resolves when the page has been closed for a while, or at `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** `query`: what the page searches for at first. */
export function startView(query: string, context: ViewContext): ViewServer {
  const guard = new Guard();
  const presence = new Presence();
  const session = new ViewSession(context, presence);
  const server = Bun.serve({
    hostname: ADDRESS,
    port: 0,
    idleTimeout: 0,
    maxRequestBodySize: MAX_BODY,
    fetch: (request, { port }) => answer(request, port ?? 0, guard, session),
    error: () => answerWith("internal error\n", "text/plain; charset=utf-8", 500),
  });
  session.warm(query);
  const ended = Promise.withResolvers<void>();
  const look = setInterval(() => {
    if (presence.isOver()) ended.resolve();
  }, LOOK_MS);
  const url = `http://${ADDRESS}:${server.port}/${guard.folder}/`;
  const search = query === "" ? "" : `?q=${encodeURIComponent(query)}`;
  return {
    url,
    address: `${url}${search}#${guard.token}`,
    ended: ended.promise,
    async stop() {
      clearInterval(look);
      ended.resolve();
      await server.stop(true);
      await session.close();
    },
  };
}

async function answer(request: Request, port: number, guard: Guard, session: ViewSession): Promise<Response> {
  const refusal = guard.refusal(request, port);
  if (refusal !== null) return plain(refusal.status, refusal.why);
  const rest = new URL(request.url).pathname.slice(guard.folder.length + 2);
  if (rest.startsWith("api/")) return await call(rest.slice(4), request, guard, session);
  if (request.method !== "GET") return plain(405, "this address is only read", { allow: "GET" });
  const file = PAGE_FILES.get(rest);
  if (file !== undefined) return answerWith(file.text, file.type);
  const picture = rest.startsWith("picture/") ? session.pictures.picture(rest.slice(8)) : null;
  if (picture !== null) return answerWith(new Uint8Array(picture), "image/png");
  return plain(404, "there is nothing here");
}

async function call(name: string, request: Request, guard: Guard, session: ViewSession): Promise<Response> {
  if (!isName(name)) return plain(404, "there is no such request");
  if (request.method !== "POST") return plain(405, "requests are sent by POST", { allow: "POST" });
  try {
    const body = VIEW_REQUESTS[name].safeParse(await request.json().catch(() => undefined));
    if (!body.success) {
      const [issue] = body.error.issues;
      throw new QsearchError(
        "usage",
        `${issue?.path.join(".") || "the request"}: ${issue?.message ?? "not understood"}`,
      );
    }
    if (name === "enter") {
      if (!guard.knows((body.data as ViewRequests["enter"]).token)) return plain(401, "the token is wrong");
      return json({}, 200, { "set-cookie": guard.cookie() });
    }
    const handle = session.handlers[name] as (request: unknown, signal: AbortSignal) => unknown;
    return json(await handle(body.data, request.signal));
  } catch (error) {
    return failure(error);
  }
}

function isName(name: string): name is keyof Handlers | "enter" {
  return Object.hasOwn(VIEW_REQUESTS, name);
}

function failure(error: unknown): Response {
  if (error instanceof QsearchError) {
    const { code, message, hint } = error;
    return json({ code, message, hint } satisfies ViewError, STATUS[code] ?? 500);
  }
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return json({ code: "internal", message: "a fault of qsearch", hint: "" } satisfies ViewError, 500);
}

function json(value: unknown, status = 200, more: Record<string, string> = {}): Response {
  return answerWith(JSON.stringify(value), "application/json; charset=utf-8", status, more);
}

function plain(status: number, why: string, more: Record<string, string> = {}): Response {
  return answerWith(`${why}\n`, "text/plain; charset=utf-8", status, more);
}
