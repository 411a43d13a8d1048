import file from "../../../build/grammars/cpp.bin" with { type: "file" };
import cLocals from "../c/locals.scm" with { type: "text" };
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import { maskMacros } from "./macros/mask.ts";
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [cLocals, locals],
  sample: "int golden() { return 1; }\n",
  mask: maskMacros,
};
