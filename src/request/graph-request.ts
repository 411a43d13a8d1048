/** `symbol`, `callers`, `callees` and `outline`: requests and results. */
import { z } from "zod";

const MAX_NAME = 500;
const MOST = 1000;

const nameSchema = z.string().min(1).max(MAX_NAME).describe("Name of a definition: name, Class.method or module.name");

const placeShape = {
  directory: z.string().min(1).optional().describe("Folder to search, as an absolute path"),
  subpath: z.string().min(1).optional().describe("Only what stands in this folder or file, relative to directory"),
  languages: z.array(z.string().min(1)).max(50).optional().describe("Only files in these languages: python, ts, go"),
} as const;

const limitSchema = z.int().min(1).max(MOST);

export const symbolRequestSchema = z.strictObject({
  name: nameSchema,
  ...placeShape,
  limit: limitSchema.default(50).describe("Most definitions"),
});
export type SymbolRequest = z.output<typeof symbolRequestSchema>;

export const callsRequestSchema = z.strictObject({
  name: nameSchema,
  ...placeShape,
  depth: z.int().min(1).max(3).default(1).describe("Steps along the call graph; only certain calls are gone on from"),
  limit: limitSchema.default(100).describe("Most calls"),
});
export type CallsRequest = z.output<typeof callsRequestSchema>;

export const outlineRequestSchema = z.strictObject({
  path: z.string().min(1).describe("The file"),
  limit: limitSchema.default(500).describe("Most symbols"),
});
export type OutlineRequest = z.output<typeof outlineRequestSchema>;

const symbolShape = {
  name: z.string().describe("With what encloses it: Class.method"),
  kind: z.string().describe("function, method, class, section …"),
  line_start: z.int().describe("First line of its block, decorators and comments included"),
  line: z.int().describe("Line of its name"),
  line_end: z.int(),
  signature: z.string(),
} as const;

const definitionSchema = z.strictObject({
  path: z.string().describe("Relative to directory"),
  language: z.string(),
  ...symbolShape,
  bases: z.array(z.string()).describe("What it extends or implements, as written"),
});
export type GraphDefinition = z.output<typeof definitionSchema>;

const readShape = {
  directory: z.string().describe("What was searched"),
  files_parsed: z.int().describe("Files of which the symbols were read"),
  files_not_parsed: z.int().describe("Files that were wanted and could not be read as code, or lie beyond the limit"),
  files_partial: z.int().describe("Of the parsed, those with syntax errors: what stands there may be missing"),
  left_out: z
    .array(z.strictObject({ reason: z.string(), files: z.int(), languages: z.array(z.string()) }))
    .describe("Files that may hold the name and were not read, by reason: too_large, encoding …"),
  truncated: z.boolean().describe("There is more than limit lets through"),
} as const;

export const symbolResultSchema = z.strictObject({ ...readShape, definitions: z.array(definitionSchema) });
export type SymbolResult = z.output<typeof symbolResultSchema>;

const CALL_STATES = ["resolved", "candidate", "external", "unresolved", "handed_on"] as const;

const endSchema = z.strictObject({
  path: z.string().describe("Relative to directory"),
  line: z.int().describe("Line of its name"),
  name: z.string().describe("With what encloses it: Class.method"),
  kind: z.string(),
});
export type CallEnd = z.output<typeof endSchema>;

const callSchema = z.strictObject({
  depth: z.int().describe("Steps from the definition that was asked for"),
  state: z
    .enum(CALL_STATES)
    .describe(
      "resolved: it means the one definition in to; candidate: each in to may be meant, or none; external: " +
        "outside of the directory; unresolved: nothing is known; handed_on: no call, the definition in to is used as a value",
    ),
  path: z.string().describe("File of the call, relative to directory"),
  line: z.int(),
  column: z.int().describe("From 1, in UTF-16 units"),
  call: z.string().describe("What is called, as written"),
  from: endSchema.nullable().describe("The definition that the call stands in; null at the top of a file"),
  to: z.array(endSchema),
  through: z
    .string()
    .nullable()
    .describe("The type whose method is called, where the definition in to implements or overrides that method"),
  outside: z.string().nullable().describe("What is called outside of the directory, where state is external"),
});
export type GraphCall = z.output<typeof callSchema>;

export const callsResultSchema = z.strictObject({
  ...readShape,
  definitions: z.array(definitionSchema).describe("What bears the name that was asked for"),
  calls: z.array(callSchema),
  mentions: z
    .strictObject({
      other_names: z.int().describe("Calls under another name: they are among calls"),
      handed_on: z.int().describe("Uses that are no calls: they are among calls"),
      not_read: z.int().describe("Files that hold the name and were not read as code"),
      text: z.int().describe("Other places of the name in files that were read: comments, strings, types, definitions"),
    })
    .describe("Of callers: where else the name stands"),
});
export type CallsResult = z.output<typeof callsResultSchema>;

const OUTLINE_LANES = ["tree-sitter", "reader", "patterns"] as const;

export const outlineResultSchema = z.strictObject({
  path: z.string().describe("Absolute"),
  language: z.string().nullable(),
  lines: z.int().describe("Lines of the file"),
  lane: z
    .enum(OUTLINE_LANES)
    .describe("How the symbols were found: a syntax tree, brackets and indentation, or patterns of lines"),
  partial: z.boolean().describe("The file has syntax errors: something may be missing"),
  truncated: z.boolean().describe("There are more symbols than limit lets through"),
  symbols: z.array(z.strictObject({ ...symbolShape, level: z.int().describe("How deeply it is nested, from 0") })),
});
export type OutlineResult = z.output<typeof outlineResultSchema>;
