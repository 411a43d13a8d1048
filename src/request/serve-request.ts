/** `serve`: how the MCP server is started. */
import { z } from "zod";
import { TRANSPORTS } from "./kinds.ts";

export const serveRequestSchema = z.strictObject({
  transport: z.enum(TRANSPORTS).optional().describe("How clients connect (default MCP_TRANSPORT, else stdio)"),
  port: z.int().min(0).max(65_535).default(7171).describe("Port of the loopback transports; 0 takes a free one"),
  token_file: z
    .string()
    .optional()
    .describe(
      "File with the bearer token of the loopback transports, readable by its owner alone (default QSEARCH_TOKEN, else a new one)",
    ),
  tools: z.array(z.string()).default([]).describe("Offer these groups of tools only: context, code, files, rag"),
  without: z.array(z.string()).default([]).describe("Do not offer these tools, such as the older name qmd_search"),
  watch: z.boolean().default(false).describe("Keep the index current while the server runs, as qsearch watch does"),
  read_only: z.boolean().default(false).describe("Offer no tool that changes the index"),
  late: z
    .int()
    .min(0)
    .max(100)
    .default(6)
    .describe("Passages without a vector that a search embeds while it runs, and keeps but for --read-only"),
  allow: z.array(z.string()).default([]).describe("Confine live search to what lies beneath this folder"),
});
export type ServeRequest = z.output<typeof serveRequestSchema>;
