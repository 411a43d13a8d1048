import { C_LIKE, TYPED } from "../base-lines.ts";
import type { LineRules } from "../types.ts";

export const lines: LineRules = {
  definitions: TYPED,
  syntax: { ...C_LIKE, quotes: "\"'", characters: false, longQuotes: ['"""', "'''"] },
};
