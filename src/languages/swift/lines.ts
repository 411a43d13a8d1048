import { TEXT_BLOCKS, TYPED } from "../base-lines.ts";
import type { LineRules } from "../types.ts";

export const lines: LineRules = {
  definitions: TYPED,
  syntax: TEXT_BLOCKS,
};
