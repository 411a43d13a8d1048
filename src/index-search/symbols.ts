/** `symbol:` filters: chunks by the headings or definitions that enclose them or start in them. */
import { type ChunkRow, symbolNames } from "../store/chunk-codec.ts";
import type { Filters } from "../text/filters.ts";
import { foldAll } from "../text/fold.ts";
import { patternOf } from "../text/pattern.ts";

/** Separators in a qualified name, such as Class.method or module::function. */
const QUALIFIER = /[.:#/\s]+/;

/** True when the query filters by symbols, so hits are chunks and never whole files. */
export function asksForSymbol(filters: Filters): boolean {
  return filters.symbol.length > 0;
}

/** FTS5 expression of the parts that may have one of these symbols; null without symbols or where the index cannot tell. */
export function symbolExpression(symbols: readonly string[]): string | null {
  const each = symbols.map((name) => {
    const tokens = patternOf(name).flatMap((word) => word.wholeToken ?? []);
    return tokens.map((token) => `symbols : "${token}"`).join(" AND ");
  });
  return each.length === 0 || each.includes("") ? null : each.map((expression) => `(${expression})`).join(" OR ");
}

/** Whether a chunk has one of the wanted symbols, if any are, and none of the unwanted ones. */
export function passesSymbols(chunk: ChunkRow, { symbol: wanted, not }: Filters): boolean {
  if (wanted.length === 0 && not.symbol.length === 0) return true;
  return (wanted.length === 0 || bearsSymbol(chunk, wanted)) && !bearsSymbol(chunk, not.symbol);
}

/** Whether a chunk lies in, or defines, one of the symbols. Names are compared folded. */
export function bearsSymbol({ symbol, defined }: ChunkRow, symbols: readonly string[]): boolean {
  if (symbols.length === 0) return false;
  const names = symbolNames(symbol, defined).split("\n").map(foldAll);
  return symbols.some((name) => names.some((own) => own === name || own.split(QUALIFIER).at(-1) === name));
}
