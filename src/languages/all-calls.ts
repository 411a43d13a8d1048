/** How names are looked up: for the resolution of calls. Made by tools/languages.ts of the folders here. */
import type { SymbolLanguage } from "./all-names.ts";
import { calls as bash } from "./bash/calls.ts";
import { calls as c } from "./c/calls.ts";
import { calls as cpp } from "./cpp/calls.ts";
import { calls as csharp } from "./csharp/calls.ts";
import { calls as dart } from "./dart/calls.ts";
import { calls as go } from "./go/calls.ts";
import { calls as java } from "./java/calls.ts";
import { calls as javascript } from "./javascript/calls.ts";
import { calls as kotlin } from "./kotlin/calls.ts";
import { calls as php } from "./php/calls.ts";
import { calls as python } from "./python/calls.ts";
import { calls as ruby } from "./ruby/calls.ts";
import { calls as rust } from "./rust/calls.ts";
import { calls as swift } from "./swift/calls.ts";
import { calls as tsx } from "./tsx/calls.ts";
import type { LanguageCalls } from "./types.ts";
import { calls as typescript } from "./typescript/calls.ts";

export const CALLS: ReadonlyMap<SymbolLanguage, LanguageCalls> = new Map<SymbolLanguage, LanguageCalls>([
  ["bash", bash],
  ["c", c],
  ["cpp", cpp],
  ["csharp", csharp],
  ["dart", dart],
  ["go", go],
  ["java", java],
  ["javascript", javascript],
  ["kotlin", kotlin],
  ["php", php],
  ["python", python],
  ["ruby", ruby],
  ["rust", rust],
  ["swift", swift],
  ["tsx", tsx],
  ["typescript", typescript],
]);
