import { HASHED, HEREDOC } from "../base-lines.ts";
import type { LineRules } from "../types.ts";

export const lines: LineRules = {
  definitions: { outer: /function\s+([\w:.-]+)|([\w:.-]+)\s*\(\s*\)/y },
  syntax: { ...HASHED, others: [HEREDOC] },
};
