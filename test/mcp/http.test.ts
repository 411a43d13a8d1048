/** The loopback transports: who may use them, and the SDK's clients over each. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type World, world } from "../world.ts";
import { REPOSITORY } from "./repository.ts";

interface HttpServer {
  readonly child: ReturnType<World["start"]>;
  readonly url: URL;
  readonly token: string;
}

async function start(repo: World, transport: string, env = {}, ...more: string[]): Promise<HttpServer> {
  const child = repo.start({ timeout: 120_000, env }, "serve", "--transport", transport, "--port", "0", ...more);
  const decoder = new TextDecoder();
  let said = "";
  for await (const chunk of child.stderr) {
    said += decoder.decode(chunk, { stream: true });
    const match = /at (http:\/\/127\.0\.0\.1:\d+\/\w+)\n(?:Authorization: Bearer (\S+)\n)?/.exec(said);
    if (match?.[1]) return { child, url: new URL(match[1]), token: match[2] ?? "" };
  }
  throw new Error(`no address in: ${said}`);
}

async function stop({ child }: HttpServer): Promise<void> {
  const begin = performance.now();
  child.kill("SIGTERM");
  expect(await child.exited).toBe(143);
  expect(performance.now() - begin).toBeLessThan(2000);
  expect(await child.stdout.text()).toBe("");
}

describe.each(["streamable-http", "sse"])("%s", (name) => {
  let repo: World;
  let server: HttpServer;

  beforeAll(async () => {
    repo = world(REPOSITORY);
    server = await start(repo, name);
  });
  afterAll(() => stop(server));

  const authorised = () => ({ authorization: `Bearer ${server.token}` });

  function clientTransport(): Transport {
    const requestInit = { headers: authorised() };
    if (name === "sse") {
      const withToken = (url: string | URL, init?: RequestInit) => {
        const headers = new Headers(init?.headers);
        headers.set("authorization", authorised().authorization);
        return fetch(url, { ...init, headers });
      };
      return new SSEClientTransport(server.url, { requestInit, eventSourceInit: { fetch: withToken } });
    }
    return new StreamableHTTPClientTransport(server.url, { requestInit }) as Transport;
  }

  test("two clients list, call, get progress and share query ids", async () => {
    const clients = await Promise.all(
      [1, 2].map(async () => {
        const client = new Client({ name: "test", version: "1" });
        await client.connect(clientTransport());
        return client;
      }),
    );
    const [one, two] = clients;
    if (one === undefined || two === undefined) throw new Error("no clients");
    expect((await one.listTools()).tools.length).toBeGreaterThanOrEqual(2);
    const args = { keywords: ["snow_melt"], directory: repo.dir };
    const found = await one.callTool({ name: "search_repo_context", arguments: args });
    const { query_id } = found.structuredContent as { query_id: string };
    const focused = await two.callTool({ name: "search_focused_context", arguments: { query_id } });
    expect(JSON.stringify(focused.structuredContent)).toContain("def snow_melt");
    for (const client of clients) await client.close();
  });

  test("asks the client for its roots within the call", async () => {
    const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: { listChanged: true } } });
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: `file://${repo.path("src")}` }] }));
    await client.connect(clientTransport());
    const args = { keywords: ["glacier"], directory: "glacier" };
    const found = await client.callTool({ name: "search_repo_context", arguments: args });
    expect(found.structuredContent).toMatchObject({ searched_directory: repo.path("src/glacier") });
    await client.close();
  });

  test.each([
    ["without a token", {}, 401],
    ["with another token", { authorization: "Bearer x" }, 401],
    ["with a token of another scheme", { authorization: "Basic TOKEN" }, 401],
    ["by another name of this host (DNS rebinding)", { authorization: "Bearer TOKEN", host: "evil.example:80" }, 403],
    ["from a page elsewhere", { authorization: "Bearer TOKEN", origin: "https://evil.example" }, 403],
    ["from a page that hides where it is", { authorization: "Bearer TOKEN", origin: "null" }, 403],
    ["by a name that begins like ours", { authorization: "Bearer TOKEN", host: "localhost.evil.example" }, 403],
  ])("refuses a request %s", async (_, headers, status) => {
    const given = Object.entries(headers).map(([key, value]) => [key, value.replace("TOKEN", server.token)]);
    const response = await fetch(server.url, {
      headers: { accept: "text/event-stream", ...Object.fromEntries(given) },
    });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain("search_repo_context");
  });

  test("other paths and sessions are not there", async () => {
    const headers = { ...authorised(), "content-type": "application/json", "mcp-session-id": "nope" };
    expect((await fetch(new URL("/", server.url), { headers })).status).toBe(404);
    const path = name === "sse" ? "/messages?sessionId=nope" : "/mcp";
    expect((await fetch(new URL(path, server.url), { method: "POST", headers, body: "{}" })).status).toBe(404);
  });
});

describe("tokens and pages", () => {
  const TOKEN = "a-token-of-my-own-choice";

  test("a token of the environment or of a file holds, and is not printed", async () => {
    const repo = world({ token: { content: `${TOKEN}\n`, mode: 0o600 } });
    for (const [env, args] of [
      [{ QSEARCH_TOKEN: TOKEN }, []],
      [{}, ["--token-file", repo.path("token")]],
    ] as const) {
      const server = await start(repo, "streamable-http", env, ...args);
      expect(server.token).toBe("");
      const headers = { authorization: `Bearer ${TOKEN}`, "mcp-session-id": "nope" };
      expect((await fetch(server.url, { headers })).status).toBe(404);
      expect((await fetch(server.url, { headers: { authorization: "Bearer x" } })).status).toBe(401);
      await stop(server);
    }
  });

  test.each([
    ["that others can read", { content: TOKEN, mode: 0o640 }, "can be read by others"],
    ["that is short", { content: "short", mode: 0o600 }, "at least 16"],
    ["that is not there", null, "cannot be read"],
  ])("a token file %s is refused", (_, file, why) => {
    using repo = world(file === null ? {} : { token: file });
    const run = repo.run("serve", "--transport", "sse", "--port", "0", "--token-file", repo.path("token"));
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  test("a browser's question before a request is answered for pages of this machine alone", async () => {
    const repo = world();
    const server = await start(repo, "streamable-http");
    const ask = (origin: string, method = "OPTIONS") =>
      fetch(server.url, { method, headers: { origin, "access-control-request-method": "POST" } });
    const ours = await ask("http://localhost:3000");
    expect([ours.status, ours.headers.get("access-control-allow-origin")]).toEqual([204, "http://localhost:3000"]);
    expect(ours.headers.get("access-control-allow-headers")).toContain("authorization");
    const foreign = await ask("https://evil.example");
    expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    expect((await ask("http://localhost:3000", "POST")).status).toBe(401);
    expect((await fetch(server.url, { method: "OPTIONS", headers: { origin: "http://localhost:3000" } })).status).toBe(
      401,
    );
    await stop(server);
  });
});

test("listens on the loopback interface only, and a taken port is an error", async () => {
  const repo = world();
  const server = await start(repo, "streamable-http");
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of elsewhere) {
    expect(fetch(`http://${address}:${server.url.port}/mcp`)).rejects.toThrow();
  }
  const taken = repo.run("serve", "--transport", "streamable-http", "--port", server.url.port);
  expect([taken.exitCode, taken.stderr]).toEqual([2, expect.stringContaining(server.url.port)]);
  await stop(server);
});
