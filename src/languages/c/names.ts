import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "c",
  files: "c h",
};
