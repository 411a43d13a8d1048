import file from "../../../build/grammars/rust.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import { withoutItemMacros } from "./mask.ts";
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [locals],
  sample: "fn golden() {}\n",
  mask: withoutItemMacros,
  // The grammar reports no errors inside macros.
  maskAlways: true,
  secondView: (text) => text,
};
