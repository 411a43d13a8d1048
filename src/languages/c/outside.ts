/** Nodes that stand around declarations outside of functions. */
export const OUTSIDE: readonly string[] =
  "translation_unit declaration_list linkage_specification preproc_ifdef preproc_if preproc_else preproc_elif".split(
    " ",
  );

/** The query with every pattern `(WORD …)` once for each node type in the word's place. Such a pattern begins and ends a line, and nothing else is indented less. */
export function forEach(query: string, word: string, types: readonly string[]): string {
  const pattern = new RegExp(`^\\(${word}\\n(?: .*\\n)+`, "gm");
  return query.replace(pattern, (found) => types.map((type) => found.replace(word, type)).join(""));
}
