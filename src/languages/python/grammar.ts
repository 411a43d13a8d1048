import file from "../../../build/grammars/python.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [locals],
  sample: "def golden():\n    pass\n",
};
