/** Clients' configuration files: what `setup` prints parses, and what `--write` adds leaves everything else as it was. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseJson } from "jsonc-parser";
import { parse as parseYaml } from "yaml";
import { type ClientFile, clientFile } from "../../src/cli/setup/clients.ts";
import { aloneIn, CannotEdit, withEntry } from "../../src/cli/setup/edit.ts";
import { CLIENTS } from "../../src/request/setup-request.ts";
import { world } from "../world.ts";

const LOCAL = { command: "/opt/q s/qsearch", args: ["serve", "--data-dir", 'a"b'] };
const REMOTE = { url: "http://127.0.0.1:7171/mcp", token: "secret" };
const clients = CLIENTS.filter((client) => client !== "skill");

function parsed({ format }: ClientFile, text: string): unknown {
  if (format === "toml") return Bun.TOML.parse(text);
  return format === "yaml" ? parseYaml(text) : parseJson(text, [], { allowTrailingComma: true });
}

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

describe("what a client's file must hold", () => {
  test.each(clients)("%s", async (client) => {
    for (const server of [LOCAL, REMOTE]) {
      const file = clientFile(client, server, "linux");
      const text = await aloneIn(file);
      expect(at(parsed(file, text), file.keys)).toEqual(file.entry);
      expect(text).toContain("command" in server ? "qsearch" : server.url);
      expect(await withEntry(null, file)).toBe(text);
    }
  });

  test("Claude Desktop has its own folder on macOS", () => {
    expect(clientFile("claude-desktop", LOCAL, "darwin").file).toStartWith("~/Library/");
  });
});

describe("an entry more", () => {
  const json = clientFile("cursor", LOCAL, "linux");
  const toml = clientFile("codex", LOCAL, "linux");
  const yaml = clientFile("goose", LOCAL, "linux");

  test.each([
    [
      "comments and trailing commas",
      '{\n  // mine\n  "theme": "dark",\n  "mcpServers": {\n    "other": { "command": "x" },\n  },\n}\n',
    ],
    ["tabs and CRLF", '{\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "x" }\r\n\t}\r\n}\r\n'],
    ["a byte-order mark", '\ufeff{ "mcpServers": { "other": { "command": "x" } } }'],
    [
      "an entry of ours that is older",
      '{ "mcpServers": { "qsearch": { "command": "old" }, "other": { "command": "x" } } }',
    ],
    ["no servers yet", '{ "theme": "dark" }'],
    ["nothing", "  \n"],
  ])("JSON with %s", async (_, before) => {
    const after = await withEntry(before, json);
    const value = parseJson(after.replace(/^\ufeff/, ""), [], { allowTrailingComma: true }) as Record<string, unknown>;
    expect(at(value, json.keys)).toEqual(json.entry);
    if (before.includes("other")) expect(at(value, ["mcpServers", "other"])).toEqual({ command: "x" });
    for (const kept of ["// mine", '"theme": "dark"', "\ufeff"])
      expect(after.includes(kept)).toBe(before.includes(kept));
    if (before.includes("\r\n")) expect(after).not.toMatch(/[^\r]\n/);
    expect(await withEntry(after, json)).toBe(after);
  });

  test("TOML and YAML keep their comments", async () => {
    const config = await withEntry('# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # too\n', toml);
    expect(config).toStartWith('# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # too\n');
    expect(at(Bun.TOML.parse(config), toml.keys)).toEqual(toml.entry);
    const settings = await withEntry("# mine\nextensions:\n  other: {enabled: true} # too\n", yaml);
    expect(settings).toContain("# mine");
    expect(settings).toContain("# too");
    expect(at(parseYaml(settings), yaml.keys)).toEqual(yaml.entry);
    expect(at(parseYaml(settings), ["extensions", "other"])).toEqual({ enabled: true });
  });

  test.each([
    ["JSON that is broken", json, '{ "mcpServers": '],
    ["a list of servers", json, '{ "mcpServers": [] }'],
    ["a text", json, '"x"'],
    ["TOML that is broken", toml, "model = "],
    ["a table of ours in TOML", toml, '[mcp_servers.qsearch]\ncommand = "old"\n'],
    ["servers within a line of TOML", toml, "mcp_servers = {}\n"],
    ["a YAML list", yaml, "- a\n"],
    ["extensions that are a text", yaml, "extensions: none\n"],
  ])("%s is left alone", async (_, file, before) => {
    expect(withEntry(before, file)).rejects.toThrow(CannotEdit);
  });
});

describe("--write", () => {
  test("writes, keeps what was there beside it, and changes nothing the second time", () => {
    using w = world();
    const file = join(w.home, ".cursor", "mcp.json");
    expect(w.run("setup", "cursor", "--write").stdout).toContain("Written to");
    const first = readFileSync(file, "utf8");
    expect(at(JSON.parse(first), ["mcpServers", "qsearch", "args"])).toContain("serve");
    expect(existsSync(`${file}.before-qsearch`)).toBe(false);
    const { data } = w
      .run("setup", "cursor", "--write", "--transport", "streamable-http", "--port", "7000", "--json")
      .json<{ written: boolean; backup: string }>();
    expect(data).toMatchObject({ written: true, backup: `${file}.before-qsearch` });
    expect(readFileSync(data.backup, "utf8")).toBe(first);
    expect(at(JSON.parse(readFileSync(file, "utf8")), ["mcpServers", "qsearch", "url"])).toBe(
      "http://127.0.0.1:7000/mcp",
    );
  });

  test("leaves a file alone that it cannot parse", () => {
    using w = world({ ".vscode/mcp.json": "{ broken" });
    const run = w.run("setup", "vscode", "--write");
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining("is left as it is")]);
    expect(readFileSync(w.path(".vscode/mcp.json"), "utf8")).toBe("{ broken");
  });

  test("a skill has the head that agents read", () => {
    using w = world();
    expect(w.run("setup", "skill", "--write").exitCode).toBe(0);
    const text = readFileSync(join(w.home, ".claude/skills/qsearch/SKILL.md"), "utf8");
    const [, head = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
    const { name, description } = parseYaml(head) as { name: string; description: string };
    expect([name, description.length <= 1024]).toEqual(["qsearch", true]);
  });
});
