import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = {
  family: "c",
  sees: "tree",
  declaresApart: true,
  functionsBehindDot: "none",
};
