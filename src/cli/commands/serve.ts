/** `serve`, also `mcp`: the MCP server. */
import { QsearchError } from "../../errors.ts";
import { TRANSPORTS, type TransportName } from "../../request/kinds.ts";
import { type Environment, loadSettings } from "../../settings/settings.ts";
import { defineCommand } from "../command.ts";

export const serveCommand = defineCommand({
  name: "serve",
  summary: "Serve agents over MCP",
  details:
    "Speaks the Model Context Protocol on stdin and stdout, or on a loopback port with --transport streamable-http or " +
    "sse; the address and the bearer token that clients must send are printed on stderr then.\n\n" +
    "Ends when stdin closes. Logs go to stderr; QUICK_SEARCH_LOG_LEVEL sets how much (default INFO).",
  examples: [
    ["serve", "what an MCP client starts"],
    ["serve --tools context --allow ~/code", "live search of one folder's repositories, nothing else"],
    ["serve --transport streamable-http --port 8365", "for clients that connect by HTTP"],
  ],
  async run(request, { globals, env, cwd, signal }) {
    const transport = request.transport ?? transportOf(env);
    if (globals.json) {
      throw new QsearchError("usage", "serve has no result that --json could print", "Its stdout is for the protocol.");
    }
    const { serve } = await import("../../mcp/serve.ts");
    // Read anew each time: the command line may add roots while the server runs.
    const settings = () => loadSettings({ dataDir: globals.data_dir, config: globals.config, env, cwd });
    await serve({ ...request, transport }, { env, cwd, jobs: globals.jobs, settings, signal });
    return { data: null, text: () => "" };
  },
});

/** The transport that MCP_TRANSPORT names, stdio where it is not set. Throws `config` for a name that is none. */
function transportOf(env: Environment): TransportName {
  const name = env.MCP_TRANSPORT?.trim();
  if (!name) return "stdio";
  const transport = TRANSPORTS.find((each) => each === name);
  if (transport !== undefined) return transport;
  throw new QsearchError(
    "config",
    `MCP_TRANSPORT must be one of ${TRANSPORTS.join(", ")}`,
    `It is ${JSON.stringify(name)}.`,
  );
}
