/** Names and endings: for every command that looks at file names. Made by tools/languages.ts of the folders here. */
import { names as bash } from "./bash/names.ts";
import { names as c } from "./c/names.ts";
import { names as cpp } from "./cpp/names.ts";
import { names as csharp } from "./csharp/names.ts";
import { names as dart } from "./dart/names.ts";
import { names as go } from "./go/names.ts";
import { names as java } from "./java/names.ts";
import { names as javascript } from "./javascript/names.ts";
import { names as kotlin } from "./kotlin/names.ts";
import { names as php } from "./php/names.ts";
import { names as python } from "./python/names.ts";
import { names as ruby } from "./ruby/names.ts";
import { names as rust } from "./rust/names.ts";
import { names as swift } from "./swift/names.ts";
import { names as tsx } from "./tsx/names.ts";
import type { LanguageNames } from "./types.ts";
import { names as typescript } from "./typescript/names.ts";

export const NAMES = {
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
} satisfies Readonly<Record<string, LanguageNames>>;

/** A language that has a grammar, by its folder. */
export type SymbolLanguage = keyof typeof NAMES;
