/** The expression of a whole query, as tests and benches ask FTS5. */
import { treeExpression } from "../../src/text/fts.ts";
import type { ParsedQuery } from "../../src/text/query.ts";

/** All that a chunk must hold: every clause that is not optional. Null when the query requires no word. */
export function requiredExpression(query: ParsedQuery): string | null {
  const needed = query.required.filter((clause) => !clause.optional);
  const expressions = needed.flatMap((clause) => treeExpression(clause.node) || []);
  return expressions.length === 0 ? null : expressions.map((each) => `(${each})`).join(" AND ");
}
