/** The one JSON object that `--json` prints, and the results of commands that have no request of their own. */
import { z } from "zod";
import { ERROR_CODES, WARNING_CODES } from "../errors.ts";

export const warningSchema = z.strictObject({ code: z.enum(WARNING_CODES), message: z.string() });

export const failureSchema = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    hint: z.string().describe("The way out, empty when there is none"),
  }),
  warnings: z.array(warningSchema),
});

/** The envelope around a command's `data`. */
export function successSchema<Data extends z.ZodType>(data: Data) {
  const suggestions = z.array(z.string()).optional().describe("search: queries that may have been meant");
  return z.strictObject({ ok: z.literal(true), data, warnings: z.array(warningSchema), suggestions });
}

export const versionResultSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  commit: z.string().nullable().describe("Git commit of the build, null where it is not known"),
  target: z.string().describe("Platform of the build such as linux-x64, or source"),
  model: z.string().describe("Embedding model, with its checksum's beginning and the encoder's version"),
  simd: z
    .boolean()
    .describe("Whether the processor and the engine have SIMD: without, all is slower, and results are the same"),
});

export const helpResultSchema = z.strictObject({
  command: z.string().nullable(),
  usage: z.string(),
  text: z.string().describe("The help as it is printed"),
});

export const licensesResultSchema = z.strictObject({ text: z.string() });
export const completionResultSchema = z.strictObject({ shell: z.string(), script: z.string() });
