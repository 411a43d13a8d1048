import { SCRIPT } from "../javascript/calls.ts";
import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = SCRIPT;
