/** `setup`: how an MCP client is told of this program. Prints it; changes nothing. */
import type { SetupResult } from "../../request/setup.ts";
import { COMPILED } from "../../worker-urls.ts";
import { defineCommand } from "../command.ts";
import { type Style, safeLine, safeText } from "../style.ts";

const NAME = "qsearch";

export const setupCommand = defineCommand({
  name: "setup",
  summary: "Print how an agent's client registers this program",
  details:
    "Prints the command line, or the lines for the client's own configuration file, with the absolute path of this program. " +
    "A data directory or configuration that is given by option or environment is part of it. Nothing is changed.",
  examples: [
    ["setup claude-code", "for Claude Code"],
    ["setup codex --data-dir ~/work/.qsearch", "for Codex, with an index of its own"],
  ],
  async run({ client }, { settings, globals, env }) {
    const { dataDir, configFile, origins } = settings();
    const named = globals.config !== undefined || Boolean(env.QSEARCH_CONFIG ?? env.WSEARCH_CONFIG);
    const args = [
      ...(COMPILED ? [] : [new URL("../../main.ts", import.meta.url).pathname]),
      "serve",
      ...(origins.data_dir.source === "default" ? [] : ["--data-dir", dataDir]),
      ...(named && configFile !== null ? ["--config", configFile] : []),
    ];
    const data: SetupResult = {
      client,
      command: process.execPath,
      args,
      ...REGISTRATIONS[client](process.execPath, args),
    };
    return { data, text: (style) => render(data, style) };
  },
});

type Registration = Pick<SetupResult, "shell" | "file" | "content">;

/** As the clients' documentation has it in 2026. */
const REGISTRATIONS: Readonly<
  Record<SetupResult["client"], (command: string, args: readonly string[]) => Registration>
> = {
  "claude-code": (command, args) => ({
    shell: shellLine(["claude", "mcp", "add", "--transport", "stdio", "--scope", "user", NAME, "--", command, ...args]),
    file: ".mcp.json",
    content: json({ mcpServers: { [NAME]: { type: "stdio", command, args } } }),
  }),
  codex: (command, args) => ({
    shell: shellLine(["codex", "mcp", "add", NAME, "--", command, ...args]),
    file: "~/.codex/config.toml",
    // TOML's basic strings are written like JSON's.
    content: `[mcp_servers.${NAME}]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((arg) => JSON.stringify(arg)).join(", ")}]\n`,
  }),
  vscode: (command, args) => ({
    shell: shellLine(["code", "--add-mcp", JSON.stringify({ name: NAME, type: "stdio", command, args })]),
    file: ".vscode/mcp.json",
    content: json({ servers: { [NAME]: { type: "stdio", command, args } } }),
  }),
  cursor: (command, args) => ({
    shell: null,
    file: "~/.cursor/mcp.json",
    content: json({ mcpServers: { [NAME]: { type: "stdio", command, args } } }),
  }),
};

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}

function render({ shell, file, content }: SetupResult, style: Style): string {
  const inFile = `${style.bold(`${shell === null ? "In" : "Or in"} ${file}:`)}\n\n${safeText(content)}`;
  return shell === null ? inFile : `${style.bold("Run:")}\n\n${safeLine(shell)}\n\n${inFile}`;
}
