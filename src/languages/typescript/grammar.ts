import file from "../../../build/grammars/typescript.bin" with { type: "file" };
import ecmascript from "../javascript/ecmascript.scm" with { type: "text" };
import ecmascriptLocals from "../javascript/ecmascript-locals.scm" with { type: "text" };
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [ecmascript, symbols],
  locals: [ecmascriptLocals, locals],
  sample: "function golden(): void {}\n",
};
