/** `watch`: request and result. */
import { z } from "zod";

export const watchRequestSchema = z.strictObject({
  rescan: z
    .int()
    .min(1)
    .max(86_400)
    .default(30)
    .describe("Seconds between looks at folders whose changes the system does not tell"),
  no_embed: z
    .boolean()
    .optional()
    .describe("Follow words and symbols alone; passages without vectors wait for an index run"),
});

export const watchResultSchema = z.strictObject({
  roots: z.array(z.string()).describe("Roots that were followed at last"),
  updates: z.int().describe("Runs that changed the index after the first"),
  added: z.int().describe("Files, over all updates"),
  changed: z.int(),
  moved: z.int(),
  deleted: z.int(),
  errors: z.int().describe("Failed runs, which were tried again"),
  seconds: z.number(),
});
export type WatchResult = z.output<typeof watchResultSchema>;
