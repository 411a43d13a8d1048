/** Joins symbols of one definition: a declaration and its definition with the body. */
import { rulesOf } from "./rules.ts";
import type { Semantics } from "./semantics.ts";
import { type SymbolPlace, sameSymbol } from "./values.ts";
import { type GraphFile, isFunction } from "./world.ts";

/** The definition with a body for a declaration, if there is one; any other symbol unchanged. */
export function canonical(semantics: Semantics, place: SymbolPlace): SymbolPlace {
  const { file, index } = place;
  const symbol = file.symbol(index);
  if (symbol === undefined || !isFunction(symbol) || file.records.bodied[index] === true) return place;
  if (!rulesOf(file.language).declaresApart) return place;
  const name = fullName(file, index);
  const bodied = semantics.world
    .holding(symbol.name)
    .flatMap((other) =>
      other.named(symbol.name).flatMap((at): SymbolPlace[] => {
        const defines = other.records.bodied[at] === true && (other === file || !other.isHidden(at));
        return defines && fullName(other, at) === name ? [{ file: other, index: at }] : [];
      }),
    )
    .filter((other, at, found) => found.findIndex((one) => sameSymbol(one, other)) === at);
  const fitting = bodied.length > 1 ? bodied.filter((other) => parameters(other) === parameters(place)) : bodied;
  return fitting.length === 1 && fitting[0] !== undefined ? fitting[0] : place;
}

function parameters({ file, index }: SymbolPlace): number {
  return file.functionAt(index)?.parameters.length ?? -1;
}

/** With the class, without namespaces: code omits a namespace after `using`. */
function fullName(file: GraphFile, index: number): string {
  const symbol = file.symbol(index);
  const parent = symbol === undefined ? undefined : file.symbol(symbol.parent);
  const owner = symbol?.receiver ?? (parent === undefined || parent.kind === "module" ? "" : parent.name);
  return `${owner.slice(owner.lastIndexOf(":") + 1).replace(/<.*$/s, "")}::${symbol?.name ?? ""}`;
}
