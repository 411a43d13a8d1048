import file from "../../../build/grammars/cpp.bin" with { type: "file" };
import cLocals from "../c/locals.scm" with { type: "text" };
import { forEach, OUTSIDE } from "../c/outside.ts";
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import { maskMacros } from "./macros/mask.ts";
import symbols from "./symbols.scm" with { type: "text" };

/** Nodes that enclose declarations of functions. */
const DECLARING = [...OUTSIDE, "field_declaration_list", "template_declaration", "friend_declaration"];

export const grammar: LanguageGrammar = {
  file,
  symbols: [forEach(forEach(symbols, "DECLARING", DECLARING), "OUTSIDE", [...OUTSIDE, "template_declaration"])],
  locals: [cLocals, locals],
  sample: "int golden() { return 1; }\n",
  mask: maskMacros,
};
