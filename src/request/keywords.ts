/** What the two tools of keyword search have in common. */
import { z } from "zod";

const MATCH_MODES = ["substring", "word", "identifier", "regex"] as const;
const matchModeSchema = z.enum(MATCH_MODES);

export const BACKENDS = ["auto", "native", "rg"] as const;
/** Who names the files that may match; matching, counting and ranking are always ours. */
export type Backend = (typeof BACKENDS)[number];

/** So many keywords a call; the scan finds these and what they are expanded to in one pass. */
const MAX_KEYWORDS = 32;
/** UTF-16 units of one keyword. */
const MAX_KEYWORD_LENGTH = 200;
/** Largest value of any limit; the budget of the whole reply is far below what it allows. */
const MOST = 100_000;

export const keywordsSchema = z
  .array(z.string().max(MAX_KEYWORD_LENGTH))
  .max(MAX_KEYWORDS)
  .describe("Words, phrases or identifiers to look for; specific ones find more than general ones");

export const queryIdSchema = z.string().regex(/^[0-9a-f]{16}$/, "16 hexadecimal digits");

/** Where to look: the same for both tools. */
export const placeShape = {
  directory: z.string().min(1).optional().describe("Folder to search, as an absolute path"),
  subpath: z.string().min(1).optional().describe("Only this folder or file, relative to directory"),
  paths_include_glob: z
    .string()
    .min(1)
    .optional()
    .describe("Only paths that match, relative to directory: src/**/*.py"),
  paths_exclude_glob: z.string().min(1).optional().describe("Leave out paths that match; wins over the include glob"),
  match_mode: matchModeSchema
    .default("substring")
    .describe(
      "substring: anywhere; word: whole words; identifier: whole parts of names such as snow_model, snowModel; " +
        "regex: each keyword is an RE2 expression, any case unless (?-i), ^ and $ at lines",
    ),
} as const;

/** A limit that must be at least 1, or at least 0. */
export function limitSchema(least: 0 | 1) {
  return z.int().min(least).max(MOST);
}

export const querySchema = z.strictObject({
  keywords: z.array(z.string()).describe("As given"),
  resolved_keywords: z.array(z.string()).describe("The same and then what they were expanded to"),
});
