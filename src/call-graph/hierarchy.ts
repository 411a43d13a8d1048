/** The methods that a method implements or overrides, and the methods that implement it. */
import { basesOf } from "./members.ts";
import { rulesOf } from "./rules.ts";
import type { Semantics } from "./semantics.ts";
import { type SymbolPlace, sameSymbol, type Value } from "./values.ts";
import { type GraphFile, isType } from "./world.ts";

/** Limit of inherited bases; cyclic inheritance ends here. */
const MAX_BASES = 20;
/** Most interfaces and implementations of one name that are compared. */
const MAX_OTHERS = 200;

export interface Overridden {
  readonly method: SymbolPlace;
  /** Name of the type that declares the method. */
  readonly owner: string;
}

/** Methods of the same name in the types that the method's type extends or implements, nearest first. */
export function overriddenBy(semantics: Semantics, place: SymbolPlace): Overridden[] {
  const name = place.file.symbol(place.index)?.name ?? "";
  const owner = ownerOf(semantics, place);
  if (owner === null || name === "") return [];
  if (rulesOf(place.file.language).structural) return structural(semantics, place, owner, name);
  const found: Overridden[] = [];
  const seen: SymbolPlace[] = [owner];
  for (let at = 0; at < seen.length && at < MAX_BASES; at++) {
    const type = seen[at];
    if (type === undefined) break;
    for (const base of basesOf(semantics, type)) {
      if (base === null || (base.kind !== "instance" && base.kind !== "symbol")) continue;
      if (seen.some((other) => sameSymbol(other, base))) continue;
      seen.push({ file: base.file, index: base.index });
      for (const index of base.file.childrenNamed(base.index, name))
        found.push({ method: { file: base.file, index }, owner: base.file.symbol(base.index)?.name ?? "" });
    }
  }
  return found;
}

/** Methods of types that extend or implement the method's type. */
export function implementationsOf(semantics: Semantics, place: SymbolPlace): SymbolPlace[] {
  const symbol = place.file.symbol(place.index);
  if (symbol === undefined) return [];
  const found: SymbolPlace[] = [];
  for (const file of semantics.world.holding(symbol.name).slice(0, MAX_OTHERS)) {
    for (const index of file.named(symbol.name)) {
      const other = { file, index };
      if (sameSymbol(other, place) || file.records.bodied[index] !== true) continue;
      if (overriddenBy(semantics, other).some(({ method }) => sameSymbol(method, place))) found.push(other);
    }
  }
  return found;
}

/** Interfaces without named implementations: a type implements one by having all of its methods. */
function structural(semantics: Semantics, place: SymbolPlace, owner: SymbolPlace, name: string): Overridden[] {
  const found: Overridden[] = [];
  if (place.file.symbol(owner.index)?.kind === "interface" && owner.file === place.file) return found;
  for (const file of semantics.world.holding(name).slice(0, MAX_OTHERS)) {
    for (const index of rulesOf(file.language).structural ? file.named(name) : []) {
      const parent = file.symbol(index)?.parent ?? -1;
      if (file.symbol(parent)?.kind !== "interface") continue;
      const wanted = file.children(parent).map((child) => file.symbol(child)?.name ?? "");
      const has = (method: string) =>
        semantics.member({ kind: "instance", ...owner }, method)?.some(({ kind }) => kind === "symbol") === true;
      if (wanted.every(has)) found.push({ method: { file, index }, owner: file.symbol(parent)?.name ?? "" });
    }
  }
  return found;
}

/** The type that a method belongs to. */
function ownerOf(semantics: Semantics, { file, index }: SymbolPlace): SymbolPlace | null {
  const symbol = file.symbol(index);
  if (symbol === undefined) return null;
  const parent = file.symbol(symbol.parent);
  const name = symbol.receiver === null ? (parent?.kind === "impl" ? parent.name : null) : plainName(symbol.receiver);
  if (name !== null && name !== "self") {
    const types = semantics.name(file, symbol.start, name, "type");
    const found = types?.find((value): value is Value & SymbolPlace => value.kind === "symbol");
    return found === undefined ? null : { file: found.file, index: found.index };
  }
  return parent !== undefined && isType(parent) ? { file, index: symbol.parent } : null;
}

function plainName(receiver: string): string {
  return /([\p{L}_][\p{L}\p{N}_]*)\s*(?:[[<].*)?$/u.exec(receiver)?.[1] ?? receiver;
}

/** Whether a method is only declared: the object decides which method runs. */
export function isDeclared(file: GraphFile, index: number): boolean {
  return file.symbol(index)?.kind === "method" && file.records.bodied[index] !== true;
}
