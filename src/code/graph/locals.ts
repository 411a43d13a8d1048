/** What a name means within a function or at the top of a file, by its bindings there. */
import type { SymbolLanguage } from "../languages.ts";
import type { Binding, Extent } from "./binding.ts";
import { goBindings } from "./bindings-go.ts";
import { pythonBindings } from "./bindings-python.ts";
import { scriptBindings } from "./bindings-script.ts";
import { typedBindings } from "./bindings-typed.ts";
import {
  external,
  outsideObject,
  type Place,
  type Semantics,
  type SymbolPlace,
  type Value,
  type Values,
} from "./semantics.ts";
import { all } from "./types.ts";
import { isFunction, isType, type SourceFile } from "./world.ts";

const TYPE_FIRST: ReadonlySet<SymbolLanguage> = new Set(["java", "csharp", "c", "cpp", "dart", "php"]);

export function bindingsOf(file: SourceFile, name: string, range: Extent, without: readonly Extent[]): Binding[] {
  if (file.language === "python") return pythonBindings(file, name, range, without);
  if (file.language === "go") return goBindings(file, name, range, without);
  return TYPE_FIRST.has(file.language)
    ? typedBindings(file, name, range, without)
    : scriptBindings(file, name, range, without);
}

/** Blocks directly within a symbol that have names of their own. */
export function innerScopes(file: SourceFile, index: number): Extent[] {
  return file.children(index).flatMap((child) => {
    const symbol = file.symbol(child);
    return symbol !== undefined && (isFunction(symbol) || isType(symbol))
      ? [{ from: symbol.start, to: symbol.end }]
      : [];
  });
}

/** What the bindings say that hold at the place; undefined where none does. */
export function boundValues(
  semantics: Semantics,
  bindings: readonly Binding[],
  { file, scope, at }: Place,
): Values | undefined {
  const holding = bindings.filter(({ from, to }) => at >= from && at <= to);
  if (holding.length === 0) return undefined;
  const narrowest = Math.min(...holding.map(({ from, to }) => to - from));
  const nearest = holding.filter(({ from, to }) => to - from === narrowest);
  const typed = nearest.find(({ type }) => type !== null);
  if (typed !== undefined) return bindingValues(semantics, typed, { file, scope, at: typed.at });
  return all(nearest.map((binding) => bindingValues(semantics, binding, { file, scope, at: binding.at })));
}

export function bindingValues(semantics: Semantics, binding: Binding, place: Place): Values {
  if (binding.type !== null) {
    const declared = semantics.type(place, binding.type);
    // `x: Any = Foo()` says less than its value.
    if (declared !== null || binding.value === null) return declared;
  }
  if (binding.value === null) return null;
  if (binding.position >= 0) return partOf(semantics, binding, place);
  const values = semantics.expression(place, binding.value);
  if (binding.how === "itself" || values === null) return values;
  return all(
    values.map((value) => (binding.how === "element" ? elementOf(semantics, value) : entered(semantics, value))),
  );
}

/** One of several names that are set at once. */
function partOf(semantics: Semantics, { value, position }: Binding, place: Place): Values {
  const text = (value ?? "").trim();
  const call = /\)$/.test(text);
  return call ? semantics.result(semantics.expression(place, callee(text)), position) : null;
}

/** What is called in `callee(…)`, `await callee(…)`. */
function callee(text: string): string {
  const plain = text.replace(/^await\s+/, "");
  let depth = 0;
  for (let at = plain.length - 1; at >= 0; at--) {
    if (")]}".includes(plain[at] ?? "")) depth++;
    else if ("([{".includes(plain[at] ?? "") && --depth === 0) return plain.slice(0, at);
  }
  return "";
}

/** What a loop over it gives, and what an index picks. */
export function elementOf(semantics: Semantics, value: Value): Values {
  if (value.kind === "instance") return elementOfNamed(semantics, value);
  if (value.kind === "symbol" && value.file.symbol(value.index)?.kind === "constant") {
    const held = semantics.held(value);
    return held === null ? null : all(held.map((one) => elementOf(semantics, one)));
  }
  if (value.kind !== "external") return null;
  const part = value.parts?.at(-1);
  if (part !== undefined && value.place !== undefined) return semantics.type(value.place, part);
  return value.parts === undefined || value.parts.length === 0 ? elementOfOutside(value.what) : null;
}

/** type Names []Name */
function elementOfNamed(semantics: Semantics, { file, index }: SymbolPlace): Values {
  const symbol = file.symbol(index);
  if (symbol === undefined || file.language !== "go") return null;
  const found = /^\s*(?:\[\]|map\[[^\]]*\])(\S+)/.exec(
    file.code.slice(symbol.nameStart + symbol.name.length, symbol.end),
  );
  return found === null ? null : semantics.type({ file, scope: -1, at: symbol.nameStart }, found[1] ?? "");
}

/** Elements of a list of anything may be ours; those of strings and bytes are not. */
function elementOfOutside(what: string): Values {
  return /^(?:str|bytes|string|literal|range)$/.test(what) ? [outsideObject(what)] : null;
}

/** What `with` gives by `as`. */
function entered(semantics: Semantics, value: Value): Values {
  if (value.kind === "external")
    return value.parts === undefined || value.parts.length === 0
      ? [external(value.what, value.reach === "object" ? "object" : "value")]
      : null;
  if (value.kind !== "instance") return null;
  const enter = semantics.member(value, "__aenter__") ?? semantics.member(value, "__enter__");
  return semantics.result(enter);
}
