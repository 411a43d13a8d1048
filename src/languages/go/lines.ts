import { C_LIKE } from "../base-lines.ts";
import type { LineRules } from "../types.ts";

export const lines: LineRules = {
  definitions: { outer: /(?:func\s+(?:\([^)\n]{0,100}\)\s*)?|type\s+)(\w+)/y },
  syntax: { ...C_LIKE, longQuotes: ["`"] },
};
