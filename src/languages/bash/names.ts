import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "shell",
  files:
    "sh bash zsh ksh csh tcsh bats command =.bashrc =.bash_profile =.bash_aliases =.zshrc =.zshenv =.zprofile =.profile =pkgbuild =apkbuild",
  called: "sh bash zsh",
};
