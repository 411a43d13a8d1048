import file from "../../../build/grammars/c.bin" with { type: "file" };
import { maskMacros } from "../cpp/macros/mask.ts";
import type { LanguageGrammar } from "../types.ts";
import { isCpp } from "./cpp-header.ts";
import locals from "./locals.scm" with { type: "text" };
import { forEach, OUTSIDE } from "./outside.ts";
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [forEach(symbols, "OUTSIDE", OUTSIDE)],
  locals: [locals],
  sample: "int golden(void) { return 1; }\n",
  mask: maskMacros,
  mayBe: { language: "cpp", is: isCpp },
};
