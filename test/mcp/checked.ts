/** Calls with everything checked that holds for all answers of all tools. */
import { expect } from "bun:test";
import { Ajv } from "ajv";
import type { ListedTool } from "../../src/mcp/tool-list.ts";
import { type ToolResult, textOf, type Wire } from "./wire.ts";

/** Characters of 25,000 tokens. */
const MOST = 95_000;
const ajv = new Ajv({ strict: false });

export class Checked {
  #tools: Promise<readonly ListedTool[]> | null = null;

  constructor(private readonly wire: Wire) {}

  /** The structure of a good answer, valid against the tool's own output schema, as text alone and as structure alone. */
  async good<Result>(name: string, args: Record<string, unknown>): Promise<Result & { links: ToolResult["content"] }> {
    const result = await this.wire.call(name, args);
    if (result.isError) throw new Error(textOf(result));
    const [text, ...links] = result.content;
    expect(JSON.parse(text?.text ?? "")).toEqual(result.structuredContent);
    this.#tools ??= this.wire.request("tools/list").then((answer) => answer.result?.tools as readonly ListedTool[]);
    const schema = (await this.#tools).find((tool) => tool.name === name)?.outputSchema;
    const validate = ajv.compile(schema ?? false);
    expect([validate(result.structuredContent), validate.errors]).toEqual([true, null]);
    expect(validate(JSON.parse(textOf(result)))).toBe(true);
    const inText = result.content.reduce((sum, block) => sum + (block.text ?? JSON.stringify(block)).length, 0);
    expect(inText).toBeLessThanOrEqual(MOST);
    expect(JSON.stringify(result.structuredContent).length).toBeLessThanOrEqual(MOST);
    return { ...(result.structuredContent as Result), links };
  }

  /** The text of an error. */
  async bad(name: string, args: unknown): Promise<string> {
    const result = await this.wire.call(name, args);
    expect([result.isError, result.structuredContent, result.content.length]).toEqual([true, undefined, 1]);
    return textOf(result);
  }
}
