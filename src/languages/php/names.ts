import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "php",
  files: "php php3 php4 php5 phtml phpt =artisan",
};
