/** The server as a whole: what all clients share, and the transport they come by. */

import { statSync } from "node:fs";
import { displayPath, systemPath } from "../corpus/path-bytes.ts";
import { realPath } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import { createLogger, logLevelOf, setLogLevel } from "../log.ts";
import type { TransportName } from "../request/kinds.ts";
import type { ServeRequest } from "../request/serve-request.ts";
import type { Environment, Settings } from "../settings/settings.ts";
import { untilAborted } from "../until-aborted.ts";
import { chooseTools } from "./catalog.ts";
import { instructionsFor } from "./instructions.ts";
import { Semaphore } from "./semaphore.ts";
import { createServer, type ServerOptions } from "./server.ts";
import { StdioTransport } from "./stdio.ts";
import { claimStdout, OrderedWriter } from "./stdout.ts";
import { type Host, SERVER_LOG_LEVEL } from "./tool.ts";

/** Calls that run at once; each live search already uses all processors where that pays. */
const CALLS_AT_ONCE = 4;
/** Until a server that follows the tree begins to, milliseconds. */
const FOLLOW_AFTER_MS = 100;
/** Between looks at roots whose changes the system does not tell, milliseconds. */
const RESCAN_MS = 30_000;
/** After the end of stdin, milliseconds: calls that still run are answered for whoever reads on, and ended then. */
const GRACE_MS = 1200;

export interface ServeContext {
  readonly env: Environment;
  readonly cwd: string;
  readonly jobs: number | undefined;
  readonly signal: AbortSignal;
  settings(): Settings;
}

/** Serves until the client goes or `signal` aborts. Throws `usage`, `config` and `root_unavailable` before anything is served. */
export async function serve(
  request: ServeRequest & { readonly transport: TransportName },
  context: ServeContext,
): Promise<void> {
  setLogLevel(logLevelOf(context.env, SERVER_LOG_LEVEL));
  surviveFaults();
  const options = serverOptions(request, context);
  const ended = new AbortController();
  if (request.watch) void followTree(context, AbortSignal.any([context.signal, ended.signal]));
  try {
    if (request.transport === "stdio") return await serveStdio(options, context.signal);
    claimStdout();
    const [{ serveHttp }, { givenToken }] = await Promise.all([import("./http.ts"), import("./token.ts")]);
    const token = givenToken(request.token_file, context.env);
    await serveHttp(request.transport, request.port, options, context.signal, token);
  } finally {
    ended.abort();
  }
}

/** Keeps the index current beside the calls, with as little of the machine as it needs. Never rejects. */
async function followTree({ settings }: ServeContext, signal: AbortSignal): Promise<void> {
  const log = createLogger("watch");
  try {
    // The handshake comes first.
    await Bun.sleep(FOLLOW_AFTER_MS);
    const [{ follow }, { describeEvent }] = await Promise.all([
      import("../indexing/watch/follower.ts"),
      import("../indexing/watch/describe.ts"),
    ]);
    await follow({
      settings,
      signal,
      jobs: 1,
      rescanMs: RESCAN_MS,
      lenient: true,
      embed: {},
      tell(event) {
        const { tone, text } = describeEvent(event);
        if (tone === "error") log.error(text);
        else if (tone === "warning") log.warning(text);
        else log.info(text);
      },
    });
  } catch (error) {
    log.error(`the index is not followed any more: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A fault that no call has caught costs a line in the log, not the calls of everyone else. */
function surviveFaults(): void {
  const log = createLogger("mcp");
  const note = (error: unknown) => log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
}

function serverOptions(request: ServeRequest, context: ServeContext): ServerOptions {
  const { env, cwd, jobs, settings } = context;
  const tools = chooseTools({ groups: request.tools, without: request.without, readOnly: request.read_only });
  const allow = request.allow.length === 0 ? null : [...new Set(request.allow.map(allowedFolder))];
  const { late, read_only: readOnly } = request;
  const host: Host = { tools, cwd, env, allow, jobs, late, readOnly, settings };
  const { roots, dataDir } = settings();
  const state = { tools, cwd, allow, roots, dataDir, readOnly: request.read_only };
  return { host, instructions: instructionsFor(state), turns: new Semaphore(CALLS_AT_ONCE) };
}

/** Throws `usage` for what is no folder: a server that may search nothing is a mistake. */
function allowedFolder(path: string): string {
  const real = realPath(path);
  if (real !== null && statSync(systemPath(real), { throwIfNoEntry: false })?.isDirectory() === true) return real;
  throw new QsearchError(
    "usage",
    `--allow ${displayPath(path)} is no folder that can be reached`,
    "Give a folder's path.",
  );
}

async function serveStdio(options: ServerOptions, signal: AbortSignal): Promise<void> {
  const gone = Promise.withResolvers<void>();
  const faults: Error[] = [];
  const writer = new OrderedWriter(claimStdout(), (error) => {
    if (error !== null) faults.push(error);
    gone.resolve();
  });
  const transport = new StdioTransport(Bun.stdin.stream(), writer);
  const stopped = untilAborted(signal);
  const { serveStdio: serveClient } = await import("@modelcontextprotocol/server/stdio");
  const client = serveClient(() => createServer(options), { transport });
  await Promise.race([transport.ended, gone.promise, stopped]);
  if (!signal.aborted) {
    await Promise.race([transport.idle, gone.promise, stopped, Bun.sleep(GRACE_MS)]);
    await Promise.race([writer.flush(), gone.promise, stopped, Bun.sleep(GRACE_MS / 4)]);
  }
  await client.close();
  for (const fault of faults) throw fault;
}
