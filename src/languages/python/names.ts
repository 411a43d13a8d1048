import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "python",
  files: "py pyi pyw =sconstruct =sconscript =wscript",
  called: "py",
};
