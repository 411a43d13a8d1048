/** Clients of protocol 2026-07-28: no handshake, each request says who asks; roots come with a second call. Beside them, older clients. */
import { describe, expect, test } from "bun:test";
import { world } from "../world.ts";
import { REPOSITORY } from "./repository.ts";
import { type ToolResult, textOf, Wire } from "./wire.ts";

const REVISION = "2026-07-28";

/** What each request of such a client carries. */
function meta(capabilities: Readonly<Record<string, unknown>> = {}) {
  return {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
}

function call(name: string, args: Readonly<Record<string, unknown>>, capabilities = {}, more = {}) {
  return { name, arguments: args, _meta: meta(capabilities), ...more };
}

describe("over stdio", () => {
  test("server/discover, tools/list and a call, without a handshake", async () => {
    const repo = world(REPOSITORY);
    const wire = new Wire(repo);
    const discovered = await wire.request("server/discover", { _meta: meta() });
    expect(discovered.result).toMatchObject({ supportedVersions: [REVISION], capabilities: { tools: {} } });
    const listed = await wire.request("tools/list", { _meta: meta() });
    expect(listed.result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "private" });
    const args = { keywords: '["snow_melt"]', directory: repo.dir };
    const { result } = await wire.request("tools/call", call("search_repo_context", args));
    expect(result).toMatchObject({ resultType: "complete" });
    expect(textOf(result as unknown as ToolResult)).toContain("src/snow.py");
    expect((await wire.end()).exitCode).toBe(0);
  });

  test("a relative folder asks for the client's roots, and the second call has them", async () => {
    const repo = world(REPOSITORY);
    const wire = new Wire(repo);
    const args = { keywords: ["glacier"], directory: "glacier" };
    const first = await wire.request("tools/call", call("search_repo_context", args, { roots: {} }));
    expect(first.result).toMatchObject({
      resultType: "input_required",
      inputRequests: { roots: { method: "roots/list" } },
    });
    const inputResponses = { roots: { roots: [{ uri: `file://${repo.path("src")}` }] } };
    const second = await wire.request(
      "tools/call",
      call("search_repo_context", args, { roots: {} }, { inputResponses }),
    );
    expect(second.result?.structuredContent).toMatchObject({ searched_directory: repo.path("src/glacier") });
    // Without the capability nobody is asked.
    const third = await wire.request("tools/call", call("search_repo_context", args));
    expect(third.result).toMatchObject({ isError: true });
    await wire.end();
  });

  test("an unknown revision is refused with those that are known; a fault of a call is told in words", async () => {
    const wire = new Wire(world());
    const asked = { ...meta(), "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const { error } = await wire.request("server/discover", { _meta: asked });
    expect(error).toMatchObject({ code: -32_022, data: { supported: [REVISION] } });
    const { error: fault } = await wire.request("tools/call", { ...call("search_files", {}), arguments: [1] });
    expect(fault).toEqual({ code: -32_602, message: 'arguments must be an object, {"name": value, …}, not a list' });
    await wire.end();
  });
});

test("over HTTP: a stateless call, a session and one that is cancelled, side by side", async () => {
  const repo = world(REPOSITORY);
  const env = { QSEARCH_TOKEN: "a-token-of-my-own-choice" };
  const child = repo.start({ timeout: 120_000, env }, "serve", "--transport", "streamable-http", "--port", "0");
  const url = await addressIn(child.stderr);
  const headers = {
    authorization: `Bearer ${env.QSEARCH_TOKEN}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const post = (body: unknown, more = {}, signal?: AbortSignal) =>
    fetch(url, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  const modern = { "mcp-protocol-version": REVISION, "mcp-method": "tools/call", "mcp-name": "search_repo_context" };
  const params = call("search_repo_context", { keywords: ["snow_melt"], directory: repo.dir });
  const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const gone = new AbortController();
  const cancelled = post(request, modern, gone.signal).then(
    () => "answered",
    () => "cancelled",
  );
  gone.abort();
  const about = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const [stateless, session] = await Promise.all([
    post(request, modern),
    post({ jsonrpc: "2.0", id: 1, method: "initialize", params: about }),
  ]);
  expect(await stateless.text()).toContain("src/snow.py");
  expect([session.status, session.headers.get("mcp-session-id")]).toEqual([200, expect.any(String)]);
  expect(await cancelled).toBe("cancelled");
  expect((await post(request, { "mcp-protocol-version": REVISION })).status).toBe(400);
  child.kill("SIGTERM");
  expect(await child.exited).toBe(143);
});

async function addressIn(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let said = "";
  for await (const chunk of stderr) {
    said += new TextDecoder().decode(chunk);
    const address = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(said)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`no address in: ${said}`);
}
