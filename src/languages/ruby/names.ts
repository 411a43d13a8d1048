import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "ruby",
  files: "rb rbw rake gemspec ru podspec erb =gemfile =rakefile =podfile =vagrantfile =brewfile =fastfile =guardfile",
  called: "rb",
};
