/** `context` and MCP `search_repo_context`: request and result. */
import { z } from "zod";
import { keywordsSchema, limitSchema, placeShape, queryIdSchema, querySchema } from "./keywords.ts";
import { fileTypeSchema } from "./places.ts";

const OUTPUT_MODES = ["compact", "full"] as const;

/** Defaults that QUICK_SEARCH_MAX_FILES, QUICK_SEARCH_MAX_SNIPPETS and QUICK_SEARCH_MAX_TOTAL_LINES replace. */
export const CONTEXT_DEFAULTS = { max_files: 12, max_snippets: 8, max_total_lines: 1200 } as const;

/** Either keywords or query_id; what is left out of max_files, max_snippets and max_total_lines has its default. */
export const contextRequestSchema = z.strictObject({
  keywords: keywordsSchema.optional(),
  query_id: queryIdSchema
    .optional()
    .describe("Id of an earlier answer: shows it again with another output_mode or with diagnostics, without a search"),
  ...placeShape,
  output_mode: z.enum(OUTPUT_MODES).default("compact").describe("full adds ranking details"),
  include_diagnostics: z.boolean().default(false).describe("Add what was searched how, and what was left out and why"),
  max_files: limitSchema(1)
    .optional()
    .describe(`Most files to rank in the answer (default ${CONTEXT_DEFAULTS.max_files})`),
  max_snippets: limitSchema(1).optional().describe(`Most snippets (default ${CONTEXT_DEFAULTS.max_snippets})`),
  lines_before: limitSchema(0).default(24).describe("Lines before a match in its snippet"),
  lines_after: limitSchema(0).default(40).describe("Lines after a match in its snippet"),
  prefer_source_files: z.boolean().default(true).describe("Rank source files over documents and configuration"),
  max_total_lines: limitSchema(1)
    .optional()
    .describe(`Most lines of all snippets (default ${CONTEXT_DEFAULTS.max_total_lines})`),
});
export type ContextRequest = z.output<typeof contextRequestSchema>;

/** What a file's score is made of, each on the scale of the best file's bm25. */
const contextScorePartsSchema = z.strictObject({
  bm25: z.number().describe("Words of the best passage and of the next best ones, by rarity"),
  path_match: z.number().describe("Keywords in the file's name and folder"),
  definition: z.number().describe("Keywords in the names of definitions"),
  path_factor: z.number().describe("Below 1 for tests, examples, re-exports and the like"),
  source_factor: z.number().describe("Below 1 for files that are no source code, where source files are preferred"),
  original_keywords: z.boolean().describe("False: matches expansions only, and ranks beneath all that match keywords"),
});
export type ContextScoreParts = z.output<typeof contextScorePartsSchema>;

const rankedFileSchema = z.strictObject({
  path: z.string().describe("Relative to searched_directory"),
  category: fileTypeSchema,
  keyword_hits: z.int(),
  distinct_keywords_matched: z.int(),
  definition_hits: z.int(),
  score: z.number().describe("0 to 1, falls with rank"),
  recommended_read: z.boolean(),
  reason: z.string(),
  /** The rest is said in full mode. */
  line_count: z.int().optional(),
  is_source_file: z.boolean().optional(),
  is_test_file: z.boolean().optional(),
  keyword_density: z.number().optional().describe("Hits a line"),
  matched_keywords: z.array(z.string()).optional(),
  score_parts: contextScorePartsSchema.optional(),
});
export type RankedFile = z.output<typeof rankedFileSchema>;

const snippetSchema = z.strictObject({
  path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  matched_keywords: z.array(z.string()),
  snippet: z.string(),
  /** Full mode. */
  match_lines: z.array(z.int()).optional(),
});
export type ContextSnippet = z.output<typeof snippetSchema>;

const diagnosticsSchema = z.strictObject({
  discovery_backend: z.string(),
  matching_backend: z.string(),
  excluded_files: z.record(z.string(), z.int()).describe("Files, and folders not entered, by reason"),
});
export type ContextDiagnostics = z.output<typeof diagnosticsSchema>;

export const contextResultSchema = z.strictObject({
  query_id: queryIdSchema,
  searched_directory: z.string(),
  summary: z.strictObject({
    files_considered: z.int(),
    files_ranked: z.int(),
    files_returned: z.int(),
    snippets_returned: z.int(),
    budget_truncated: z.boolean().describe("More was found than the limits let through"),
  }),
  query: querySchema,
  ranked_files: z.array(rankedFileSchema),
  snippets: z.array(snippetSchema),
  usage_guidance: z.string(),
  diagnostics: diagnosticsSchema.optional(),
});
export type ContextResult = z.output<typeof contextResultSchema>;
