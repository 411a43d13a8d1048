/**
 * Whether a stretch of text defines a name, by a pattern for all languages: it tells the file that defines a symbol from
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

/** True when `text` defines a name that is `whole` without separators, folded (Identifier.whole). */
export function definesName(text: string, whole: string): boolean {
  for (const [, name = ""] of text.matchAll(DEFINITION)) {
    if (name.length >= whole.length && name.toLowerCase().replace(/[_$]/g, "") === whole) return true;
  }
  return false;
}
