/** `code` and MCP `cirurgic_search`, `qmd_search`: request and result. */
import { z } from "zod";
import { MOST_CODE_TOKENS } from "./kinds.ts";

const CODE_FUSIONS = ["score", "rrf"] as const;
/** Lanes that a search can run: every file's words; symbols by syntax tree, by brackets and indentation, by patterns of lines. */
const CODE_LANES = ["lexical", "tree-sitter", "reader", "patterns"] as const;
export type CodeLane = (typeof CODE_LANES)[number];

const globs = z.array(z.string().min(1)).max(50);

export const codeRequestSchema = z.strictObject({
  query: z.string().max(2000).describe("A question, a few words, or the name of a symbol"),
  workspace: z.string().min(1).optional().describe("Folder to search, as an absolute path"),
  subpath: z.string().min(1).optional().describe("Only this folder or file, relative to workspace"),
  max_tokens: z
    .int()
    .min(200)
    .max(MOST_CODE_TOKENS)
    .default(4000)
    .describe("Hard limit of the whole reply, at 3.8 characters a token"),
  max_snippets: z.int().min(1).max(100).default(12).describe("Most snippets"),
  depth: z
    .int()
    .min(0)
    .max(3)
    .default(0)
    .describe("Steps along the call graph from the best blocks: callers and callees"),
  include_glob: globs.optional().describe("Only paths that match one of these, relative to workspace: src/**/*.py"),
  exclude_glob: globs.optional().describe("Leave out paths that match one of these; wins over include_glob"),
  languages: z.array(z.string().min(1)).max(50).optional().describe("Only files in these languages: python, ts, go"),
  fusion: z
    .enum(CODE_FUSIONS)
    .default("score")
    .describe("Order of files: score (all signals weighed) or rrf (reciprocal ranks of the two lanes)"),
});
export type CodeRequest = z.output<typeof codeRequestSchema>;

const CODE_SOURCES = ["hybrid", "ast", "lexical"] as const;
export type CodeSource = (typeof CODE_SOURCES)[number];

const codeSnippetSchema = z.strictObject({
  file: z.string().describe("Relative to workspace"),
  lines: z.string().describe("First and last line of what is shown: 42-67"),
  rrf_score: z.number().describe("Sum of weight / (k + rank) over the lanes that found the file"),
  score: z.number().describe("The file's score by all signals, 0 to 1"),
  relations: z.array(z.string()).describe("type, name and bases of the block, then what it calls"),
  exact_matches: z
    .array(z.strictObject({ line: z.int(), text: z.string() }))
    .describe("Lines of the snippet that hold words of the query as they were given"),
  content: z.string().describe("Source lines; a line that begins with … says which lines are left out there"),
  source: z
    .enum(CODE_SOURCES)
    .describe("hybrid: both lanes found the file; ast: its symbols did; lexical: its words did"),
  partial: z.boolean().optional().describe("True where the block goes on beyond what is shown"),
});
export type CodeSnippet = z.output<typeof codeSnippetSchema>;

export const codeResultSchema = z.strictObject({
  status: z.enum(["success"]),
  workspace: z.string(),
  latency_ms: z.number(),
  total_tokens: z.int().describe("Of this whole reply, at 3.8 characters a token"),
  token_savings_pct: z.number().describe("Against reading the files of the snippets whole"),
  snippets_count: z.int(),
  files_found: z.int().describe("Files that hold words of the query"),
  candidates_scanned: z.int().describe("Files that the lexical lane read"),
  candidates_truncated: z.boolean().describe("There are more files than were read"),
  lanes: z.array(z.enum(CODE_LANES)).describe("Which lanes ran"),
  files_parsed: z.int().describe("Files of which the symbols were read"),
  files_not_parsed: z.int().describe("Files found of which they were not: ranked by their words alone"),
  snippets_dropped: z
    .int()
    .optional()
    .describe("Blocks that were found and did not fit into max_tokens or max_snippets"),
  notes: z.array(z.string()).optional().describe("What was cut, left out or could not run"),
  snippets: z.array(codeSnippetSchema),
});
export type CodeResult = z.output<typeof codeResultSchema>;
