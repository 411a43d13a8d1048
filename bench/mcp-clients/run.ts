/**
 * The clients that people build agents with, on the binary: each lists all tools, converts their schemas for its models where it
 * does so, and calls each of them, over stdio and over HTTP. No model is asked. Installs the clients on first use, each in an
 * environment of its own.
 *
 *   bun bench/mcp-clients/run.ts [part of a client's name]
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathFromBytes, systemPath } from "../../src/corpus/path-bytes.ts";
import { WORK } from "../lib/corpora.ts";
import { BINARY, report, scratch } from "../lib/measure.ts";
import { must, pythonWith } from "../lib/python.ts";

const only = process.argv[2] ?? "";
const HERE = import.meta.dir;
const TOKEN = "a-token-of-the-bench";
const NODE_PACKAGES = [
  "@modelcontextprotocol/client@2.4.0",
  "@modelcontextprotocol/sdk@1.32.2",
  "@modelcontextprotocol/inspector@2.12.0",
];
const NEW = "2026-07-28";

interface Client {
  readonly name: string;
  /** Script and packages of Python; none for the TypeScript clients. */
  readonly python?: readonly [script: string, ...packages: string[]];
  readonly mode: string;
}

const CLIENTS: readonly Client[] = [
  { name: "Python SDK 1", python: ["python_sdk.py", "mcp==1.30.0"], mode: "legacy" },
  ...["legacy", "auto", NEW].map((mode): Client => {
    return { name: `Python SDK 2, ${mode}`, python: ["python_sdk.py", "mcp==2.3.0"], mode };
  }),
  { name: "google-genai", python: ["gemini.py", "google-genai==3.6.1", "mcp==2.3.0"], mode: "legacy" },
  { name: "openai-agents", python: ["agents_sdk.py", "openai-agents==0.24.0"], mode: "plain" },
  { name: "openai-agents, strict", python: ["agents_sdk.py", "openai-agents==0.24.0"], mode: "strict" },
  {
    name: "langchain-mcp-adapters",
    python: ["langchain_adapters.py", "langchain-mcp-adapters==0.3.2", "langchain-google-genai==4.4.3"],
    mode: "legacy",
  },
  ...["legacy", "auto", NEW].map((mode): Client => {
    return { name: `fastmcp, ${mode}`, python: ["fastmcp_client.py", "fastmcp==4.2.3"], mode };
  }),
  { name: "TypeScript SDK 1", mode: "first" },
  ...["legacy", "auto", NEW].map((mode): Client => ({ name: `TypeScript SDK 2, ${mode}`, mode })),
  { name: "inspector", mode: "inspector" },
];

interface Said {
  readonly package: string;
  readonly version: string;
  readonly protocol: string | null;
  readonly listed: number;
  readonly converted: number;
  readonly called: number;
  readonly resource: boolean | null;
  readonly prompt: boolean | null;
  readonly failures: readonly string[];
}

await scratch(async (folder) => {
  const job = makeJob(folder);
  const jobFile = join(folder, "job.json");
  const { child, url } = await startHttp(folder, job.env);
  writeFileSync(jobFile, JSON.stringify({ ...job, url, token: TOKEN }));
  const rows: unknown[] = [];
  try {
    for (const client of CLIENTS.filter(({ name }) => name.includes(only))) {
      for (const transport of ["stdio", "http"]) {
        const said = run(client, jobFile, transport);
        const row = { client: client.name, transport, ...said };
        const counts = `${said.listed} listed, ${said.called} called, ${said.failures.length} failures`;
        say(`${client.name} ${said.version} over ${transport}: ${counts}`);
        for (const failure of said.failures) say(`  ${failure}`);
        rows.push(row);
      }
    }
  } finally {
    child.kill();
  }
  if (only === "") report("mcp-clients", { command: "bun bench/mcp-clients/run.ts", tools: job.calls.length, rows });
});

