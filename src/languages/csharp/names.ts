import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "csharp",
  files: "cs csx",
  called: "cs c#",
};
