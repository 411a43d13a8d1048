/** `focus` and MCP `search_focused_context`: request and result. */
import { z } from "zod";
import { keywordsSchema, limitSchema, placeShape, queryIdSchema, querySchema } from "./keywords.ts";

/** Either keywords (with directory and the other places) or query_id; file_paths goes with both. */
export const focusRequestSchema = z.strictObject({
  query_id: queryIdSchema.optional().describe("Id of an earlier answer, whose keywords and files are used"),
  keywords: keywordsSchema.optional(),
  ...placeShape,
  file_paths: z
    .array(z.string().min(1))
    .max(100)
    .optional()
    .describe("Only these files, relative to directory; left out, the strongest source files are taken"),
  max_files: limitSchema(1).default(3).describe("Most files"),
  max_blocks: limitSchema(1).default(6).describe("Most blocks"),
  max_blocks_per_file: limitSchema(1).default(2).describe("Most blocks of one file"),
  max_total_lines: limitSchema(1).default(400).describe("Most lines of all blocks"),
});
export type FocusRequest = z.output<typeof focusRequestSchema>;

const focusBlockSchema = z.strictObject({
  path: z.string().describe("Relative to searched_directory"),
  block_type: z.string().describe("function, class, section …; lines where nothing encloses the matches"),
  signature: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  matched_keywords: z.array(z.string()),
  match_lines: z.array(z.int()),
  score: z.number(),
  content: z.string(),
});
export type FocusBlock = z.output<typeof focusBlockSchema>;

export const focusResultSchema = z.strictObject({
  query_id: queryIdSchema,
  searched_directory: z.string(),
  query: querySchema,
  summary: z.strictObject({
    candidate_files_considered: z.int(),
    files_with_context: z.int(),
    blocks_returned: z.int(),
    budget_truncated: z.boolean().describe("More was found than the limits let through"),
  }),
  candidate_files: z.array(z.string()),
  changed_files: z.array(z.string()).describe("Candidates that changed, or went, since the answer of query_id"),
  blocks: z.array(focusBlockSchema),
});
export type FocusResult = z.output<typeof focusResultSchema>;
