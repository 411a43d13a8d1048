import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = {
  sees: "tree",
};
