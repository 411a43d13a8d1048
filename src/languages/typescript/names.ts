import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "typescript",
  files: "ts mts cts",
  called: "ts tsx",
};
