import { C_LIKE } from "../base-lines.ts";
import type { LineRules } from "../types.ts";

const PHP_ITEM =
  /(?:(?:abstract|final|readonly|public|private|protected|static)\s+)*(?:function\s+&?|class\s+|interface\s+|trait\s+|enum\s+|namespace\s+)([\w\\]+)/iy;

export const lines: LineRules = {
  definitions: { outer: PHP_ITEM, inner: PHP_ITEM },
  syntax: { ...C_LIKE, lineComments: ["//", "#"], quotes: "\"'", characters: false },
};
