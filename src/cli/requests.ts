/**
 * Every command's request: its schema, and how its fields stand on a command line. Needs zod, so the program itself only
 * takes types from here; it reads what `bun tools/schemas.ts` makes of this (request-table.ts).
 */
import { z } from "zod";
import { codeRequestSchema } from "../request/code-request.ts";
import { doctorRequestSchema, rootsRequestSchema } from "../request/config-request.ts";
import { contextRequestSchema } from "../request/context-request.ts";
import { extractRequestSchema } from "../request/extract-request.ts";
import { focusRequestSchema } from "../request/focus-request.ts";
import { globalOptionsSchema } from "../request/globals.ts";
import { callsRequestSchema, outlineRequestSchema, symbolRequestSchema } from "../request/graph-request.ts";
import { indexRequestSchema } from "../request/index-run-request.ts";
import { BACKENDS, keywordsSchema } from "../request/keywords.ts";
import { readRequestSchema } from "../request/read-request.ts";
import { recentRequestSchema } from "../request/recent-request.ts";
import { searchRequestSchema } from "../request/search-request.ts";
import { serveRequestSchema } from "../request/serve-request.ts";
import { setupRequestSchema } from "../request/setup-request.ts";
import { backupRequestSchema, fileRequestSchema, restoreRequestSchema } from "../request/transfer-request.ts";
import { viewRequestSchema } from "../request/view-request.ts";
import { watchRequestSchema } from "../request/watch-request.ts";
import { type RequestDescription, requestTable } from "./option-specs.ts";
import { SEARCH_FORMATS } from "./render/formats.ts";

const nothing = { schema: z.strictObject({}) } as const;
const folders = {
  schema: rootsRequestSchema,
  positionals: [{ field: "paths", label: "PATH", arity: "many" }],
} as const;

const { start_line: _start, end_line: _end, ...readShape } = readRequestSchema.shape;
const { query_id: _contextId, keywords: _contextKeywords, ...contextShape } = contextRequestSchema.shape;
const { query_id: _focusId, keywords: _focusKeywords, ...focusShape } = focusRequestSchema.shape;

const keywordPositionals = [{ field: "keywords", label: "KEYWORD", arity: "many" }] as const;
const keywordOptions = {
  directory: { placeholder: "DIR", help: "Folder to search (default: the working directory)" },
  subpath: { placeholder: "SUBPATH" },
  paths_include_glob: { placeholder: "GLOB" },
  paths_exclude_glob: { placeholder: "GLOB" },
} as const;
const namePositional = [{ field: "name", label: "NAME", arity: "one" }] as const;
const graphOptions = {
  directory: { placeholder: "DIR", help: "Folder to search (default: the working directory)" },
  subpath: { placeholder: "SUBPATH" },
  languages: { placeholder: "LANG" },
} as const;
const backend = z
  .enum(BACKENDS)
  .default("auto")
  .describe("Who names files that may match; matching and ranking are the same");

