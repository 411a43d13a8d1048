import file from "../../../build/grammars/go.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import { withGroupsInLines } from "./mask.ts";
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [locals],
  sample: "package a\n\nfunc golden() {}\n",
  secondView: withGroupsInLines,
};
