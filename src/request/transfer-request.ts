/** `export`, `import`, `backup` and `restore`: requests and results. */
import { z } from "zod";
import { indexResultSchema } from "./index-run-request.ts";

export const fileRequestSchema = z.strictObject({
  file: z.string().min(1).describe("The file: .json or .csv"),
});

export const exportResultSchema = z.strictObject({
  path: z.string().describe("Absolute path of the manifest"),
  format: z.enum(["json", "csv"]),
  files: z.int(),
  bytes: z.int(),
});
export type ExportResult = z.output<typeof exportResultSchema>;

/** An entry of the manifest that `export` writes (`schema_version` 1). */
export interface ManifestFile {
  readonly path: string;
  readonly ext: string;
  readonly size: number;
  readonly mtime: string;
  readonly sha1: string | null;
  readonly indexed_at: string;
  readonly error: string | null;
}

export const importResultSchema = indexResultSchema.extend({
  listed: z.int().describe("Entries of the manifest"),
  accepted: z.int().describe("Files that were read again"),
  refused: z.int().describe("Entries that are no file beneath the roots, or ignored, or not there"),
  refused_entries: z.array(z.string()).describe("The first 20 of those"),
});
export type ImportResult = z.output<typeof importResultSchema>;

export const backupRequestSchema = z.strictObject({
  folder: z.string().optional().describe("Where the backup is put (default: the current folder)"),
});

export const backupResultSchema = z.strictObject({
  path: z.string().describe("Absolute path of the ZIP file"),
  bytes: z.int(),
  store_bytes: z.int().describe("Bytes of the copied index"),
  sha256: z.string().describe("Of the copied index"),
  made_by: z.string(),
  made_at: z.string().describe("ISO 8601"),
});
export type BackupResult = z.output<typeof backupResultSchema>;

export const restoreRequestSchema = z.strictObject({
  zip: z.string().min(1).describe("A backup"),
});

export const restoreResultSchema = z.strictObject({
  data_dir: z.string(),
  documents: z.int(),
  chunks: z.int(),
  roots: z.array(z.string()).describe("The saved roots; change them before indexing where the folders lie elsewhere"),
});
export type RestoreResult = z.output<typeof restoreResultSchema>;
