/** One call of a tool, from arguments to result. */
import { QsearchError } from "../errors.ts";
import { readArguments } from "./arguments.ts";
import { type CallResult, errorReply, goodReply } from "./reply.ts";
import { inputSchema, type ObjectSchema } from "./schema.ts";
import type { Semaphore } from "./semaphore.ts";
import { RootsNeeded, type Tool, type ToolCall, type ToolEntry } from "./tool.ts";

export interface CallOptions {
  readonly turns: Semaphore;
  /** The client knows resource links. */
  readonly links: boolean;
  readonly call: ToolCall;
}

const schemas = new WeakMap<Tool, ObjectSchema>();

/** What went wrong is told in the result. Rejects with RootsNeeded alone. */
export async function callTool(
  entry: ToolEntry,
  args: Readonly<Record<string, unknown>>,
  { turns, links, call }: CallOptions,
): Promise<CallResult> {
  try {
    const tool = await entry.load();
    const request = readArguments(tool.input, schemaOf(tool), args);
    const reply = await turns.take(call.signal, () => tool.run(request, call));
    return goodReply(reply, links);
  } catch (error) {
    if (error instanceof RootsNeeded) throw error;
    return errorReply(call.signal.aborted ? new QsearchError("cancelled", "the call was cancelled") : error);
  }
}

function schemaOf(tool: Tool): ObjectSchema {
  const schema = schemas.get(tool) ?? inputSchema(tool.input);
  schemas.set(tool, schema);
  return schema;
}
