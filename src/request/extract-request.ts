/** `extract`: texts, chunks, symbols and vectors as JSON lines, without a store. */
import { z } from "zod";
import { EXTRACT_FORMS, EXTRACT_MAPPINGS } from "./kinds.ts";
import { fileTypeSchema, locationKindSchema } from "./places.ts";

export const extractRequestSchema = z.strictObject({
  paths: z
    .array(z.string().min(1))
    .default([])
    .describe("Files, and folders with all that an index of them would hold"),
  files_from: z.string().min(1).optional().describe("Read names from this file, one a line; - is stdin"),
  null: z.boolean().default(false).describe("Names of --files-from end with a NUL byte"),
  stdin_name: z.string().min(1).optional().describe("Stdin is the contents of one file of this name"),
  framed: z
    .boolean()
    .default(false)
    .describe('Stdin is contents: for each a line {"name":…,"bytes":N}, then its N bytes'),
  root: z.string().min(1).optional().describe("Names are told beneath this folder, and must lie in it"),
  as: z.enum(EXTRACT_FORMS).default("chunks").describe("One record a chunk, or one a file with its whole text"),
  vectors: z.boolean().default(false).describe("Add the vector of each chunk, 384 numbers"),
  no_tokens: z.boolean().default(false).describe("Leave out tokens and idents, half of the output"),
  unread_ok: z.boolean().default(false).describe("Exit with 0 although files could not be read"),
  mapping: z.enum(EXTRACT_MAPPINGS).optional().describe("Print the field definitions for another engine, and end"),
});
export type ExtractRequest = z.output<typeof extractRequestSchema>;

const sourceFields = {
  doc: z.string().describe("SHA-256 of the contents, 32 hex digits: the same for copies"),
  path: z.string().describe("Absolute; with --root beneath it; of contents on stdin the name that came with them"),
  format: z.string().describe("The reader: pdf, text, csv, …"),
  category: fileTypeSchema,
  language: z.string().nullable(),
};

const tokenFields = {
  tokens: z
    .string()
    .optional()
    .describe("Words as qsearch looks them up, joined by blanks: stems, and pairs of CJK characters"),
  idents: z.string().optional().describe("Identifiers and values as wholes, joined by blanks"),
  length: z.int().describe("How many tokens"),
};

export const chunkRecordSchema = z.strictObject({
  id: z.string().describe("Of path, contents and ordinal: the same in every run"),
  ...sourceFields,
  ordinal: z.int().describe("Number of the chunk in its file, from 0"),
  location_kind: locationKindSchema,
  page: z.int().nullable().describe("Page or slide"),
  sheet: z.string().nullable(),
  part: z.string().nullable().describe("Part of a document, member of an archive, or cell of a notebook"),
  row: z.int().nullable().describe("CSV: number of the record at the chunk's start, header = 1"),
  line_start: z.int(),
  line_end: z.int(),
  symbol: z.string().nullable().describe("Heading or symbol over most of the chunk"),
  defined: z.array(z.string()).describe("Headings and symbols that begin in it"),
  text: z.string(),
  ...tokenFields,
  path_tokens: z.string().optional().describe("Words of the file's name and of its last three folders, as tokens"),
  defined_tokens: z.string().optional().describe("Words of what is defined, as tokens"),
  vector: z
    .array(z.number())
    .nullable()
    .optional()
    .describe("Of the chunk's first window, length 1; null where the model cannot read its script"),
  further_vectors: z.array(z.array(z.number())).optional().describe("Of the chunk's other windows"),
});
export type ChunkRecord = z.output<typeof chunkRecordSchema>;

export const documentRecordSchema = z.strictObject({
  id: z.string().describe("Of path and contents: the same in every run"),
  ...sourceFields,
  location_kind: locationKindSchema,
  units: z
    .array(
      z.strictObject({
        kind: z.enum(["page", "sheet", "slide", "part", "cell"]),
        label: z.string(),
        start: z.int().describe("UTF-16 offset in the text"),
        end: z.int(),
        note: z.string().nullable().describe("unreliable or hidden"),
      }),
    )
    .describe("Pages, sheets, slides, parts, cells, in the order of the text"),
  defined: z.array(z.string()).describe("Headings and symbols"),
  text: z.string(),
  ...tokenFields,
});
export type DocumentRecord = z.output<typeof documentRecordSchema>;

/** The last line of each file, whatever became of it. */
export const endRecordSchema = z.strictObject({
  end: z.string().describe("The path of the file's other records"),
  name: z.string().describe("As it was given"),
  doc: z.string().nullable().describe("Null where no contents were read"),
  chunks: z.int().describe("Records of the file before this one"),
  bytes: z.int().nullable().describe("Size of the contents"),
  error: z.string().optional().describe("Why the file was not read; a code of the list of file errors"),
  message: z.string().optional(),
});
export type EndRecord = z.output<typeof endRecordSchema>;

/** One line of output. */
export const extractLineSchema = z.union([chunkRecordSchema, documentRecordSchema, endRecordSchema]);
