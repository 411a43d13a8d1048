import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "kotlin",
  files: "kt kts",
  called: "kt",
};
