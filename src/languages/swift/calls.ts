import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = {
  bareMembers: true,
  sees: "tree",
  folderIsPackage: true,
  overloads: true,
  severalBlocks: true,
  extendsOutside: true,
  functionsBehindDot: "of-modules",
};
