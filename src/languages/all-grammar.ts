/** Grammars, queries and masks: for syntax trees. Made by tools/languages.ts of the folders here. */
import type { SymbolLanguage } from "./all-names.ts";
import { grammar as bash } from "./bash/grammar.ts";
import { grammar as c } from "./c/grammar.ts";
import { grammar as cpp } from "./cpp/grammar.ts";
import { grammar as csharp } from "./csharp/grammar.ts";
import { grammar as dart } from "./dart/grammar.ts";
import { grammar as go } from "./go/grammar.ts";
import { grammar as java } from "./java/grammar.ts";
import { grammar as javascript } from "./javascript/grammar.ts";
import { grammar as kotlin } from "./kotlin/grammar.ts";
import { grammar as php } from "./php/grammar.ts";
import { grammar as python } from "./python/grammar.ts";
import { grammar as ruby } from "./ruby/grammar.ts";
import { grammar as rust } from "./rust/grammar.ts";
import { grammar as swift } from "./swift/grammar.ts";
import { grammar as tsx } from "./tsx/grammar.ts";
import type { LanguageGrammar } from "./types.ts";
import { grammar as typescript } from "./typescript/grammar.ts";

export const GRAMMAR: Readonly<Record<SymbolLanguage, LanguageGrammar>> = {
  bash,
  c,
  cpp,
  csharp,
  dart,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  swift,
  tsx,
  typescript,
};
