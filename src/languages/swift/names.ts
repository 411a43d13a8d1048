import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "swift",
  files: "swift",
};
