/** How lines are read: for cutting texts and for outlines without syntax trees. Made by tools/languages.ts of the folders here. */
import type { SymbolLanguage } from "./all-names.ts";
import { lines as bash } from "./bash/lines.ts";
import { lines as c } from "./c/lines.ts";
import { lines as cpp } from "./cpp/lines.ts";
import { lines as csharp } from "./csharp/lines.ts";
import { lines as dart } from "./dart/lines.ts";
import { lines as go } from "./go/lines.ts";
import { lines as java } from "./java/lines.ts";
import { lines as javascript } from "./javascript/lines.ts";
import { lines as kotlin } from "./kotlin/lines.ts";
import { lines as php } from "./php/lines.ts";
import { lines as python } from "./python/lines.ts";
import { lines as ruby } from "./ruby/lines.ts";
import { lines as rust } from "./rust/lines.ts";
import { lines as swift } from "./swift/lines.ts";
import type { LineRules } from "./types.ts";
import { lines as typescript } from "./typescript/lines.ts";

export const LINES: ReadonlyMap<SymbolLanguage, LineRules> = new Map<SymbolLanguage, LineRules>([
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
  ["typescript", typescript],
]);
