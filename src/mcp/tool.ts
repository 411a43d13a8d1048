/** What a tool is, for the server that offers it and for the list of tools. */
import type { z } from "zod";
import type { LogLevel } from "../log.ts";
import type { ProgressSink } from "../progress.ts";
import type { Environment, Settings } from "../settings/settings.ts";
import type { ToolReply } from "./reply.ts";

/** What `--tools` chooses among. A group whose tools are not built yet has none. */
export const TOOL_GROUPS = ["context", "code", "files", "rag"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** What all calls of one process share. */
export interface Host {
  /** The tools that are offered, in the order of the list. */
  readonly tools: readonly ToolEntry[];
  readonly cwd: string;
  readonly env: Environment;
  /** Canonical folders that live search is confined to; null: any folder. */
  readonly allow: readonly string[] | null;
  readonly jobs: number | undefined;
  /** Passages without a vector that a search embeds. */
  readonly late: number;
  /** Nothing is written to the store. */
  readonly readOnly: boolean;
  /** The settings as they are now; the CLI may have saved other roots meanwhile. Throws `config`. */
  settings(): Settings;
}

/** Thrown by `ToolCall.directory` where the client must call again with its roots. Not a failure: it goes past the tool. */
export class RootsNeeded extends Error {}

/** What one call may use. */
export interface ToolCall {
  readonly host: Host;
  /** Aborted when the client cancels, or goes. */
  readonly signal: AbortSignal;
  readonly progress: ProgressSink | undefined;
  /** The absolute folder that a tool's `directory` means; `name`: what the tool calls it. Throws `usage` and RootsNeeded. */
  directory(given: string | undefined, name?: string): Promise<string>;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** By which an agent chooses. */
  readonly description: string;
  readonly input: Input;
  /** What each argument means to an agent, with its default. An argument that a sister tool explains needs none. */
  readonly texts: { readonly [Name in keyof z.output<Input>]?: string };
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Throws QsearchError. */
  run(request: z.output<Input>, call: ToolCall): Promise<ToolReply>;
}

/** All four are said, as the protocol's defaults are those of a dangerous tool. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool as the server knows it before it is loaded. */
export interface ToolEntry {
  readonly name: string;
  readonly group: ToolGroup;
  /** Changes the store: not offered with --read-only. */
  readonly writes: boolean;
  load(): Promise<Tool>;
}

/** Keeps the request's type while a tool is written; lists of tools hold the plain type. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool;
}

/** Each search is logged, which INFO shows. */
export const SERVER_LOG_LEVEL: LogLevel = "INFO";
