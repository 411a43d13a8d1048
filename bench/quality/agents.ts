/**
 * What an agent pays: tokens of the list of tools beside two peers, and fifteen tasks played over MCP, with the calls and tokens until
 * the right line is seen. Beside each task: ripgrep's lines and then whole files, those with most matches first, and the
 * peers' own way for the first eleven (a search by ripgrep; a file that is known already, read whole). Installs the peers.
 *
 *   bun bench/quality/agents.ts
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WORK } from "../lib/corpora.ts";
import { type McpAnswer, McpPeer, tokensOf } from "../lib/mcp.ts";
import { BINARY, report, scratch } from "../lib/measure.ts";
import { must, pythonWith } from "../lib/python.ts";
import { type AgentTask, agentTasks } from "./agent-tasks.ts";

const PEERS = ["@modelcontextprotocol/server-filesystem@2026.8.31", "mcp-ripgrep@0.4.0"];
/** Of one answer, as clients cut them. */
const MOST_TOKENS = 25_000;

interface Played {
  readonly calls: number;
  readonly tokens: number;
  readonly found: boolean;
}

await scratch(async (folder) => {
  const code = codeFolder(folder);
  const documents = join(folder, "docs");
  mkdirSync(documents);
  for (const name of readdirSync(join(import.meta.dir, "..", "..", "docs")).filter((each) => each.endsWith(".md"))) {
    cpSync(join(import.meta.dir, "..", "..", "docs", name), join(documents, name));
  }
  const rg = ripgrep();
  const env = {
    PATH: `${join(rg, "..")}:${process.env.PATH ?? ""}`,
    HOME: folder,
    QSEARCH_DATA_DIR: join(folder, "data"),
  };
  const bin = (name: string) => join(peersFolder(), "node_modules", ".bin", name);
  const servers = {
    qsearch: new McpPeer([BINARY, "serve"], { cwd: folder, env }),
    filesystem: new McpPeer([bin("mcp-server-filesystem"), folder], { cwd: folder, env }),
    ripgrep: new McpPeer([bin("mcp-ripgrep")], { cwd: folder, env }),
  };
  try {
    const list: Record<string, unknown> = {};
    for (const [name, server] of Object.entries(servers)) {
      await server.open();
      list[name] = await server.toolTokens();
    }
    const rows: unknown[] = [];
    for (const task of agentTasks({ code, documents })) {
      const ours = await play(task, servers.qsearch);
      const where = task.file.startsWith("docs/") ? folder : code;
      const grep = task.file === "" ? null : greps(task, rg, where);
      const peers =
        task.file === "" || task.file.startsWith("docs/")
          ? null
          : {
              ripgrep: told(task, await servers.ripgrep.call("search", { pattern: task.pattern, path: code })),
              filesystem: told(task, await servers.filesystem.call("read_text_file", { path: join(code, task.file) })),
            };
      rows.push({
        job: task.job,
        asks: task.asks,
        budget: task.budget,
        within: ours.found && ours.tokens <= task.budget,
        ours,
        grep,
        peers,
      });
    }
    const sum = (of: (row: { ours: Played; grep: Played | null }) => number) =>
      (rows as { ours: Played; grep: Played | null }[])
        .filter(({ grep }) => grep !== null)
        .reduce((total, row) => total + of(row), 0);
    report("agents", {
      command: "bun bench/quality/agents.ts",
      list,
      within: (rows as { within: boolean }[]).filter(({ within }) => within).length,
      tasks: rows.length,
      sums: {
        ours: { calls: sum(({ ours }) => ours.calls), tokens: sum(({ ours }) => ours.tokens) },
        grep: { calls: sum(({ grep }) => grep?.calls ?? 0), tokens: sum(({ grep }) => grep?.tokens ?? 0) },
      },
      rows,
    });
  } finally {
    for (const server of Object.values(servers)) await server.close();
  }
});

/** The task's calls until the right line of the right file stands in an answer. */
async function play({ calls, right, file }: AgentTask, server: McpPeer): Promise<Played> {
  let tokens = 0;
  for (const [at, call] of calls.entries()) {
    const { text } = await server.call(call.tool, call.arguments);
    tokens += tokensOf(text);
    const isLast = at === calls.length - 1;
    if (shows(text, right) && text.includes(file.split("/").at(-1) ?? "") && (file !== "" || isLast)) {
      return { calls: at + 1, tokens, found: true };
    }
  }
  return { calls: calls.length, tokens, found: false };
}

/** As JSON or plain; highlights are none of the text. */
function shows(text: string, right: string): boolean {
  const plain = text.replaceAll("[[", "").replaceAll("]]", "");
  return plain.includes(right) || plain.includes(JSON.stringify(right).slice(1, -1));
}

function told({ right }: AgentTask, { text }: McpAnswer): Played {
  return { calls: 1, tokens: tokensOf(text), found: shows(text, right) };
}

/** Lines of ripgrep, then whole files, those with most matches first. */
function greps({ pattern, right, file }: AgentTask, rg: string, where: string): Played {
  const cut = (text: string) => text.slice(0, MOST_TOKENS * 3.8);
  const lines = Bun.spawnSync([rg, "-n", "-i", pattern, "."], { cwd: where }).stdout.toString();
  let tokens = tokensOf(cut(lines));
  const isRight = lines.split("\n").some((line) => line.includes(`${file}:`) && line.includes(right));
  if (isRight && tokens <= MOST_TOKENS) return { calls: 1, tokens, found: true };
  const counts = new Map<string, number>();
  for (const [name = ""] of lines.split("\n").map((line) => line.split(":"))) {
    if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  let calls = 1;
  for (const [name] of [...counts].sort((a, b) => b[1] - a[1])) {
    const text = readFileSync(join(where, name), "utf8");
    tokens += tokensOf(cut(text));
    calls++;
    if (name.endsWith(file) && text.includes(right)) return { calls, tokens, found: true };
  }
  return { calls, tokens, found: false };
}

/** Flask and what it stands on, as their packages hold them. */
function codeFolder(folder: string): string {
  const python = pythonWith(["flask==3.1.2"]);
  const packages = must([
    python,
    "-c",
    "import flask, os; print(os.path.dirname(os.path.dirname(flask.__file__)))",
  ]).trim();
  const code = join(folder, "code");
  for (const name of ["flask", "werkzeug", "click", "jinja2"]) {
    const from = join(packages, name);
    cpSync(from, join(code, name), { recursive: true, filter: (path) => !path.includes("__pycache__") });
  }
  return code;
}

function peersFolder(): string {
  const folder = join(WORK, "mcp-peers");
  if (existsSync(join(folder, "node_modules"))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  must(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", ...PEERS]);
  return folder;
}

/** The program where it is installed, else taken out of its Debian package. */
function ripgrep(): string {
  const own = Bun.which("rg");
  if (own !== null) return own;
  const folder = join(WORK, "ripgrep");
  const rg = join(folder, "usr", "bin", "rg");
  if (existsSync(rg)) return rg;
  mkdirSync(folder, { recursive: true });
  must(["sh", "-c", `cd '${folder}' && apt-get download ripgrep && dpkg -x ripgrep_*.deb .`]);
  return rg;
}
