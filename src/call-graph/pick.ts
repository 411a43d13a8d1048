/** Selects, among symbols of one name in one place, those that a use of the name means. */
import { rulesOf } from "./rules.ts";
import { type GraphFile, isFunction } from "./world.ts";

const TYPES_ONLY: ReadonlySet<string> = new Set(["interface", "type", "trait"]);
const NO_TYPES: ReadonlySet<string> = new Set(["function", "method", "property", "macro"]);

export function pick(file: GraphFile, indices: readonly number[], use: "value" | "type"): number[] {
  const fitting = preferred(file, indices, use);
  if (fitting.length < 2) return fitting;
  switch (rulesOf(file.language).repeated) {
    case "undecorated": {
      const real = fitting.filter((index) => !isOverlay(file, index));
      return real.length === 0 ? fitting.slice(-1) : real;
    }
    case "last":
      // Overloads stand before their implementation.
      return fitting.every((index) => isFunctionAt(file, index)) ? fitting.slice(-1) : fitting;
    case "all":
      return fitting;
  }
}

function preferred(file: GraphFile, indices: readonly number[], use: "value" | "type"): number[] {
  const known = indices.filter((index) => file.symbol(index)?.kind !== "impl");
  const unwanted = use === "value" ? TYPES_ONLY : NO_TYPES;
  const wanted = known.filter((index) => !unwanted.has(file.symbol(index)?.kind ?? ""));
  if (wanted.length === 0 || use === "value") return wanted.length === 0 ? known : wanted;
  // An interface and a constant of one name (TypeScript): the type is the interface.
  const types = wanted.filter((index) => file.symbol(index)?.kind !== "constant");
  return types.length === 0 ? wanted : types;
}

function isFunctionAt(file: GraphFile, index: number): boolean {
  const symbol = file.symbol(index);
  return symbol !== undefined && isFunction(symbol);
}

/** An @overload for type checkers, or the setter of a property. */
function isOverlay(file: GraphFile, index: number): boolean {
  return file.decorators(index).some((name) => /(?:^|\.)(?:overload|setter|deleter)$/.test(name));
}

/** A method that is read as a field. */
export function isProperty(file: GraphFile, index: number): boolean {
  return file.decorators(index).some((name) => /(?:^|\.)(?:property|cached_property|reify|setter)$/.test(name));
}
