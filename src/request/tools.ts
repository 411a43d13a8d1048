/** Requests and results of tools that are no commands of their own name: parts of what the commands take and give. */
import { z } from "zod";
import { warningSchema } from "./envelope.ts";
import {
  callsRequestSchema,
  callsResultSchema,
  outlineResultSchema,
  symbolRequestSchema,
  symbolResultSchema,
} from "./graph-request.ts";
import { clearResultSchema, indexResultSchema, statusResultSchema } from "./index-run-request.ts";
import { readRequestSchema, readResultSchema } from "./read-request.ts";
import { recentFileSchema, recentRequestSchema } from "./recent-request.ts";
import { searchHitSchema, searchRequestSchema } from "./search-request.ts";

const warnings = z.array(warningSchema).describe("What to know about this answer");

export const findSymbolRequestSchema = symbolRequestSchema.extend({
  name: symbolRequestSchema.shape.name.optional(),
  path: z.string().min(1).optional().describe("A file: its outline, or only its definitions of name"),
});
export const findSymbolResultSchema = symbolResultSchema.extend({
  outline: outlineResultSchema.optional().describe("Of path, where no name was given"),
  warnings,
});

const DIRECTIONS = ["callers", "callees"] as const;
export const findReferencesRequestSchema = callsRequestSchema.extend({
  direction: z.enum(DIRECTIONS).default("callers").describe("Who uses it, or what it calls"),
});
export const findReferencesResultSchema = callsResultSchema.extend({ warnings });

export const searchFilesRequestSchema = searchRequestSchema.pick({ query: true, limit: true, explain: true }).extend({
  ext: z.string().optional().describe("Only files with this extension; several with commas between"),
  path_prefix: z.string().optional().describe("Only files beneath this absolute path"),
});
export const searchFilesResultSchema = z.strictObject({
  results: z.array(searchHitSchema.extend({ bm25: searchHitSchema.shape.bm25.optional() })),
  suggestions: z
    .array(z.string())
    .optional()
    .describe("Queries that may have been meant, where nothing holds all words"),
  warnings,
});

/** `part` is ours: `next` of a document with parts, and of a notebook, says it. */
export const readFileRequestSchema = readRequestSchema.extend({
  path: readRequestSchema.shape.path.describe(
    "Absolute path of the file, as search_files shows it; relative beneath directory",
  ),
  directory: z
    .string()
    .min(1)
    .optional()
    .describe("Folder of a live search, as an absolute path: files that it finds are read"),
});
export type ReadFileRequest = z.output<typeof readFileRequestSchema>;
export const readFileResultSchema = readResultSchema.extend({ warnings });

export const recentFilesRequestSchema = recentRequestSchema.pick({ since: true });
export const recentFilesResultSchema = z.strictObject({ files: z.array(recentFileSchema), warnings });

export const reindexRequestSchema = z.strictObject({
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Absolute path of a folder or file beneath an indexed folder; left out, everything is brought up to date",
    ),
});
export const reindexResultSchema = indexResultSchema.extend({ warnings });

export const ragIndexRequestSchema = z.strictObject({
  path: z.string().min(1).describe("Absolute path of a folder or file; a relative one starts at the workspace root"),
  no_prune: z.boolean().default(false).describe("Keep documents whose files are gone"),
  force: z.boolean().default(false).describe("Read and embed every file beneath the path again"),
  extensions: z.array(z.string()).default([]).describe("Also index files with these extensions as text"),
});
export const ragIndexResultSchema = indexResultSchema.extend({ warnings });

export const ragSearchRequestSchema = searchRequestSchema.pick({ query: true, limit: true, explain: true });

export const ragStatusResultSchema = statusResultSchema
  .pick({ roots: true, documents: true, chunks: true, bytes: true, types: true, embedded: true, pending: true })
  .extend({ warnings });

export const ragClearResultSchema = clearResultSchema.extend({
  roots: z.array(z.string()).describe("Folders and files that agents had added, which are indexed no more"),
  warnings,
});
