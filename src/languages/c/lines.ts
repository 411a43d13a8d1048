import { C_DEFINITIONS } from "../base-lines.ts";
import type { LineRules } from "../types.ts";

export const lines: LineRules = {
  alike: "objectivec glsl hlsl",
  definitions: C_DEFINITIONS,
};
