/** Nodes that enclose declarations outside of functions. */
export const OUTSIDE: readonly string[] =
  "translation_unit declaration_list linkage_specification preproc_ifdef preproc_if preproc_else preproc_elif".split(
    " ",
  );

/** The query with each pattern `(WORD …)` once per node type. Such a pattern starts and ends a line; its rest is indented. */
export function forEach(query: string, word: string, types: readonly string[]): string {
  const pattern = new RegExp(`^\\(${word}\\n(?: .*\\n)+`, "gm");
  return query.replace(pattern, (found) => types.map((type) => found.replace(word, type)).join(""));
}
