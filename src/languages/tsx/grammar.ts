import file from "../../../build/grammars/tsx.bin" with { type: "file" };
import ecmascript from "../javascript/ecmascript.scm" with { type: "text" };
import ecmascriptLocals from "../javascript/ecmascript-locals.scm" with { type: "text" };
import jsx from "../javascript/jsx.scm" with { type: "text" };
import type { LanguageGrammar } from "../types.ts";
import typescriptLocals from "../typescript/locals.scm" with { type: "text" };
import typescriptSymbols from "../typescript/symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [ecmascript, typescriptSymbols, jsx],
  locals: [ecmascriptLocals, typescriptLocals],
  sample: "const golden = () => <a />;\n",
};
