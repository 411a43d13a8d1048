import file from "../../../build/grammars/bash.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import { maskExtendedPatterns } from "./mask.ts";
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [],
  sample: "golden() {\n  true\n}\n",
  mask: maskExtendedPatterns,
};
