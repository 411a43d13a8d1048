/** `read`: extracted text of one authorised file with locations. */
import { z } from "zod";
import { locationKindSchema } from "./places.ts";

export const readRequestSchema = z.strictObject({
  path: z.string().min(1).describe("File to read, beneath a root"),
  start_line: z.int().min(1).optional().describe("First line (or row); on a paged file within each page"),
  end_line: z.int().min(1).optional().describe("Last line (or row), inclusive"),
  page: z.int().min(1).optional().describe("Page or slide; not together with lines"),
  sheet: z.string().optional().describe("Worksheet by name"),
  part: z.string().optional().describe("Part of a document or cell of a notebook, by the name that a result shows"),
});
export type ReadRequest = z.output<typeof readRequestSchema>;

const readLineSchema = z.strictObject({
  /** Source line, row, or line within the unit. */
  line: z.int(),
  text: z.string(),
});

/** One unit's lines; a file without units is one section. */
const readSectionSchema = z.strictObject({
  page: z.int().nullable(),
  sheet: z.string().nullable(),
  part: z.string().nullable(),
  note: z.string().nullable().describe("unreliable or hidden"),
  reason: z.string().nullable().describe("Why it is unreliable"),
  lines: z.array(readLineSchema),
});

export const readResultSchema = z.strictObject({
  path: z.string(),
  ext: z.string(),
  location_kind: locationKindSchema,
  reading: z.string().nullable().describe("How the text was made, where the document does not show it"),
  sections: z.array(readSectionSchema),
  truncated: z.boolean().describe("The answer was cut to its bounds; call again with what `next` says"),
  next: z
    .strictObject({
      start_line: z.int().optional(),
      end_line: z.int().optional(),
      page: z.int().optional(),
      sheet: z.string().optional(),
      part: z.string().optional(),
    })
    .nullable()
    .describe("Arguments for what follows: the rest of a cut answer, or after one page, sheet or part the next one"),
});
export type ReadResult = z.output<typeof readResultSchema>;
