/** The type of `this` at a place. */
import { rulesOf } from "./rules.ts";
import type { Semantics } from "./semantics.ts";
import type { Value, Values } from "./values.ts";
import { type GraphFile, isType } from "./world.ts";

/** Objects of the type around an offset; null outside types, or where `this` is another object. */
export function ownerAt(semantics: Semantics, file: GraphFile, at: number): Values {
  const { functionsRebind } = rulesOf(file.language);
  for (let scope = file.symbolAt(at); scope >= 0; scope = file.symbol(scope)?.parent ?? -1) {
    const symbol = file.symbol(scope);
    if (symbol === undefined) return null;
    const owner = ownerOf(semantics, file, scope);
    if (owner !== undefined) return owner;
    // `function` has its own `this`.
    const parent = file.symbol(symbol.parent);
    if (functionsRebind && symbol.kind === "method" && (parent === undefined || !isType(parent))) return null;
    if (functionsRebind && /^(?:async\s+)?function\b/.test(nodeText(file, scope))) return null;
  }
  return null;
}

function nodeText(file: GraphFile, index: number): string {
  const node = file.records.nodes[index];
  return node === undefined ? "" : file.text.slice(node.start, node.start + 20);
}

/** Objects of the type of a type, an impl block, or a method that names its type. Undefined for any other symbol. */
export function ownerOf(semantics: Semantics, file: GraphFile, index: number): Values | undefined {
  const symbol = file.symbol(index);
  if (symbol === undefined) return undefined;
  if (symbol.kind === "impl")
    return typeCalled(semantics, file, symbol.nameStart, symbol.name) ?? [{ kind: "instance", file, index }];
  if (isType(symbol) || (symbol.kind === "module" && rulesOf(file.language).modulesAreTypes))
    return [{ kind: "instance", file, index }];
  if (symbol.receiver === null || symbol.receiver === "self") return undefined;
  const name = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:[[<].*)?$/u.exec(symbol.receiver)?.[1];
  return name === undefined ? undefined : (typeCalled(semantics, file, symbol.start, name) ?? undefined);
}

function typeCalled(semantics: Semantics, file: GraphFile, at: number, name: string): Values {
  const types = semantics.name(file, at, name, "type");
  return types === null
    ? null
    : types.flatMap((value): Value[] => {
        if (value.kind === "symbol") return [{ ...value, kind: "instance" }];
        if (value.kind === "instance") return [value];
        return value.kind === "external" ? [{ ...value, reach: "object" }] : [];
      });
}
