/** `setup`: request and result. */
import { z } from "zod";

export const CLIENTS = [
  "claude-code",
  "claude-desktop",
  "codex",
  "cursor",
  "vscode",
  "gemini-cli",
  "zed",
  "windsurf",
  "opencode",
  "cline",
  "continue",
  "goose",
  "json",
  "skill",
] as const;
export type ClientName = (typeof CLIENTS)[number];

const SETUP_TRANSPORTS = ["stdio", "streamable-http"] as const;

export const setupRequestSchema = z.strictObject({
  client: z
    .enum(CLIENTS)
    .describe("The client; json: any that reads mcpServers; skill: a SKILL.md for the command line"),
  transport: z
    .enum(SETUP_TRANSPORTS)
    .default("stdio")
    .describe("stdio: the client starts the server; streamable-http: it connects to one that runs on --port"),
  port: z.int().min(1).max(65_535).default(7171).describe("Of the server that runs, for streamable-http"),
  write: z.boolean().default(false).describe("Put it into the client's file; what was there is kept beside it"),
});
export type SetupRequest = z.output<typeof setupRequestSchema>;

export const setupResultSchema = z.strictObject({
  client: z.enum(CLIENTS),
  command: z.string().describe("Absolute path of the program"),
  args: z.array(z.string()),
  url: z.string().nullable().describe("Address of the server, for streamable-http"),
  shell: z.string().nullable().describe("A command line that registers it, where the client has one"),
  file: z.string().describe("The client's own configuration file"),
  content: z.string().describe("What that file must hold"),
  written: z.boolean().describe("The file holds it now"),
  backup: z.string().nullable().describe("Copy of the file as it was before"),
});
export type SetupResult = z.output<typeof setupResultSchema>;
