/** `search`: request and result. CLI options, MCP input and output schemas are made from these. */
import { z } from "zod";
import { fileTypeSchema, locationKindSchema } from "./places.ts";

export const SEARCH_MODES = ["hybrid", "lexical", "semantic"] as const;
const FUSIONS = ["score", "rrf"] as const;

export const searchRequestSchema = z.strictObject({
  query: z.string().describe('Words, "phrases", prefix*, -exclusions, OR, and filters such as ext:pdf or path:docs/'),
  mode: z
    .enum(SEARCH_MODES)
    .default("hybrid")
    .describe("Which lanes rank: words and meaning, words only, meaning only"),
  ext: z.array(z.string()).default([]).describe("Only files with this extension, or one of several"),
  path_prefix: z.array(z.string()).default([]).describe("Only files beneath this absolute path, or one of several"),
  limit: z.int().min(1).max(100).default(10).describe("How many files"),
  offset: z.int().min(0).max(10_000).default(0).describe("How many files to skip"),
  passages: z.int().min(0).max(10).default(2).describe("How many further passages to show beneath each file"),
  min_score: z.number().min(0).max(1).optional().describe("Leave out results that score below this"),
  strict: z.boolean().default(false).describe("Only files that hold all the words; with fewer words none"),
  explain: z.boolean().default(false).describe("Show the parts of each score"),
  fusion: z
    .enum(FUSIONS)
    .default("score")
    .describe("How words and meaning become one order: by their scores, or by reciprocal ranks"),
  late: z
    .int()
    .min(0)
    .max(100)
    .default(0)
    .describe("Embed so many of the best passages that have no vector yet, for this search and the next"),
});
export type SearchRequest = z.output<typeof searchRequestSchema>;

/** The parts a score is made of, before it is divided by the top score. */
const scorePartsSchema = z.strictObject({
  bm25: z.number(),
  path_match: z.number(),
  file_total: z.number(),
  definition: z.number(),
  path_penalty: z.number(),
  total: z.number(),
  words: z.number().optional().describe("Both lanes: words, as a share of the best"),
  cosine: z.number().nullable().optional().describe("Both lanes: nearness of meaning, null without a vector"),
  weight: z.number().optional().describe("Both lanes: share of meaning in the order"),
  rrf_score: z.number().optional().describe("Both lanes: by reciprocal ranks"),
});
export type ScoreParts = z.output<typeof scorePartsSchema>;

/** Where a passage is and what it says. */
const passageShape = {
  line_start: z.int(),
  line_end: z.int(),
  page: z.int().nullable(),
  sheet: z.string().nullable(),
  part: z.string().nullable().describe("Part of a document, or cell of a notebook"),
  row: z.int().nullable().describe("CSV record number, header = 1"),
  cells: z.string().nullable().describe("Spreadsheet cells that hold the match, such as B7 or B7:D7"),
  line: z.int().describe("The line, row or the like that holds most of the words"),
  snippet: z.string().describe("The matching text with its neighbours; matches stand in [[…]]"),
  score: z.number().describe("0 to 1, falls with rank"),
  chunk: z.int().describe("Ordinal of the chunk in its file, from 0"),
  symbol: z.string().nullable().describe("Enclosing heading or symbol"),
};

const searchPassageSchema = z.strictObject(passageShape);
export type SearchPassage = z.output<typeof searchPassageSchema>;

export const searchHitSchema = z.strictObject({
  path: z.string().describe("Absolute path"),
  ext: z.string(),
  type: fileTypeSchema,
  language: z.string().nullable(),
  ...passageShape,
  location_kind: locationKindSchema,
  bm25: z.number().describe("SQLite's raw value, lower is better"),
  mtime: z.string().describe("ISO 8601"),
  match: z
    .enum(["chunk", "document", "partial", "meaning"])
    .describe("All words in this chunk, all in this document, most of them, or found by its meaning"),
  weak: z
    .boolean()
    .describe(
      "Nothing here is near to the query in meaning, and this holds some of its words at most: perhaps about something else",
    ),
  stale: z.boolean().describe("The file has changed since it was indexed"),
  passages: z.array(searchPassageSchema).describe("Further passages of the file, best first"),
  explain: scorePartsSchema.optional(),
});
export type SearchHit = z.output<typeof searchHitSchema>;

export const searchResultSchema = z.array(searchHitSchema);
