import file from "../../../build/grammars/kotlin.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import { maskKotlinGaps } from "./mask.ts";
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [locals],
  sample: "fun golden() { }\n",
  mask: maskKotlinGaps,
  // Annotations above a declaration may become an expression without a syntax error: 13 of 4,195 names are lost so.
  maskAlways: true,
};
