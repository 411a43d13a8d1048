/** The list of tools: what the handshake needs to know of them without loading any. */
import { QsearchError } from "../errors.ts";
import { didYouMean, nearestName } from "../settings/settings.ts";
import { TOOL_GROUPS, type ToolEntry, type ToolGroup } from "./tool.ts";

/** In the order in which clients list them. */
export const TOOL_ENTRIES: readonly ToolEntry[] = [
  {
    name: "search_repo_context",
    group: "context",
    writes: false,
    load: async () => (await import("./tools/context-tools.ts")).contextTool,
  },
  {
    name: "search_focused_context",
    group: "context",
    writes: false,
    load: async () => (await import("./tools/context-tools.ts")).focusTool,
  },
  {
    name: "cirurgic_search",
    group: "code",
    writes: false,
    load: async () => (await import("./tools/code-tools.ts")).cirurgicSearchTool,
  },
  {
    name: "qmd_search",
    group: "code",
    writes: false,
    load: async () => (await import("./tools/code-tools.ts")).qmdSearchTool,
  },
  {
    name: "find_symbol",
    group: "code",
    writes: false,
    load: async () => (await import("./tools/code-tools.ts")).findSymbolTool,
  },
  {
    name: "find_references",
    group: "code",
    writes: false,
    load: async () => (await import("./tools/code-tools.ts")).findReferencesTool,
  },
  {
    name: "search_files",
    group: "files",
    writes: false,
    load: async () => (await import("./tools/files-tools.ts")).searchFilesTool,
  },
  {
    name: "read_file",
    group: "files",
    writes: false,
    load: async () => (await import("./tools/files-tools.ts")).readFileTool,
  },
  {
    name: "recent_files",
    group: "files",
    writes: false,
    load: async () => (await import("./tools/files-tools.ts")).recentFilesTool,
  },
  {
    name: "reindex",
    group: "files",
    writes: true,
    load: async () => (await import("./tools/files-tools.ts")).reindexTool,
  },
  {
    name: "rag_index",
    group: "rag",
    writes: true,
    load: async () => (await import("./tools/rag-tools.ts")).ragIndexTool,
  },
  {
    name: "rag_search",
    group: "rag",
    writes: false,
    load: async () => (await import("./tools/rag-tools.ts")).ragSearchTool,
  },
  {
    name: "rag_status",
    group: "rag",
    writes: false,
    load: async () => (await import("./tools/rag-tools.ts")).ragStatusTool,
  },
  {
    name: "rag_clear",
    group: "rag",
    writes: true,
    load: async () => (await import("./tools/rag-tools.ts")).ragClearTool,
  },
];

export interface ToolChoice {
  /** Names of groups, also several in one word: "context,files". None: all. */
  readonly groups: readonly string[];
  /** Names of tools that are not offered, also several in one word. */
  readonly without: readonly string[];
  readonly readOnly: boolean;
}

/** The tools that are offered. Throws `usage` for a group or tool that there is not, or when none is left. */
export function chooseTools({ groups, without, readOnly }: ToolChoice): readonly ToolEntry[] {
  const wanted = wordsOf(groups);
  const named = wanted.filter((word) => word !== "").map(groupNamed);
  const left = wordsOf(without).map(toolNamed);
  if (wanted.length > 0 && named.length === 0) throw new QsearchError("usage", "--tools names no group", choices());
  const chosen = TOOL_ENTRIES.filter(({ group }) => named.length === 0 || named.includes(group));
  const offered = chosen.filter(({ name, writes }) => !(writes && readOnly) && !left.includes(name));
  if (offered.length > 0) return offered;
  throw new QsearchError(
    "usage",
    `--tools, --without and --read-only leave no tool`,
    `Groups with tools are: ${[...new Set(TOOL_ENTRIES.map(({ group }) => group))].join(", ")}.`,
  );
}

function wordsOf(given: readonly string[]): string[] {
  return given.flatMap((word) => word.split(",")).map((word) => word.trim());
}

function toolNamed(word: string): string {
  const names = TOOL_ENTRIES.map(({ name }) => name);
  if (names.includes(word)) return word;
  const near = didYouMean(word.slice(0, 100), names);
  const hint = [near, `Tools are: ${names.join(", ")}.`].filter(Boolean).join(" ");
  throw new QsearchError("usage", `--without knows no tool ${JSON.stringify(word.slice(0, 100))}`, hint);
}

function groupNamed(word: string): ToolGroup {
  const group = TOOL_GROUPS.find((name) => name === word);
  if (group !== undefined) return group;
  const near = nearestName(word, TOOL_GROUPS);
  const hint = near === null ? choices() : `Did you mean ${near}? ${choices()}`;
  throw new QsearchError("usage", `--tools knows no group ${JSON.stringify(word)}`, hint);
}

function choices(): string {
  return `Groups are: ${TOOL_GROUPS.join(", ")}.`;
}
