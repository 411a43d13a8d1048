/** `bun tools/mcp-tools.ts` writes docs/mcp-tools.json: every tool as `tools/list` shows it. A test notices drift. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TOOL_ENTRIES } from "../src/mcp/catalog.ts";
import { listedTools } from "../src/mcp/tool-list.ts";

const file = join(import.meta.dir, "..", "docs", "mcp-tools.json");
writeFileSync(file, `${JSON.stringify({ tools: await listedTools(TOOL_ENTRIES) }, null, 2)}\n`);
