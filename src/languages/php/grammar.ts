import file from "../../../build/grammars/php.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [locals],
  sample: "<?php\nfunction golden() { }\n",
};
