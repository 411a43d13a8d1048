import { HASHED } from "../base-lines.ts";
import type { LineRules } from "../types.ts";

export const lines: LineRules = {
  alike: "crystal",
  definitions: {
    outer: /(?:def\s+(?:self\.)?|class\s+|module\s+)([\w:?!=]+)/y,
    inner: /(?:def\s+(?:self\.)?|class\s+|module\s+)([\w:?!=]+)/y,
  },
  syntax: HASHED,
  blocks: "word",
};
