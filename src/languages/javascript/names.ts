import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "javascript",
  files: "js mjs cjs jsx es6 jsm",
  called: "js jsx node",
};
