/**
 * Whether a text defines a symbol, by one pattern for all languages: separates the file that defines a symbol from files that
 * use it. Indexing extracts the names that a file defines; this pattern finds names that the extraction misses (inner
 * functions, members), and serves files without extraction.
 */

/** Keywords followed by the name that they define. */
const KEYWORDS =
  "class|interface|trait|struct|enum|union|record|object|protocol|actor|mixin|module|namespace|package|function\\*?|func|fun|fn|def|defp|defn|defmodule|defmacro|sub|proc|type|typealias|typedef|macro_rules!|macro|const|let|var|val|#[ \\t]*define";

/** Generic parameters, a Go receiver, an owner, Ruby's self. */
const BEFORE_NAME = "(?:<[^>\\n]{0,80}>\\s*)?(?:\\([^)\\n]{0,80}\\)\\s*)?(?:[A-Za-z_][\\w<>?]*[.:])?";

/** The name is in a lookahead, so `typedef struct name` also matches at its second keyword. */
const DEFINITION = new RegExp(
  `(?<![\\w$.#@-])(?:${KEYWORDS})\\s+(?:mut\\s+)?${BEFORE_NAME}(?=([A-Za-z_$][\\w$]*))`,
  "g",
);

/** A symbol that a query asks for. */
export interface WantedSymbol {
  /** As typed. */
  readonly written: string;
  /** Without separators, folded (PatternWord.whole). */
  readonly whole: string;
}

/** Strength of a definition whose name equals the symbol except for case and separators: `from_request` for FromRequest. */
const OTHER_STYLE = 0.6;

/** Strength of the text's definition of the symbol: 1 as written, less in another style, 0 without one. */
export function definitionStrength(text: string, defined: readonly string[], symbol: WantedSymbol): number {
  let best = 0;
  for (const name of defined) best = Math.max(best, likeness(name, symbol));
  if (best === 1) return 1;
  for (const [, name = ""] of text.matchAll(DEFINITION)) {
    if (name.length >= symbol.whole.length) best = Math.max(best, likeness(name, symbol));
  }
  return best;
}

function likeness(name: string, { written, whole }: WantedSymbol): number {
  if (name === written) return 1;
  return name.toLowerCase().replace(/[_$-]/g, "") === whole ? OTHER_STYLE : 0;
}
