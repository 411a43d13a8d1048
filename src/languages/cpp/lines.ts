import { C_DEFINITIONS } from "../base-lines.ts";
import type { LineRules } from "../types.ts";

export const lines: LineRules = {
  alike: "cuda arduino",
  definitions: C_DEFINITIONS,
};
