/** `setup`: request and result. */
import { z } from "zod";

const CLIENTS = ["claude-code", "codex", "vscode", "cursor"] as const;

export const setupRequestSchema = z.strictObject({
  client: z.enum(CLIENTS).describe("The client: claude-code, codex, vscode or cursor"),
});

export const setupResultSchema = z.strictObject({
  client: z.enum(CLIENTS),
  command: z.string().describe("Absolute path of the program"),
  args: z.array(z.string()),
  shell: z.string().nullable().describe("A command line that registers it, where the client has one"),
  file: z.string().describe("The client's own configuration file"),
  content: z.string().describe("What that file must hold"),
});
export type SetupResult = z.output<typeof setupResultSchema>;
