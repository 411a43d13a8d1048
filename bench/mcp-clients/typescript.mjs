/** The TypeScript SDK: its first generation, its second with a handshake, after a probe, and pinned; and the inspector's command line. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [, , jobFile, transport, mode] = process.argv;
const job = JSON.parse(readFileSync(jobFile, "utf8"));
const headers = { Authorization: `Bearer ${job.token}` };
const said = {
  package: "",
  version: "",
  protocol: null,
  listed: 0,
  converted: 0,
  called: 0,
  resource: null,
  prompt: null,
  failures: [],
};

function name(pack) {
  said.package = pack;
  said.version = JSON.parse(readFileSync(`node_modules/${pack}/package.json`, "utf8")).version;
}

function judge(tool, result, holds) {
  const text = result.content[0].text;
  const same = JSON.stringify(JSON.parse(text)) === JSON.stringify(result.structuredContent);
  if (!result.isError && same && text.includes(holds)) said.called++;
  else said.failures.push(`${tool}: ${text.slice(0, 300)}`);
}

async function use(client) {
  said.listed = (await client.listTools()).tools.length;
  for (const { tool, arguments: given, holds } of job.calls) {
    try {
      judge(tool, await client.callTool({ name: tool, arguments: given }), holds);
    } catch (error) {
      said.failures.push(`${tool}: ${error}`.slice(0, 600));
    }
  }
  const { contents } = await client.readResource({ uri: job.resource.uri });
  said.resource = contents[0].text.includes(job.resource.holds);
  const { messages } = await client.getPrompt({ name: job.prompt.name, arguments: job.prompt.arguments });
  said.prompt = messages[0].content.text.includes(job.prompt.holds);
  await client.close();
}

const stdio = { command: job.command, args: job.args, env: job.env, cwd: job.cwd, stderr: "ignore" };
const who = { name: "bench", version: "1" };

async function firstGeneration() {
  name("@modelcontextprotocol/sdk");
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const client = new Client(who);
  const http = () => new StreamableHTTPClientTransport(new URL(job.url), { requestInit: { headers } });
  await client.connect(transport === "stdio" ? new StdioClientTransport(stdio) : http());
  await use(client);
}

async function secondGeneration() {
  name("@modelcontextprotocol/client");
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const negotiation = mode === "legacy" || mode === "auto" ? mode : { pin: mode };
  const client = new Client(who, { versionNegotiation: { mode: negotiation } });
  const http = () => new StreamableHTTPClientTransport(new URL(job.url), { requestInit: { headers } });
  await client.connect(transport === "stdio" ? new StdioClientTransport(stdio) : http());
  said.protocol = client.getNegotiatedProtocolVersion?.() ?? null;
  await use(client);
}

function inspector() {
  name("@modelcontextprotocol/inspector");
  const target =
    transport === "stdio"
      ? [job.command, ...job.args]
      : [job.url, "--transport", "http", "--header", `Authorization: ${headers.Authorization}`];
  const environment = Object.entries(job.env).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
  const ask = (...args) => {
    const own = transport === "stdio" ? [...environment, "--cwd", job.cwd] : [];
    const command = ["node_modules/.bin/mcp-inspector", "--cli", ...target, ...own, ...args];
    return JSON.parse(execFileSync(process.execPath, command, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }));
  };
  said.listed = ask("--method", "tools/list").tools.length;
  for (const { tool, arguments: given, holds } of job.calls) {
    const pairs = Object.entries(given).map(
      ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    try {
      const result = ask(
        "--method",
        "tools/call",
        "--tool-name",
        tool,
        ...pairs.flatMap((pair) => ["--tool-arg", pair]),
      );
      judge(tool, result, holds);
    } catch (error) {
      said.failures.push(`${tool}: ${error.stderr || error}`.slice(0, 600));
    }
  }
}

if (mode === "inspector") inspector();
else if (mode === "first") await firstGeneration();
else await secondGeneration();
process.stdout.write(`${JSON.stringify(said)}\n`);
process.exitCode = 0;
