/** Enumerations that several requests and results share. */
import { z } from "zod";

export const FILE_TYPES = ["source", "test", "doc", "config", "data", "document"] as const;
export const fileTypeSchema = z.enum(FILE_TYPES);

export const LOCATION_KINDS = [
  "line",
  "row",
  "page_text_line",
  "sheet_row",
  "slide_text_line",
  "extracted_line",
  "cell_line",
  "part_line",
] as const;
export const locationKindSchema = z.enum(LOCATION_KINDS);
export type LocationKind = (typeof LOCATION_KINDS)[number];
export type FileType = (typeof FILE_TYPES)[number];
