/** Requests and results of tools that are no commands of their own name: parts of what the commands take and give. */
import { z } from "zod";
import { warningSchema } from "./envelope.ts";
import { indexResultSchema } from "./index-run.ts";
import { readRequestSchema, readResultSchema } from "./read.ts";
import { recentFileSchema, recentRequestSchema } from "./recent.ts";
import { searchHitSchema, searchRequestSchema } from "./search.ts";

const warnings = z.array(warningSchema).describe("What to know about this answer");

export const searchFilesRequestSchema = searchRequestSchema.pick({
  query: true,
  limit: true,
  ext: true,
  path_prefix: true,
});
export const searchFilesResultSchema = z.strictObject({
  results: z.array(searchHitSchema.omit({ explain: true })),
  warnings,
});

/** `part` is ours: `next` of a document with parts, and of a notebook, says it. */
export const readFileRequestSchema = readRequestSchema.extend({
  path: readRequestSchema.shape.path.describe("Absolute path of the file, as search_files shows it"),
});
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
