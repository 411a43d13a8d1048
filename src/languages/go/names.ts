import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "go",
  files: "go",
  called: "golang",
};
