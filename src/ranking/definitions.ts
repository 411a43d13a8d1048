/**
 * Whether a stretch of text defines a symbol, by a pattern for all languages: it tells the file that defines a symbol from
 * those that use it. Which names a file defines is extracted when it is indexed; this finds what those patterns miss
 * (inner functions, members), and serves where nothing was extracted.
 */

/** Keywords that are followed by the name they define. */
const KEYWORDS =
  "class|interface|trait|struct|enum|union|record|object|protocol|actor|mixin|module|namespace|package|function\\*?|func|fun|fn|def|defp|defn|defmodule|defmacro|sub|proc|type|typealias|typedef|macro_rules!|macro|const|let|var|val|#[ \\t]*define";

/** Generic parameters, a Go receiver, an owner, Ruby's self. */
const BEFORE_NAME = "(?:<[^>\\n]{0,80}>\\s*)?(?:\\([^)\\n]{0,80}\\)\\s*)?(?:[A-Za-z_][\\w<>?]*[.:])?";

/** The name is looked ahead at, so that `typedef struct name` is met at its second keyword. */
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

/** What a definition counts whose name is the symbol but for case and separators: `from_request` for FromRequest. */
const OTHER_STYLE = 0.6;

/** How surely the text defines the symbol: 1 as written, less in another style, 0 not at all. */
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
