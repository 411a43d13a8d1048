/** The list of commands: what help and completion show without loading any of them. */
import type { CommandCatalog, CommandEntry } from "./command.ts";

/** Words that name no command are a query for this one. */
export const DEFAULT_COMMAND = "search";

/** In the order of the help. */
const COMMANDS: readonly CommandEntry[] = [
  {
    name: "index",
    summary: "Bring the index up to date",
    load: async () => (await import("./commands/index.ts")).indexCommand,
  },
  {
    name: "watch",
    summary: "Index, then keep the index current until stopped",
    load: async () => (await import("./commands/watch.ts")).watchCommand,
  },
  {
    name: "search",
    summary: "Find passages in the indexed files (the default: qsearch WORDS…)",
    load: async () => (await import("./commands/search.ts")).searchCommand,
  },
  {
    name: "view",
    summary: "Search in a page of your browser, and see each hit where it stands",
    load: async () => (await import("./commands/view.ts")).viewCommand,
  },
  {
    name: "read",
    summary: "Show the text of one file, with its line numbers",
    load: async () => (await import("./commands/read.ts")).readCommand,
  },
  {
    name: "recent",
    summary: "Show the indexed files that changed lately",
    load: async () => (await import("./commands/recent.ts")).recentCommand,
  },
  {
    name: "context",
    summary: "Find the files and passages of a project that matter for keywords, without an index",
    load: async () => (await import("./commands/context.ts")).contextCommand,
  },
  {
    name: "focus",
    summary: "Show the whole definitions around keywords in the few files that matter most",
    load: async () => (await import("./commands/focus.ts")).focusCommand,
  },
  {
    name: "symbol",
    summary: "Show where a function, method, class or other symbol is defined, without an index",
    load: async () => (await import("./commands/symbol.ts")).symbolCommand,
  },
  {
    name: "callers",
    summary: "Show which calls lead to a function, method or class, without an index",
    load: async () => (await import("./commands/callers.ts")).callersCommand,
  },
  {
    name: "callees",
    summary: "Show what a function, method or class calls, without an index",
    load: async () => (await import("./commands/callees.ts")).calleesCommand,
  },
  {
    name: "outline",
    summary: "Show what one file defines: its functions, classes or headings, with their lines",
    load: async () => (await import("./commands/outline.ts")).outlineCommand,
  },
  {
    name: "code",
    summary: "Find the functions and classes that answer a question or bear a name, without an index",
    load: async () => (await import("./commands/code.ts")).codeCommand,
  },
  {
    name: "status",
    summary: "Show what is indexed, and which files could not be",
    load: async () => (await import("./commands/status.ts")).statusCommand,
  },
  {
    name: "clear",
    summary: "Remove everything that is indexed; the roots stay",
    load: async () => (await import("./commands/clear.ts")).clearCommand,
  },
  {
    name: "extract",
    summary: "Print texts, chunks, symbols and vectors as JSON lines, without an index",
    load: async () => (await import("./commands/extract.ts")).extractCommand,
  },
  {
    name: "export",
    summary: "Write a manifest of the indexed files, as JSON or CSV",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  {
    name: "import",
    summary: "Read the files of a manifest again, as far as they lie beneath the roots",
    load: async () => (await import("./commands/import.ts")).importCommand,
  },
  {
    name: "backup",
    summary: "Copy the index and its settings into one dated ZIP file",
    load: async () => (await import("./commands/backup.ts")).backupCommand,
  },
  {
    name: "restore",
    summary: "Unpack a backup into a new data directory",
    load: async () => (await import("./commands/restore.ts")).restoreCommand,
  },
  {
    name: "config show",
    summary: "Show the settings in force and where each comes from",
    load: async () => (await import("./commands/config.ts")).configShowCommand,
  },
  {
    name: "config path",
    summary: "Show where the index and its settings live",
    load: async () => (await import("./commands/config.ts")).configPathCommand,
  },
  {
    name: "config roots list",
    summary: "List the folders that are indexed",
    load: async () => (await import("./commands/config-roots.ts")).rootsListCommand,
  },
  {
    name: "config roots add",
    summary: "Add folders; the next index reads them",
    load: async () => (await import("./commands/config-roots.ts")).rootsAddCommand,
  },
  {
    name: "config roots remove",
    summary: "Remove folders and what was indexed beneath them",
    load: async () => (await import("./commands/config-roots.ts")).rootsRemoveCommand,
  },
  {
    name: "serve",
    summary: "Serve agents over MCP",
    load: async () => (await import("./commands/serve.ts")).serveCommand,
  },
  {
    name: "setup",
    summary: "Print how an agent's client registers this program",
    load: async () => (await import("./commands/setup.ts")).setupCommand,
  },
  {
    name: "completion",
    summary: "Print completions for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).completionCommand,
  },
  {
    name: "doctor",
    summary: "Check that every part of this program works here",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
  {
    name: "licenses",
    summary: "Print the notices of everything inside this program",
    load: async () => (await import("./commands/licenses.ts")).licensesCommand,
  },
];

/** Shorter ways to say a command. */
const ALIASES: Readonly<Record<string, string>> = {
  config: "config show",
  "config roots": "config roots list",
  mcp: "serve",
};

export const CATALOG: CommandCatalog = {
  entries: COMMANDS,
  names: [...COMMANDS.map(({ name }) => name), ...Object.keys(ALIASES)],
  find: (name) => COMMANDS.find((entry) => entry.name === (ALIASES[name] ?? name)),
};
