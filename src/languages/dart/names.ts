import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "dart",
  files: "dart",
};
