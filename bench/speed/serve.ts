/**
 * Spawn to the first answer (`initialize`) ≤ 1.5× a hello-world server of the same SDK built the same way, idle memory
 * ≤ 1.25× of it; spawn to `tools/list` is reported beside. The peer is one tool behind the SDK's own stdio transport. Rounds
 * alternate; CPU time is reported as well, as wall times suffer from a busy machine.
 *
 *   bun bench/speed/serve.ts [rounds]
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { residentBytes } from "../../src/pool/resident.ts";
import { buildHello } from "../lib/hello.ts";
import { BINARY, median, report, scratch } from "../lib/measure.ts";

const rounds = Number(process.argv[2] ?? 31);
const root = join(import.meta.dir, "..", "..");
const IDLE_MS = 1000;

const HELLO = `
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
serveStdio(() => {
  const server = new McpServer({ name: "hello", version: "1.0.0" });
  server.registerTool("hello", { description: "Says hello", inputSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    content: [{ type: "text", text: "hello " + name }],
  }));
  return server;
});
`;

interface Start {
  /** Spawn to the first line of stdout. */
  readonly wallMs: number;
  /** User + system time until then, in the kernel's ticks of 10 ms. */
  readonly cpuMs: number;
  /** Spawn to the list of tools. */
  readonly listMs: number;
  /** Resident bytes, a second after the handshake, with tools/list answered. */
  readonly idleBytes: number;
}

await scratch(async (folder) => {
  const hello = join(root, "build", "bench", "hello-mcp");
  mkdirSync(join(root, "build", "bench"), { recursive: true });
  // Beside node_modules, where the bundler looks for the SDK.
  await buildHello(hello, { source: HELLO, splitting: true });
  const env = { PATH: process.env.PATH ?? "", HOME: folder, QSEARCH_DATA_DIR: join(folder, "data") };
  const ours: Start[] = [];
  const peer: Start[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await start([BINARY, "serve"], env, folder));
    peer.push(await start([hello], env, folder));
  }
  const figure = (of: (start: Start) => number) => {
    const [mine, theirs] = [median(ours.map(of)), median(peer.map(of))];
    return { ours: mine, peer: theirs, ratio: mine / theirs };
  };
  report("serve", {
    command: "bun bench/speed/serve.ts",
    wallMs: { ...figure((start) => start.wallMs), target: 1.5 },
    cpuMs: { ...figure((start) => start.cpuMs), target: 1.5 },
    listMs: figure((start) => start.listMs),
    idleBytes: { ...figure((start) => start.idleBytes), target: 1.25 },
    raw: { ours, peer },
  });
});

async function start(command: readonly string[], env: Record<string, string>, cwd: string): Promise<Start> {
  const began = performance.now();
  const child = Bun.spawn([...command], { cwd, env, stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  const reader = child.stdout.getReader();
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  send({ id: 1, method: "initialize", params });
  await reader.read();
  const wallMs = performance.now() - began;
  const cpuMs = cpuOf(child.pid);
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list" });
  await reader.read();
  const listMs = performance.now() - began;
  await Bun.sleep(IDLE_MS);
  const idleBytes = residentBytes(child.pid) ?? Number.NaN;
  await child.stdin.end();
  await child.exited;
  return { wallMs, cpuMs, listMs, idleBytes };

  function send(message: object): void {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    child.stdin.flush();
  }
}

function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}
