/** `symbol:` filters: chunks by the names of the headings or definitions that they stand in or that start in them. */
import { type ChunkRow, symbolNames } from "../store/chunks.ts";
import type { Filters } from "../text/filters.ts";
import { foldAll } from "../text/fold.ts";
import { patternOf } from "../text/pattern.ts";

/** What stands between the parts of a qualified name, such as Class.method or module::function. */
const QUALIFIER = /[.:#/\s]+/;

/** True when the query asks about symbols, so that hits are chunks and never whole files. */
export function asksForSymbol(filters: Filters): boolean {
  return filters.symbol.length > 0;
}

/** FTS5 expression of a superset of the chunks that pass; null where the index cannot narrow it down. */
export function symbolExpression({ symbol }: Filters): string | null {
  const each = symbol.map((name) => {
    const tokens = patternOf(name).flatMap((word) => word.wholeToken ?? []);
    return tokens.map((token) => `symbols : "${token}"`).join(" AND ");
  });
  return each.length === 0 || each.includes("") ? null : each.map((expression) => `(${expression})`).join(" OR ");
}

/** Whether a chunk has one of the wanted symbols, if any are, and none of the unwanted ones. Names are compared folded. */
export function passesSymbols(chunk: ChunkRow, filters: Filters): boolean {
  const { symbol: wanted, not } = filters;
  if (wanted.length === 0 && not.symbol.length === 0) return true;
  const names = symbolNames(chunk.symbol, chunk.defined).split("\n").map(foldAll);
  const bears = (name: string) => names.some((own) => own === name || own.split(QUALIFIER).at(-1) === name);
  return (wanted.length === 0 || wanted.some(bears)) && !not.symbol.some(bears);
}
