/** Jupyter notebooks: the source of each cell, code and prose, as a unit numbered from 1; outputs and metadata are left out. */
import { z } from "zod";
import { decodeText } from "../corpus/decode.ts";
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";

const sourceSchema = z.union([z.string(), z.array(z.string())]);
const cellSchema = z.looseObject({
  cell_type: z.string().default(""),
  source: sourceSchema.optional(),
  // Format 3 names the source of a code cell "input".
  input: sourceSchema.optional(),
  level: z.number().optional(),
});
type Cell = z.infer<typeof cellSchema>;
const notebookSchema = z.looseObject({
  cells: z.array(cellSchema).optional(),
  worksheets: z.array(z.looseObject({ cells: z.array(cellSchema).optional() })).optional(),
  metadata: z
    .looseObject({ language_info: z.looseObject({ name: z.string().optional() }).optional() })
    .optional()
    .catch(undefined),
});

const HEADING = /^ {0,3}(#{1,6})\s+(.+?)\s*#*$/;
const FENCE = /^ {0,3}(```|~~~)/;

/** Throws FileError `corrupt`, `too_deep`, `too_many_pages`, `too_many_chars`, or those of decoding. */
export function extractNotebook(input: ExtractInput): Document {
  const notebook = parseNotebook(decodeText(input.bytes, input.encodings));
  const cells = notebook.cells ?? notebook.worksheets?.flatMap((sheet) => sheet.cells ?? []);
  if (cells === undefined) throw new FileError("corrupt", "this JSON is no notebook: it has no cells");
  const builder = new DocumentBuilder("cell_line", "unit");
  cells.forEach((cell, i) => {
    builder.openUnit("cell", String(i + 1));
    addCell(builder, cell);
  });
  return builder.build(notebook.metadata?.language_info?.name?.toLowerCase() ?? null);
}

function parseNotebook(text: string): z.infer<typeof notebookSchema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    // On deep nesting the engine's parser throws a RangeError.
    if (cause instanceof RangeError) throw new FileError("too_deep", "the notebook's JSON nests too deep", { cause });
    throw new FileError("corrupt", "the notebook is no valid JSON", { cause });
  }
  const parsed = notebookSchema.safeParse(json);
  if (!parsed.success) throw new FileError("corrupt", "this JSON is no notebook");
  return parsed.data;
}

function addCell(builder: DocumentBuilder, cell: Cell): void {
  const source = cell.source ?? cell.input ?? "";
  const text = typeof source === "string" ? source : source.join("");
  if (text === "") return;
  let fenced = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (cell.cell_type === "markdown") {
      if (FENCE.test(line)) fenced = !fenced;
      const heading = fenced ? null : HEADING.exec(line);
      if (heading?.[1] !== undefined && heading[2] !== undefined) builder.heading(heading[2], heading[1].length);
    } else if (cell.cell_type === "heading") builder.heading(line, cell.level ?? 1);
    builder.line(line);
  }
}
