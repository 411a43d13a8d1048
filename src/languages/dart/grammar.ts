import file from "../../../build/grammars/dart.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [],
  sample: "int golden() {\n  return 1;\n}\n",
};
