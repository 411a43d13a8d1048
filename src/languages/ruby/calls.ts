import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = {
  bareMembers: true,
  sees: "tree",
  dynamic: true,
  severalBlocks: true,
  modulesAreTypes: true,
  constructorName: "new",
  functionsBehindDot: "of-modules",
};
