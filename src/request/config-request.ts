/** `config` and `doctor`: requests and results. */
import { z } from "zod";

export const configShowResultSchema = z.strictObject({
  config_file: z.string().nullable().describe("The one configuration in force"),
  values: z.array(
    z.strictObject({
      key: z.string(),
      value: z.union([z.string(), z.number(), z.array(z.string())]),
      source: z.enum(["option", "environment", "configuration", "saved", "default"]),
      from: z.string().describe("Option, variable or file that gave the value; empty for a default"),
    }),
  ),
});
export type ConfigShowResult = z.output<typeof configShowResultSchema>;

export const configPathResultSchema = z.strictObject({
  data_dir: z.string(),
  config_file: z.string().nullable(),
  saved_file: z.string().describe("Where roots and settings are saved"),
});
export type ConfigPathResult = z.output<typeof configPathResultSchema>;

export const rootsRequestSchema = z.strictObject({
  paths: z.array(z.string()).min(1).describe("Folders"),
});

export const rootsResultSchema = z.strictObject({
  roots: z.array(
    z.strictObject({
      path: z.string(),
      kind: z.enum(["user", "agent"]),
      available: z.boolean().describe("The folder is there and readable"),
    }),
  ),
  removed_documents: z.int().describe("Documents that went with a removed agent root"),
});
export type RootsResult = z.output<typeof rootsResultSchema>;

export const doctorRequestSchema = z.strictObject({
  repair: z.boolean().default(false).describe("Make a damaged index anew from the files"),
});

export const doctorResultSchema = z.strictObject({
  healthy: z.boolean(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(["ok", "note", "broken"]),
      detail: z.string(),
      hint: z.string().describe("What to do about it, empty when nothing"),
    }),
  ),
});
export type DoctorResult = z.output<typeof doctorResultSchema>;
