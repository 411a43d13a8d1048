import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = {
  sees: "package",
  separator: "\\",
  dynamic: true,
  modulesArePackages: false,
};
