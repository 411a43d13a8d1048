import file from "../../../build/grammars/csharp.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import { withoutSections } from "./sections.ts";
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [locals],
  sample: "class golden { }\n",
  secondView: withoutSections,
};
