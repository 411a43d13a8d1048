/** Schemas of the enumerations of kinds.ts. */
import { z } from "zod";
import { FILE_TYPES, LOCATION_KINDS } from "./kinds.ts";

export type { FileType } from "./kinds.ts";

export const fileTypeSchema = z.enum(FILE_TYPES);
export const locationKindSchema = z.enum(LOCATION_KINDS);
