import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = {
  family: "jvm",
  bareMembers: true,
  sees: "package",
  folderIsPackage: true,
  separator: ".",
  overloads: true,
  membersRepeated: true,
  extendsOutside: true,
  companions: true,
  blockParameter: "it",
};
