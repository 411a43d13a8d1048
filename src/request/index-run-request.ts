/** `index`, `status`, `clear`: requests and results. */
import { z } from "zod";
import { FILE_ERROR_CODES } from "../errors.ts";
import { EMBED_POLICIES, ENCODER_KINDS } from "./kinds.ts";

export const indexRequestSchema = z.strictObject({
  paths: z.array(z.string()).default([]).describe("Folders or files to add; none: the saved roots"),
  root: z.array(z.string()).default([]).describe("Replace the saved roots by these"),
  ext: z.array(z.string()).default([]).describe("Also index files with this extension as text"),
  force: z.boolean().default(false).describe("Read and index every file again"),
  no_prune: z.boolean().default(false).describe("Keep documents whose files are gone"),
  prune_empty: z
    .boolean()
    .optional()
    .describe("Also remove the documents of a root that lists none of them, as an unmounted drive does"),
  embed: z
    .enum(EMBED_POLICIES)
    .optional()
    .describe(
      "What is embedded: docs (prose, documents, mail, tables), all (source code too), none (default: the setting embed)",
    ),
  no_embed: z.boolean().optional().describe("The same as --embed none: passages without vectors wait for another run"),
  embed_budget: z
    .string()
    .optional()
    .describe("Stop embedding after this time, such as 60s or 5m; the next run goes on (default: until all is done)"),
  encoder: z
    .enum(ENCODER_KINDS)
    .optional()
    .describe("Who embeds: fast, or ort (onnxruntime); another one than before embeds everything again"),
});
export type IndexRequest = z.output<typeof indexRequestSchema>;

const fileErrorSchema = z.strictObject({
  path: z.string(),
  code: z.enum(FILE_ERROR_CODES),
  message: z.string(),
});

export const indexResultSchema = z.strictObject({
  roots: z.array(z.string()),
  files: z.int().describe("Files seen"),
  added: z.int().describe("New files, those that could not be indexed among them"),
  changed: z.int().describe("Files with other bytes than before, those that could not be indexed among them"),
  unchanged: z.int(),
  moved: z.int(),
  deleted: z.int(),
  errors: z.int().describe("Files that could not be indexed, of those seen"),
  chunks: z.int().describe("Chunks of the files of this run"),
  bytes: z.int().describe("Bytes read"),
  embedded: z.int().describe("Chunks that this run embedded"),
  pending: z.int().describe("Chunks of the files of this run that wait for a vector: words alone find them"),
  store_chunks: z.int().describe("Chunks now in the store"),
  store_pending: z.int().describe("Chunks in the store that wait for a vector"),
  seconds: z.number(),
  error_files: z.array(fileErrorSchema).describe("The first 20 files that could not be indexed"),
});
export type IndexResult = z.output<typeof indexResultSchema>;

export const statusResultSchema = z.strictObject({
  data_dir: z.string(),
  roots: z.array(z.strictObject({ path: z.string(), kind: z.enum(["user", "agent"]), documents: z.int() })),
  documents: z.int(),
  chunks: z.int(),
  bytes: z.int().describe("Bytes of the source files"),
  store_bytes: z.int().describe("Bytes of the database on disk"),
  types: z.record(z.string(), z.int()).describe("Documents by extension"),
  generated: z
    .int()
    .describe("Documents of type generated: minified, source maps, lock files, bundles; shown below everything else"),
  unread: z.record(z.string(), z.int()).describe("Files that no reader takes, by extension"),
  embedded: z.int().describe("Chunks with vectors, which meaning finds"),
  pending: z.int().describe("Chunks that wait for a vector: words alone find them"),
  encoder: z.string().nullable().describe("What embeds this index"),
  simd: z.boolean().describe("Whether the kernels use SIMD: without, all is slower, and results are the same"),
  last_indexed: z.string().nullable(),
  running: z
    .strictObject({
      command: z.string(),
      pid: z.int(),
      since: z.string(),
      phase: z.string().nullable(),
      done: z.int().nullable(),
      total: z.int().nullable(),
      unit: z.string().nullable(),
    })
    .nullable()
    .describe("A command that writes to this index now, and how far it is"),
  unreliable: z
    .array(z.strictObject({ path: z.string(), unit: z.string(), reason: z.string() }))
    .describe("Pages, sheets and parts whose text should be mistrusted, and why"),
  errors: z.array(fileErrorSchema),
});
export type StatusResult = z.output<typeof statusResultSchema>;

export const clearResultSchema = z.strictObject({
  documents: z.int().describe("Documents removed"),
  chunks: z.int(),
});
export type ClearResult = z.output<typeof clearResultSchema>;
