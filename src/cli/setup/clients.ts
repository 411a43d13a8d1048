/** How each MCP client is told of a server, as the clients' documentation has it in 2026. */
import type { ClientName } from "../../request/setup-request.ts";

/** The server as clients reach it: a program that they start, or an address. */
export type Server =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly url: string; readonly token: string };

/** One client's configuration file. */
export interface ClientFile {
  /** `~` stands for the home folder; a relative path for the working directory. */
  readonly file: string;
  readonly format: "json" | "toml" | "yaml" | "markdown";
  /** Keys that lead to the server's entry; empty: the file is this server's own. */
  readonly keys: readonly string[];
  readonly entry: unknown;
  /** The client's own command that registers the server. */
  readonly shell: readonly string[] | null;
}

export const SERVER_NAME = "qsearch";

type Client = Exclude<ClientName, "skill">;

/** `platform` as process.platform. */
export function clientFile(client: Client, server: Server, platform: string): ClientFile {
  const isLocal = "command" in server;
  const common = isLocal ? { command: server.command, args: server.args } : withHeaders("url", server);
  const plain = { format: "json", keys: ["mcpServers", SERVER_NAME], entry: common, shell: null } as const;
  switch (client) {
    case "claude-code": {
      const type = isLocal ? "stdio" : "http";
      const target = isLocal
        ? ["--", server.command, ...server.args]
        : ["--header", `Authorization: Bearer ${server.token}`];
      const name = isLocal ? [SERVER_NAME] : [SERVER_NAME, server.url];
      return {
        ...plain,
        file: ".mcp.json",
        entry: { type, ...common },
        shell: ["claude", "mcp", "add", "--transport", type, "--scope", "user", ...name, ...target],
      };
    }
    case "claude-desktop": {
      const folder = platform === "darwin" ? "~/Library/Application Support/Claude" : "~/.config/Claude";
      return { ...plain, file: `${folder}/claude_desktop_config.json` };
    }
    case "codex":
      return {
        file: "~/.codex/config.toml",
        format: "toml",
        keys: ["mcp_servers", SERVER_NAME],
        entry: isLocal ? common : { url: server.url, bearer_token_env_var: "QSEARCH_TOKEN" },
        shell: isLocal ? ["codex", "mcp", "add", SERVER_NAME, "--", server.command, ...server.args] : null,
      };
    case "cursor":
      return { ...plain, file: "~/.cursor/mcp.json" };
    case "vscode": {
      const entry = { type: isLocal ? "stdio" : "http", ...common };
      return {
        ...plain,
        file: ".vscode/mcp.json",
        keys: ["servers", SERVER_NAME],
        entry,
        shell: ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, ...entry })],
      };
    }
    case "gemini-cli":
      return { ...plain, file: "~/.gemini/settings.json", entry: isLocal ? common : withHeaders("httpUrl", server) };
    case "zed":
      return { ...plain, file: "~/.config/zed/settings.json", keys: ["context_servers", SERVER_NAME] };
    case "windsurf":
      return {
        ...plain,
        file: "~/.codeium/windsurf/mcp_config.json",
        entry: isLocal ? common : withHeaders("serverUrl", server),
      };
    case "opencode":
      return {
        ...plain,
        file: "~/.config/opencode/opencode.json",
        keys: ["mcp", "servers", SERVER_NAME],
        entry: isLocal
          ? { type: "local", command: [server.command, ...server.args] }
          : { type: "remote", ...withHeaders("url", server) },
      };
    case "cline":
      return { ...plain, file: "~/.cline/data/settings/cline_mcp_settings.json" };
    case "continue":
      return {
        file: `.continue/mcpServers/${SERVER_NAME}.yaml`,
        format: "yaml",
        keys: [],
        entry: {
          name: SERVER_NAME,
          version: "0.0.1",
          schema: "v1",
          mcpServers: [{ name: SERVER_NAME, ...(isLocal ? common : { type: "streamable-http", url: server.url }) }],
        },
        shell: null,
      };
    case "goose":
      return {
        file: "~/.config/goose/config.yaml",
        format: "yaml",
        keys: ["extensions", SERVER_NAME],
        entry: isLocal
          ? { name: SERVER_NAME, type: "stdio", cmd: server.command, args: server.args, envs: {}, enabled: true }
          : {
              name: SERVER_NAME,
              type: "streamable_http",
              uri: server.url,
              headers: bearer(server.token),
              enabled: true,
            },
        shell: null,
      };
    case "json":
      return { ...plain, file: "mcp.json" };
  }
}

function withHeaders(key: string, { url, token }: Extract<Server, { readonly url: string }>) {
  return { [key]: url, headers: bearer(token) };
}

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}
