/** The names of a chunk from the symbols of its file: the enclosing symbol, and the symbols that start in the chunk. */
import type { CodeSymbol, SymbolKind } from "./file-symbols.ts";

type Symbol_ = Pick<CodeSymbol, "name" | "kind" | "start" | "end" | "parent">;

export interface ChunkNames {
  /** The innermost symbol over the largest part of the chunk, "" where most of the chunk lies outside all symbols. */
  readonly symbol: string;
  readonly defined: readonly string[];
}

const LOCAL: ReadonlySet<SymbolKind> = new Set(["function", "method"]);

/** Names that belong to the file: anonymous symbols and symbols local to a function are left out. */
export function namedSymbols<S extends Symbol_>(symbols: readonly S[]): S[] {
  return symbols.filter(({ name, parent }) => {
    const holder = symbols[parent]?.kind;
    return name !== "" && (holder === undefined || !LOCAL.has(holder));
  });
}

/** `symbols` as from `namedSymbols`, in the order of their starts; the spans are UTF-16 offsets. */
export function chunkNames(
  symbols: readonly Symbol_[],
  chunk: { readonly start: number; readonly end: number },
): ChunkNames {
  const { start, end } = chunk;
  const defined = new Set<string>();
  const open: { readonly symbol: Symbol_; own: number }[] = [];
  const all: { readonly symbol: Symbol_; own: number }[] = [];
  let free = end - start;
  for (const symbol of symbols) {
    if (symbol.start >= end) break;
    if (symbol.start >= start) defined.add(symbol.name);
    const length = Math.min(end, symbol.end) - Math.max(start, symbol.start);
    if (length <= 0) continue;
    while ((open.at(-1)?.symbol.end ?? Number.POSITIVE_INFINITY) <= symbol.start) open.pop();
    const around = open.at(-1);
    if (around === undefined) free -= length;
    else around.own -= length;
    const part = { symbol, own: length };
    open.push(part);
    all.push(part);
  }
  let best: { readonly name: string; readonly own: number } = { name: "", own: free };
  for (const { symbol, own } of all) if (own > best.own) best = { name: symbol.name, own };
  return { symbol: best.name, defined: [...defined] };
}
