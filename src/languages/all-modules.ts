/** Where modules lie: for the resolution of imports. Made by tools/languages.ts of the folders here. */
import type { ModuleRules } from "../call-graph/module-rules.ts";
import type { SymbolLanguage } from "./all-names.ts";
import { modules as dart } from "./dart/modules.ts";
import { modules as go } from "./go/modules.ts";
import { modules as javascript } from "./javascript/modules.ts";
import { modules as python } from "./python/modules.ts";
import { modules as rust } from "./rust/modules.ts";
import { modules as tsx } from "./tsx/modules.ts";
import { modules as typescript } from "./typescript/modules.ts";

export const MODULES: ReadonlyMap<SymbolLanguage, ModuleRules> = new Map<SymbolLanguage, ModuleRules>([
  ["dart", dart],
  ["go", go],
  ["javascript", javascript],
  ["python", python],
  ["rust", rust],
  ["tsx", tsx],
  ["typescript", typescript],
]);
