/** Options that every command takes, before or after its name. */
import { z } from "zod";
import { COLOR_MODES } from "./kinds.ts";

export const globalOptionsSchema = z.strictObject({
  data_dir: z.string().optional().describe("Where the index lives"),
  config: z.string().optional().describe("TOML configuration; replaces saved roots and settings"),
  json: z.boolean().default(false).describe("Print one JSON object"),
  quiet: z.boolean().default(false).describe("No progress"),
  progress: z.boolean().default(false).describe("Progress on stderr even when it is no terminal"),
  color: z.enum(COLOR_MODES).default("auto").describe("Colours and marks"),
  jobs: z.int().min(1).max(256).optional().describe("How many workers; without it as many as processors"),
  yes: z.boolean().default(false).describe("Accepted for scripts; nothing ever asks"),
  version: z.boolean().default(false).describe("Print the version"),
  help: z.boolean().default(false).describe("Print help"),
  man: z.boolean().default(false).describe("Print the help as a manual page"),
});
export type GlobalOptions = z.output<typeof globalOptionsSchema>;
