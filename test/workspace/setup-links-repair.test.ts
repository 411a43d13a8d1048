/** setup, links in a terminal, doctor --repair, config roots. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { closeSync, openSync, readdirSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { parse as parseToml } from "smol-toml";
import { linkFor } from "../../src/cli/links.ts";
import { QsearchError } from "../../src/errors.ts";
import type { DoctorResult, RootsResult } from "../../src/request/config-request.ts";
import type { SetupResult } from "../../src/request/setup-request.ts";
import { COMMAND, type World, world } from "../world.ts";
import { found } from "./following.ts";

describe("setup", () => {
  const setup = (place: World, ...args: string[]) => place.run("setup", ...args, "--json").json<SetupResult>().data;

  test.each(["claude-code", "vscode", "cursor", "codex"])("%s: what is printed starts a server", async (client) => {
    const place = world();
    const { command, args, content } = setup(place, client);
    expect(command.startsWith("/")).toBe(true);
    const parsed: unknown = client === "codex" ? parseToml(content) : JSON.parse(content);
    const key =
      { "claude-code": "mcpServers", cursor: "mcpServers", vscode: "servers", codex: "mcp_servers" }[client] ?? "";
    const entry = (parsed as Record<string, Record<string, { command: string; args: string[] }>>)[key]?.qsearch;
    expect(entry).toMatchObject({ command, args });
    const server = Bun.spawn([command, ...args], {
      env: place.environment(),
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    });
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    await server.stdin.end();
    expect(await server.stdout.text()).toContain('"serverInfo"');
  });

  test("a shell line says the same, quoted; the data directory and configuration that are given are in it", () => {
    const place = world({ "it's.toml": 'roots = ["."]\n' });
    const { shell, args } = setup(place, "claude-code", "--config", place.path("it's.toml"));
    expect(args).toEqual([
      ...COMMAND.slice(1),
      "serve",
      "--data-dir",
      place.dataDir,
      "--config",
      place.path("it's.toml"),
    ]);
    const said = Bun.spawnSync(["sh", "-c", `claude() { printf '%s\\n' "$@"; }; ${shell}`]).stdout.toString();
    expect(said.split("\n").slice(0, 8)).toEqual([
      "mcp",
      "add",
      "--transport",
      "stdio",
      "--scope",
      "user",
      "qsearch",
      "--",
    ]);
    expect(said.trimEnd().split("\n").slice(9)).toEqual(args);
    const plain = place
      .runWith({ env: { QSEARCH_DATA_DIR: undefined } }, "setup", "codex", "--json")
      .json<SetupResult>().data;
    expect(plain.args.at(-1)).toBe("serve");
  });

  test("an unknown client is a usage error that names the nearest", () => {
    const { error } = world().run("setup", "curser", "--json").json();
    expect([error.code, error.hint]).toEqual(["usage", "Did you mean cursor?"]);
  });
});

describe("links", () => {
  test("editors by name, templates, none", () => {
    const to = (QSEARCH_LINK: string | undefined) => linkFor({ QSEARCH_LINK })("/a b/c\udcff.md", 7, "text");
    expect(to("vscode")).toBe("\x1b]8;;vscode://file/a%20b/c%FF.md:7\x1b\\text\x1b]8;;\x1b\\");
    expect(to("my+editor://open?file={path}&line={line}")).toContain("my+editor://open?file=/a%20b/c%FF.md&line=7");
    expect(to(undefined)).toContain(`\x1b]8;;file://${hostname()}/a%20b/c%FF.md\x1b\\`);
    expect(to("none")).toBe("text");
    expect(linkFor({ TERM: "dumb" })("/a", 1, "text")).toBe("text");
    for (const bad of ["emacs", "{path}", "x://{path}\x1b", "x://{path} y"])
      expect(() => to(bad)).toThrow(QsearchError);
  });

  test("nothing in a name reaches the terminal", () => {
    expect(linkFor({ QSEARCH_LINK: "file" })("/\x1b]8;;evil\x07\n{line}", 1, "")).toContain(
      "/%1B%5D8%3B%3Bevil%07%0A%7Bline%7D",
    );
  });

  test("only on a terminal", () => {
    const place = world({ "a.md": "golden" });
    place.run("index", place.dir, "--no-embed");
    expect(place.run("search", "golden", "--color", "always").stdout).not.toContain("\x1b]8");
    const script = `script -qec '${[...COMMAND, "search", "golden", "--mode", "lexical"].join(" ")}' /dev/null`;
    if (Bun.which("script") === null) return;
    const env = { TERM: "xterm", QSEARCH_LINK: "cursor" };
    const shown = place.runWith({ env, command: ["sh", "-c", script] }).stdout;
    expect(shown).toContain(`\x1b]8;;cursor://file${place.path("a.md")}:1\x1b\\`);
    const bad = place.runWith({ env: { ...env, QSEARCH_LINK: "emacs" }, command: ["sh", "-c", script] }).stdout;
    expect(bad).toContain("QSEARCH_LINK must be none");
  });
});

describe("doctor --repair", () => {
  const repaired = (place: World) => {
    const answer = place.run("doctor", "--repair", "--json").json<DoctorResult>();
    return answer.data.checks.find(({ name }) => name === "repair");
  };

  test("whole: nothing happens; nothing indexed: nothing to do", () => {
    const place = world({ "a.md": "golden" });
    expect(repaired(place)?.detail).toContain("nothing is indexed");
    place.run("index", place.dir, "--no-embed");
    expect(repaired(place)?.detail).toContain("whole");
    expect(readdirSync(place.dataDir).filter((name) => name.includes("damaged"))).toEqual([]);
  });

  test("a damaged page: the index is made anew, the damaged one kept, agents' roots taken over", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`mine/${i}.md`, `golden word${i} `.repeat(60)]),
    );
    const place = world({ ...files, "agents/b.md": "the agent's" });
    place.run("index", place.path("mine"), "--no-embed");
    const { runIndex } = await import("../../src/indexing/indexer.ts");
    const { indexRequestSchema } = await import("../../src/request/index-run-request.ts");
    const { loadSettings } = await import("../../src/settings/settings.ts");
    const settings = loadSettings({ dataDir: place.dataDir, env: {} });
    const request = indexRequestSchema.parse({ paths: [place.path("agents")] });
    await runIndex(request, { settings, rootKind: "agent", inline: true });
    const path = `${place.dataDir}/qsearch.db`;
    const pages = Math.floor(statSync(path).size / 8192);
    const fd = openSync(path, "r+");
    for (let page = Math.floor(pages / 2); page < pages; page++)
      writeSync(fd, Buffer.alloc(200, 0x5a), 0, 200, page * 8192);
    closeSync(fd);
    const hint = place
      .run("doctor", "--json")
      .json<DoctorResult>()
      .data.checks.find(({ name }) => name === "index");
    expect(hint).toMatchObject({ state: "broken", hint: expect.stringContaining("doctor --repair") });
    expect(repaired(place)).toMatchObject({ state: "ok", detail: expect.stringContaining("made anew: 20") });
    expect(found(place, "word7")).toEqual(["mine/7.md"]);
    expect(readdirSync(place.dataDir).some((name) => name.startsWith("qsearch.db.damaged-"))).toBe(true);
    const { roots } = place.run("config", "roots", "list", "--json").json<RootsResult>().data;
    expect(roots.map(({ kind }) => kind)).toEqual(["user", "agent"]);
    expect(place.run("doctor").exitCode).toBe(0);
  }, 60_000);

  test("counts or postings that are not those of the files", () => {
    const place = world({ "a.md": "golden", "b.md": "golden" });
    place.run("index", place.dir, "--no-embed");
    const db = new Database(`${place.dataDir}/qsearch.db`);
    db.run("DELETE FROM fts WHERE rowid IN (SELECT file << 10 FROM chunks LIMIT 1)");
    db.close();
    expect(found(place, "golden").length).toBe(1);
    expect(repaired(place)?.detail).toContain("made anew");
    expect(found(place, "golden")).toEqual(["a.md", "b.md"]);
  });
});

describe("config roots", () => {
  const roots = (place: World, ...args: string[]) => {
    const { data } = place.run("config", "roots", ...args, "--json").json<RootsResult>();
    return data.roots.map(({ path, kind, available }) => [path.slice(place.dir.length + 1), kind, available]);
  };

  test("add, list, remove: folders, files, what is gone; documents go with their root", () => {
    const place = world({ "one/a.md": "golden", "two/b.md": "golden", "c.md": "golden" });
    expect(roots(place, "list")).toEqual([]);
    roots(place, "add", place.path("one"), place.path("two"), place.path("c.md"), place.path("one"));
    expect(roots(place, "list")).toEqual([
      ["one", "user", true],
      ["two", "user", true],
      ["c.md", "user", true],
    ]);
    place.run("index", "--no-embed");
    expect(found(place, "golden")).toEqual(["c.md", "one/a.md", "two/b.md"]);
    place.remove("two");
    expect(roots(place, "list")).toContainEqual(["two", "user", false]);
    const { data } = place
      .run("config", "roots", "remove", place.path("two"), place.path("c.md"), "--json")
      .json<RootsResult>();
    expect(data.removed_documents).toBe(2);
    expect(roots(place, "list")).toEqual([["one", "user", true]]);
    expect(found(place, "golden")).toEqual(["one/a.md"]);
    expect(place.run("config", "roots", "remove", place.path("none"), "--json").json().error.code).toBe("not_found");
    expect(place.run("config", "roots", "add", place.path("none"), "--json").json().error.code).toBe(
      "root_unavailable",
    );
  });
});
