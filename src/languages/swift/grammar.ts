import file from "../../../build/grammars/swift.bin" with { type: "file" };
import { withoutSections } from "../csharp/sections.ts";
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import { maskConditions } from "./mask.ts";
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [locals],
  sample: "func golden() { }\n",
  mask: maskConditions,
  secondView: withoutSections,
};
