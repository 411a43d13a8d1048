/** The protocol itself, in raw lines: versions, what is no message, batches, and what stands on stdout. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { world } from "../world.ts";
import { REPOSITORY } from "./repository.ts";
import { textOf, Wire } from "./wire.ts";

const PING = { jsonrpc: "2.0", method: "ping" };

async function closed(wire: Wire): Promise<void> {
  expect((await wire.end()).exitCode).toBe(0);
  expect(wire.noise).toEqual([]);
}

describe("handshake", () => {
  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("protocol %s", async (version) => {
    const repo = world(REPOSITORY);
    const wire = new Wire(repo);
    const { result } = await wire.open({}, version);
    expect(result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: "qsearch", version: expect.any(String) },
      capabilities: { tools: {} },
    });
    expect(String(result?.instructions)).toContain(repo.dir);
    const { tools } = (await wire.request("tools/list")).result as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("search_repo_context");
    const found = await wire.call("search_repo_context", { keywords: ["snow_melt"] });
    expect(textOf(found)).toContain("src/snow.py");
    // Older clients refuse a whole answer for a kind of content they do not know.
    const links = found.content.filter(({ type }) => type === "resource_link");
    expect(links.length > 0).toBe(version >= "2025-06-18");
    await closed(wire);
  });

  test("a version of the future is answered with ours", async () => {
    const wire = new Wire(world());
    expect((await wire.open({}, "2099-01-01")).result?.protocolVersion).toBe("2025-11-25");
    await closed(wire);
  });

  test("server/discover and other unknown methods are ordinary errors, before and after the handshake", async () => {
    const wire = new Wire(world());
    expect((await wire.request("server/discover")).error?.code).toBe(-32601);
    await wire.open();
    expect((await wire.request("server/discover", { a: 1 })).error?.code).toBe(-32601);
    expect((await wire.request("completion/complete")).error?.code).toBe(-32601);
    expect((await wire.request("ping")).result).toEqual({});
    await closed(wire);
  });

  test("null for all arguments counts as none", async () => {
    const wire = new Wire(world());
    await wire.open();
    const { result } = await wire.request("tools/call", { name: "search_repo_context", arguments: null });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("keywords must hold") }] });
    await closed(wire);
  });

  test("a call without the form of one is told in plain words", async () => {
    const wire = new Wire(world());
    await wire.open();
    const name = "search_repo_context";
    const cases: [Record<string, unknown> | undefined, string][] = [
      [{ name, arguments: [] }, 'arguments must be an object, {"name": value, …}, not a list'],
      [{ name, arguments: "x" }, 'arguments must be an object, {"name": value, …}, not one value'],
      [{ name: 3 }, "tools/call needs the name of a tool, a string"],
      [{}, "tools/call needs the name of a tool, a string"],
      [undefined, "tools/call needs the name of a tool, a string"],
      [
        { name, arguments: JSON.parse('{"keywords":["x"],"__proto__":{"max_files":1}}') },
        'unknown argument "__proto__"',
      ],
    ];
    for (const [params, message] of cases) {
      const { error } = await wire.request("tools/call", params);
      expect([error?.code, error?.message]).toEqual([-32602, expect.stringContaining(message)]);
      expect(error?.message).not.toContain("zod");
    }
    await closed(wire);
  });

  test("so is what else the SDK's schemas refuse", async () => {
    const wire = new Wire(world());
    await wire.open();
    for (const [method, params, message] of [
      ["tools/list", { cursor: 5 }, "Invalid params: params.cursor: "],
      ["initialize", undefined, "Invalid params: params: "],
      ["initialize", { protocolVersion: 3 }, "Invalid params: params.protocolVersion: "],
    ] as const) {
      const { error } = await wire.request(method, params);
      expect([error?.code, error?.message]).toEqual([-32602, expect.stringContaining(message)]);
    }
    await closed(wire);
  });

  test("an unknown tool is an error that names the nearest", async () => {
    const wire = new Wire(world());
    await wire.open();
    const { error } = await wire.request("tools/call", { name: "search_repo_contxt", arguments: {} });
    expect([error?.code, error?.message]).toEqual([
      -32602,
      expect.stringMatching(/^Unknown tool "search_repo_contxt"\. Did you mean search_repo_context\?/),
    ]);
    await closed(wire);
  });

  test("does no work: nothing is written", async () => {
    const repo = world({ "a.md": "x" });
    const wire = new Wire(repo);
    await wire.open();
    expect(existsSync(repo.dataDir)).toBe(false);
    await closed(wire);
  });
});

describe("what is no message", () => {
  test("is answered where someone waits, and the server lives on", async () => {
    const wire = new Wire(world());
    await wire.open();
    const lines: [string, number | string | null, number][] = [
      ["garbage", null, -32700],
      ['{"jsonrpc":"2.0","id":1', null, -32700],
      ["[]", null, -32600],
      ["3", null, -32600],
      ["null", null, -32600],
      ['{"jsonrpc":"2.0","id":"a","method":7}', "a", -32600],
      ['{"jsonrpc":"1.0","id":"b","method":"ping"}', "b", -32600],
      ['{"jsonrpc":"2.0","id":"c","method":"ping","params":[1]}', "c", -32600],
      ['{"jsonrpc":"2.0","id":{"x":1},"method":"ping"}', null, -32600],
      [`${"[".repeat(100_000)}`, null, -32700],
    ];
    for (const [line, id, code] of lines) {
      const seen = wire.messages.length;
      wire.send(line);
      await wire.request("ping");
      const answers = wire.messages.slice(seen).filter(({ error }) => error !== undefined);
      expect([line.slice(0, 50), answers.map((answer) => [answer.id, answer.error?.code])]).toEqual([
        line.slice(0, 50),
        [[id, code]],
      ]);
    }
    // Nobody waits for the answer to an answer or a notification, and an empty line is nothing.
    const seen = wire.messages.length;
    for (const line of [
      "",
      "  ",
      '{"jsonrpc":"2.0","id":99,"result":{}}',
      '{"jsonrpc":"2.0","method":"notifications/x"}',
    ]) {
      wire.send(line);
    }
    await wire.request("ping");
    expect(wire.messages.length).toBe(seen + 1);
    await closed(wire);
  });

  test("a line of more than 10 MB is refused, the next one is read", async () => {
    const wire = new Wire(world());
    await wire.open();
    wire.send(`{"jsonrpc":"2.0","id":1000,"method":"ping","params":{"x":"${"y".repeat(11 * 2 ** 20)}"}}`);
    expect((await wire.request("ping")).result).toEqual({});
    expect(wire.messages.some(({ error }) => error?.message.includes("longer than"))).toBe(true);
    await closed(wire);
  });
});

describe("batches (protocol 2025-03-26)", () => {
  test("are answered by one array", async () => {
    const wire = new Wire(world());
    await wire.open({}, "2025-03-26");
    wire.send(
      JSON.stringify([{ ...PING, id: "a" }, { ...PING, id: "b" }, { jsonrpc: "2.0", method: "notifications/x" }, 7]),
    );
    await wire.request("ping");
    const batch = wire.messages.filter((message) => Array.isArray(message)) as unknown as { id: unknown }[][];
    expect(batch.map((answers) => answers.map(({ id }) => id))).toEqual([[null, "a", "b"]]);
    // One of notifications alone is answered by nothing.
    const seen = wire.messages.length;
    wire.send(JSON.stringify([{ jsonrpc: "2.0", method: "notifications/x" }]));
    await wire.request("ping");
    expect(wire.messages.length).toBe(seen + 1);
    await closed(wire);
  });
});

describe("options", () => {
  test("--tools chooses, and names what it does not know", () => {
    const bad = world().run("serve", "--tools", "contxt");
    expect([bad.exitCode, bad.stdout]).toEqual([2, ""]);
    expect(bad.stderr).toContain("Did you mean context?");
  });

  test("--json has nothing to print", () => {
    expect(world().run("serve", "--json").exitCode).toBe(2);
  });

  test("MCP_TRANSPORT is honoured, and a bad value named", async () => {
    const bad = world().runWith({ env: { MCP_TRANSPORT: "pigeon" } }, "mcp");
    expect([bad.exitCode, bad.stderr]).toEqual([2, expect.stringContaining("MCP_TRANSPORT")]);
    const wire = new Wire(world(), [], { env: { MCP_TRANSPORT: "stdio" } });
    await wire.open();
    await closed(wire);
  });

  test("`mcp` is `serve`", () => {
    const line = JSON.stringify({ ...PING, id: 1 });
    const { stdout, exitCode } = world().runWith({ input: `${line}\n` }, "mcp");
    expect([JSON.parse(stdout).result, exitCode]).toEqual([{}, 0]);
  });

  test("--allow confines live search, under every spelling of the folder (servers#3253, markdownify-mcp#123)", async () => {
    const repo = world({
      "share/a.txt": "needle",
      "share-secret/loot.txt": "needle",
      link: { link: "share" },
    });
    const wire = new Wire(repo, ["--allow", repo.path("link")]);
    const { result } = await wire.open();
    expect(String(result?.instructions)).toContain(repo.path("share"));
    const search = (directory?: string) =>
      wire.call("search_repo_context", { keywords: ["needle"], ...(directory ? { directory } : {}) });
    for (const spelling of ["share", "link", "share/../share", "link/."]) {
      expect((await search(`${repo.dir}/${spelling}`)).isError).toBeUndefined();
    }
    for (const outside of ["share-secret", "share/../share-secret", "share/..%2f", "", "no/such"]) {
      const answer = await search(`${repo.dir}/${outside}`);
      expect([outside, answer.isError, textOf(answer)]).toEqual([outside, true, expect.stringContaining("refused")]);
    }
    expect(textOf(await search())).toContain("refused");
    await closed(wire);
    expect(repo.run("serve", "--allow", repo.path("no-such")).exitCode).toBe(2);
  });

  test("--allow of what is no folder is told before anything is served", () => {
    const repo = world({ "a.md": "x" });
    for (const name of ["nowhere", "a.md"]) {
      const { exitCode, stderr } = repo.runWith({ input: "" }, "serve", "--allow", name);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`--allow ${repo.path(name)} is no folder`)]);
    }
  });

  test("a broken configuration is told before anything is served", () => {
    const repo = world({ "bad.toml": "rots = []\n" });
    const { exitCode, stdout, stderr } = repo.run("serve", "--config", repo.path("bad.toml"));
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("roots");
  });
});

test("the published tools are those of the server", async () => {
  const wire = new Wire(world());
  await wire.open();
  const { result } = await wire.request("tools/list");
  const published = JSON.parse(readFileSync(join(import.meta.dir, "../../docs/mcp-tools.json"), "utf8"));
  expect(result).toEqual(published);
  await closed(wire);
});
