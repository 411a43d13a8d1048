import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "rust",
  files: "rs",
  called: "rs",
};
