/** The tools as `tools/list` shows them and docs/mcp-tools.json holds them. */
import { type ObjectSchema, outputSchema, publishedInput } from "./schema.ts";
import type { ToolAnnotations, ToolEntry } from "./tool.ts";

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations & { readonly title: string };
}

export async function listedTools(entries: readonly ToolEntry[]): Promise<ListedTool[]> {
  const tools = await Promise.all(entries.map((entry) => entry.load()));
  return tools.map(({ name, title, description, input, texts, output, annotations }) => ({
    name,
    title,
    description,
    inputSchema: publishedInput(input, texts),
    outputSchema: outputSchema(output),
    // Clients from before protocol 2025-06-18 know the title here only.
    annotations: { title, ...annotations },
  }));
}