/** By the command's name. */
export const COMMAND_REQUESTS = {
  index: {
    schema: indexRequestSchema,
    positionals: [{ field: "paths", label: "PATH", arity: "many" }],
    options: { root: { placeholder: "DIR" }, ext: { short: "e", placeholder: "EXT" } },
  },
  watch: { schema: watchRequestSchema, options: { rescan: { placeholder: "SECONDS" } } },
  search: {
    schema: searchRequestSchema.extend({
      fresh: z.boolean().default(false).describe("First bring in files whose size or time has changed"),
      format: z.enum(SEARCH_FORMATS).optional().describe("How results are printed (default text)"),
      files_with_matches: z.boolean().default(false).describe("Print the names of the files alone, as --format files"),
      print0: z.boolean().default(false).describe("The same with a NUL byte behind each name, for xargs -0"),
      ignore_case: z.boolean().default(false).describe("Accepted for habit: whether letters are capitals never counts"),
    }),
    positionals: [{ field: "query", label: "QUERY", arity: "words" }],
    options: {
      ext: { placeholder: "EXT" },
      path_prefix: { placeholder: "PATH" },
      limit: { short: "n" },
      files_with_matches: { short: "l" },
      print0: { short: "0" },
      ignore_case: { short: "i" },
    },
  },
  read: {
    schema: z.strictObject({
      ...readShape,
      lines: z.string().optional().describe("Lines or rows: 10-20, 10- or 10; on a paged file within each page"),
    }),
    positionals: [{ field: "path", label: "PATH", arity: "one" }],
    options: { lines: { placeholder: "A-B" }, sheet: { placeholder: "NAME" }, part: { placeholder: "NAME" } },
  },
  recent: { schema: recentRequestSchema, options: { since: { placeholder: "T" } } },
  context: {
    schema: z.strictObject({
      keywords: keywordsSchema,
      ...contextShape,
      backend,
      explain: z.boolean().default(false).describe("Show the parts of each score"),
    }),
    positionals: keywordPositionals,
    options: keywordOptions,
  },
  focus: {
    schema: z.strictObject({ keywords: keywordsSchema, ...focusShape, backend }),
    positionals: keywordPositionals,
    options: { ...keywordOptions, file_paths: { placeholder: "SUBPATH" } },
  },
  symbol: { schema: symbolRequestSchema, positionals: namePositional, options: graphOptions },
  callers: { schema: callsRequestSchema, positionals: namePositional, options: graphOptions },
  callees: { schema: callsRequestSchema, positionals: namePositional, options: graphOptions },
  outline: {
    schema: outlineRequestSchema,
    positionals: [{ field: "path", label: "PATH", arity: "one" }],
  },
  code: {
    schema: codeRequestSchema,
    positionals: [
      { field: "query", label: "QUERY", arity: "one" },
      { field: "workspace", label: "PATH", arity: "one" },
    ],
    options: {
      subpath: { placeholder: "SUBPATH" },
      include_glob: { placeholder: "GLOB" },
      exclude_glob: { placeholder: "GLOB" },
      languages: { placeholder: "LANG" },
    },
  },
  extract: {
    schema: extractRequestSchema,
    positionals: [{ field: "paths", label: "PATH", arity: "many" }],
    options: {
      files_from: { placeholder: "LIST" },
      null: { short: "0" },
      stdin_name: { placeholder: "NAME" },
      root: { placeholder: "DIR" },
    },
  },
  status: nothing,
  clear: nothing,
  export: { schema: fileRequestSchema, positionals: [{ field: "file", label: "FILE", arity: "one" }] },
  import: { schema: fileRequestSchema, positionals: [{ field: "file", label: "FILE", arity: "one" }] },
  backup: { schema: backupRequestSchema, positionals: [{ field: "folder", label: "DIR", arity: "one" }] },
  restore: { schema: restoreRequestSchema, positionals: [{ field: "zip", label: "ZIP", arity: "one" }] },
  "config show": nothing,
  "config path": nothing,
  "config roots list": nothing,
  "config roots add": folders,
  "config roots remove": folders,
  serve: {
    schema: serveRequestSchema,
    options: { tools: { placeholder: "GROUPS" }, allow: { placeholder: "DIR" }, token_file: { placeholder: "FILE" } },
  },
  view: {
    schema: viewRequestSchema,
    positionals: [{ field: "query", label: "QUERY", arity: "words" }],
  },
  completion: {
    schema: z.strictObject({ shell: z.enum(["bash", "zsh", "fish"]).describe("The shell") }),
    positionals: [{ field: "shell", label: "SHELL", arity: "one" }],
  },
  setup: {
    schema: setupRequestSchema,
    positionals: [{ field: "client", label: "CLIENT", arity: "one" }],
  },
  doctor: { schema: doctorRequestSchema },
  licenses: nothing,
} as const satisfies Readonly<Record<string, RequestDescription>>;

export type CommandName = keyof typeof COMMAND_REQUESTS;
export type CommandRequest<Name extends CommandName> = z.output<(typeof COMMAND_REQUESTS)[Name]["schema"]>;

/** Options that every command takes. */
const GLOBAL_REQUEST: RequestDescription = {
  schema: globalOptionsSchema,
  options: {
    data_dir: { placeholder: "DIR" },
    config: { placeholder: "FILE" },
    help: { short: "h" },
    version: { short: "V" },
  },
};

/** The text of specs.json. */
export function requestTables(): string {
  const all: Readonly<Record<string, RequestDescription>> = { "": GLOBAL_REQUEST, ...COMMAND_REQUESTS };
  const tables = Object.fromEntries(Object.entries(all).map(([name, request]) => [name, requestTable(request)]));
  return `${JSON.stringify(tables, null, 1)}\n`;
}
