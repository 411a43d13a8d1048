import file from "../../../build/grammars/javascript.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import ecmascript from "./ecmascript.scm" with { type: "text" };
import ecmascriptLocals from "./ecmascript-locals.scm" with { type: "text" };
import jsx from "./jsx.scm" with { type: "text" };
import locals from "./locals.scm" with { type: "text" };
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [ecmascript, jsx, symbols],
  locals: [ecmascriptLocals, locals],
  sample: "function golden() {}\n",
};