/** A small repository, notes that are indexed, a folder for the agent, and a call of each tool. */
function makeJob(folder: string) {
  const [code, notes, agent] = ["code", "notes", "agent"].map((name) => join(folder, name)) as [string, string, string];
  for (const each of [code, notes, agent]) mkdirSync(each);
  writeFileSync(
    join(code, "snow.py"),
    "def snow_melt(albedo):\n    return 1 - albedo\n\n\ndef pack(x):\n    return snow_melt(x)\n",
  );
  // Strict JSON parsers must survive a name that is no UTF-8.
  writeFileSync(systemPath(pathFromBytes(Buffer.from(`${code}/odd\xff.py`, "latin1"))), "snow_melt = 1\n");
  writeFileSync(join(notes, "melt.md"), "# Melt\n\nThe flywheel of the snow melt.\n");
  writeFileSync(join(agent, "deep.md"), "The camshaft turns.\n");
  const env = { PATH: process.env.PATH ?? "", HOME: folder, QSEARCH_DATA_DIR: join(folder, "data") };
  must([
    "env",
    `HOME=${folder}`,
    `QSEARCH_DATA_DIR=${env.QSEARCH_DATA_DIR}`,
    BINARY,
    "index",
    "--no-embed",
    "--root",
    notes,
  ]);
  const calls = [
    { tool: "search_repo_context", arguments: { keywords: ["snow_melt"], directory: code }, holds: "snow.py" },
    { tool: "search_focused_context", arguments: { keywords: ["snow_melt"], directory: code }, holds: "1 - albedo" },
    { tool: "cirurgic_search", arguments: { query: "how is melt computed", workspace: code }, holds: "1 - albedo" },
    { tool: "qmd_search", arguments: { query: "snow_melt", workspace: code, max_tokens: 2000 }, holds: "1 - albedo" },
    { tool: "find_symbol", arguments: { name: "snow_melt", directory: code }, holds: "def snow_melt(albedo)" },
    { tool: "find_references", arguments: { name: "snow_melt", directory: code, direction: "callers" }, holds: "pack" },
    { tool: "search_files", arguments: { query: "flywheel", limit: 5 }, holds: "[[flywheel]]" },
    { tool: "read_file", arguments: { path: join(notes, "melt.md"), start_line: 3 }, holds: "The flywheel of" },
    { tool: "recent_files", arguments: { since: "24h" }, holds: "melt.md" },
    { tool: "reindex", arguments: {}, holds: '"unchanged":1' },
    { tool: "rag_index", arguments: { path: agent }, holds: '"chunks":1' },
    { tool: "rag_search", arguments: { query: "what turns?" }, holds: "camshaft" },
    { tool: "rag_status", arguments: {}, holds: '"documents":2' },
    { tool: "rag_clear", arguments: {}, holds: '"documents":1' },
  ];
  const resource = { uri: `file://${join(code, "snow.py")}#L1-L2`, holds: "return 1 - albedo" };
  const prompt = { name: "who_uses", arguments: { symbol: "snow_melt" }, holds: "find_references" };
  return { command: BINARY, args: ["serve"], cwd: folder, env, calls, resource, prompt };
}

async function startHttp(folder: string, env: Record<string, string>) {
  const args = ["serve", "--transport", "streamable-http", "--port", "0"];
  const child = Bun.spawn([BINARY, ...args], {
    cwd: folder,
    env: { ...env, QSEARCH_TOKEN: TOKEN },
    stdin: "ignore",
    stdout: "ignore",
    stderr: Bun.file(join(folder, "http.log")),
  });
  for (;;) {
    await Bun.sleep(50);
    const [url] = /http:\S+/.exec(readFileSync(join(folder, "http.log"), "utf8")) ?? [];
    if (url !== undefined) return { child, url };
    if (child.exitCode !== null) throw new Error("the server ended");
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function run({ python, mode }: Client, jobFile: string, transport: string): Said {
  const command =
    python === undefined
      ? [...typescriptClient(), jobFile, transport, mode]
      : [pythonWith(python.slice(1)), join(HERE, python[0]), jobFile, transport, mode];
  const cwd = python === undefined ? nodeFolder() : HERE;
  const { stdout, stderr, success } = Bun.spawnSync(command, { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const last = stdout.toString().trim().split("\n").at(-1) ?? "";
  if (success && last.startsWith("{")) return JSON.parse(last) as Said;
  const why = stderr.toString().trim().slice(-1500);
  const nothing = {
    package: "",
    version: "",
    protocol: null,
    listed: 0,
    converted: 0,
    called: 0,
    resource: null,
    prompt: null,
  };
  return { ...nothing, failures: [`the client ended: ${why}`] };
}

function nodeFolder(): string {
  return join(WORK, "mcp-clients-node");
}

function typescriptClient(): string[] {
  const folder = nodeFolder();
  if (!existsSync(join(folder, "node_modules"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    must(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", ...NODE_PACKAGES]);
  }
  copyFileSync(join(HERE, "typescript.mjs"), join(folder, "typescript.mjs"));
  return ["node", "typescript.mjs"];
}
