import { HASHED } from "../base-lines.ts";
import type { LineRules } from "../types.ts";

export const lines: LineRules = {
  alike: "cython starlark",
  definitions: {
    outer: /(?:async\s+)?(?:c?p?def|class|cdef\s+class)\s+(\w+)/y,
    inner: /(?:async\s+)?(?:c?p?def|class)\s+(\w+)/y,
    innerIn: /(?:cdef\s+)?class\b/y,
    outerLineEnds: true,
  },
  syntax: { ...HASHED, longQuotes: ['"""', "'''"] },
  blocks: "indentation",
  standsIn: true,
  signatureEnd: ":",
};
