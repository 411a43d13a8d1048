/** `recent`: request and result, of the command and of the tool `recent_files`. */
import { z } from "zod";
import { FILE_ERROR_CODES } from "../errors.ts";
import { fileTypeSchema } from "./places.ts";

export const recentRequestSchema = z.strictObject({
  since: z.string().default("24h").describe("Files changed since then: 30m, 24h, 7d, 2w, or an ISO 8601 date or time"),
  limit: z.int().min(1).max(10_000).default(100).describe("How many files"),
});
export type RecentRequest = z.output<typeof recentRequestSchema>;

export const recentFileSchema = z.strictObject({
  path: z.string().describe("Absolute path"),
  ext: z.string(),
  type: fileTypeSchema,
  language: z.string().nullable(),
  size: z.int().describe("Bytes, as indexed"),
  mtime: z.string().describe("Modification time as indexed, ISO 8601"),
  indexed_at: z.string().describe("ISO 8601"),
  error: z.enum(FILE_ERROR_CODES).nullable().describe("Why its text could not be indexed"),
  stale: z.boolean().describe("Changed again since it was indexed"),
});
export type RecentFile = z.output<typeof recentFileSchema>;

export const recentResultSchema = z.array(recentFileSchema);
