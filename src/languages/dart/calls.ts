import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = {
  bareMembers: true,
  severalBlocks: true,
};
