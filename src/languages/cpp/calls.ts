import type { LanguageCalls } from "../types.ts";
import { words } from "../words.ts";

export const calls: LanguageCalls = {
  family: "c",
  sees: "tree",
  declaresApart: true,
  bareMembers: true,
  overloads: true,
  membersRepeated: true,
  outsideNames: words("std"),
};
