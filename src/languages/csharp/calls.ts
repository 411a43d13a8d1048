import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = {
  bareMembers: true,
  sees: "tree",
  folderIsPackage: true,
  separator: ".",
  overloads: true,
  severalBlocks: true,
  importsOpen: true,
};
