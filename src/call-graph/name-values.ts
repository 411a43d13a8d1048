/** The value of a bare name: from the scopes around it, the file, its imports, its package, the language. */
import { boundValues } from "./bindings.ts";
import { givenBy } from "./callees.ts";
import { importedValues, starred } from "./imports.ts";
import { ownerAt, ownerOf } from "./owners.ts";
import { pick } from "./pick.ts";
import type { Binding } from "./records.ts";
import { isBuiltin, rulesOf } from "./rules.ts";
import type { NameRole, Semantics } from "./semantics.ts";
import { inFolder, packageOf, topLevel } from "./top-level.ts";
import { asClasses, external, type SymbolPlace, symbolsIn, type Value, type Values } from "./values.ts";
import { type GraphFile, isFunction, isType } from "./world.ts";

export function nameValues(semantics: Semantics, file: GraphFile, at: number, name: string, use: NameRole): Values {
  const { objectName, outsideNames } = rulesOf(file.language);
  if (name === "Self" || name === objectName) {
    const owner = ownerAt(semantics, file, at);
    return name === "Self" ? asClasses(owner) : owner;
  }
  if (outsideNames.has(name)) return [external(name)];
  let bindings = bindingsAt(file, name, at, use);
  for (let scope = file.symbolAt(at); scope >= 0; scope = file.symbol(scope)?.parent ?? -1) {
    const symbol = file.symbol(scope);
    if (symbol === undefined) break;
    const within = bindings.filter(({ from }) => from >= symbol.start);
    bindings = bindings.filter(({ from }) => from < symbol.start);
    const found = inScope(semantics, file, scope, within, at, name, use);
    if (found !== undefined) return found;
  }
  return fileName(semantics, file, bindings, at, name, use);
}

/** Whether a parameter or local variable has the name, with any value. */
export function isLocal(file: GraphFile, at: number, name: string): boolean {
  return bindingsAt(file, name, at, "value").some(({ from, to }) => to - from < file.text.length);
}

function bindingsAt(file: GraphFile, name: string, at: number, use: NameRole): Binding[] {
  const all = file.records.bindings.get(name) ?? [];
  return all.filter(({ from, to, kind }) => at >= from && at <= to && (kind === "typevar") === (use === "type"));
}

function inScope(
  semantics: Semantics,
  file: GraphFile,
  scope: number,
  bindings: readonly Binding[],
  at: number,
  name: string,
  use: NameRole,
): Values | undefined {
  const symbol = file.symbol(scope);
  if (symbol === undefined) return undefined;
  const inner = file.childrenNamed(scope, name);
  const own = bindings.filter((binding) => !inner.some((index) => file.symbol(index)?.nameStart === binding.at));
  const self = use === "value" ? firstParameter(file, scope, name, own) : undefined;
  if (self !== undefined) return self;
  const bound = boundValues(semantics, file, own, at);
  if (bound !== undefined) return bound;
  const { bareMembers, modulesAreTypes, blockParameter } = rulesOf(file.language);
  if (name === blockParameter && use === "value") {
    const it = implicit(semantics, file, at, symbol.start);
    if (it !== undefined) return it;
  }
  const visible = pick(file, inner, use);
  if (isFunction(symbol) || symbol.kind === "constant" || symbol.kind === "module") {
    if (visible.length > 0) return symbolsIn(file, visible);
    if (bareMembers && symbol.receiver !== null) {
      const owner = ownerOf(semantics, file, scope);
      const member = owner == null ? null : semantics.members(owner, name);
      if (member?.some(isKnown)) return member;
    }
    if (!(bareMembers && symbol.kind === "module" && modulesAreTypes)) return undefined;
  } else if (!isType(symbol)) return undefined;
  // A class body sees its own names, but functions in the body do not (Python, JavaScript).
  if (scope === file.symbolAt(at) && visible.length > 0 && !bareMembers) return symbolsIn(file, visible);
  if (symbol.name === name && use === "type" && symbol.kind !== "impl") return symbolsIn(file, [scope]);
  if (!bareMembers) return undefined;
  const owner = ownerOf(semantics, file, scope);
  const member = owner == null ? null : semantics.members(owner, name);
  return member?.some(isKnown) ? member : undefined;
}

/** Whether the value is certain: an outside base that may have the name is only a guess. */
function isKnown(value: Value): boolean {
  return value.kind !== "external" || value.reach === "object" || value.reach === "path";
}

/** The first parameter of a method, where the language passes the object or the class in it. Undefined for any other name. */
function firstParameter(
  file: GraphFile,
  scope: number,
  name: string,
  bindings: readonly Binding[],
): Values | undefined {
  if (!rulesOf(file.language).firstParameterIsObject) return undefined;
  const first = file.functionAt(scope)?.parameters[0];
  const symbol = file.symbol(scope);
  const owner = symbol === undefined ? undefined : file.symbol(symbol.parent);
  if (first?.name !== name || symbol === undefined || owner === undefined || !isType(owner)) return undefined;
  if (bindings.some((binding) => binding !== first && binding.from > first.from)) return undefined;
  const decorators = file.decorators(scope);
  if (decorators.includes("staticmethod")) return undefined;
  const isClass = decorators.includes("classmethod") || /^__(?:new|init_subclass|class_getitem)__$/.test(symbol.name);
  return [{ kind: isClass ? "symbol" : "instance", file, index: symbol.parent }];
}

/** The parameter of a block without declared parameters: the value that the call passes to its block. */
function implicit(semantics: Semantics, file: GraphFile, at: number, from: number): Values | undefined {
  let nearest: Values | undefined;
  let start = from - 1;
  for (const [id, { span, parameters }] of file.records.functions) {
    const call = file.records.arguments.get(id);
    if (call === undefined || parameters.length > 0 || span.start <= start || span.start > at || span.end <= at)
      continue;
    start = span.start;
    nearest = givenBy(semantics, file, call);
  }
  return nearest;
}

function fileName(
  semantics: Semantics,
  file: GraphFile,
  bindings: readonly Binding[],
  at: number,
  name: string,
  use: NameRole,
): Values {
  // Functions that are only expressions at the top of the file have their own names.
  const near = bindings.filter(({ from, to }) => to - from < file.text.length);
  const local = boundValues(semantics, file, near, at);
  if (local !== undefined) return local;
  const top = topLevel(file, name, use);
  const own: (Value | null)[] = [...symbolsIn(file, top), ...importedValues(semantics, file, name, use)];
  if (own.length > 0) return own.includes(null) ? null : own.flatMap((value) => value ?? []);
  const variable = boundValues(semantics, file, bindings, at);
  if (variable !== undefined) return variable;
  const packaged = seen(semantics, file, name, use);
  if (packaged.length > 0) return packaged.map((place) => ({ kind: "symbol", ...place }));
  const star = starred(semantics, file, name);
  if (star !== undefined) return star;
  if (isBuiltin(file.language, name, use)) return [external(name)];
  return rulesOf(file.language).declares && !isBorne(semantics, file, name)
    ? [external(name, /^\p{Lu}/u.test(name) || use === "type" ? "path" : "value")]
    : null;
}

/** Whether a definition, a field, a variable or a key in files of the language family has the name. */
export function isBorne({ world }: Semantics, file: GraphFile, name: string): boolean {
  const { family } = rulesOf(file.language);
  return world.holding(name).some((other) => rulesOf(other.language).family === family && bears(other, name));
}

function bears(file: GraphFile, name: string): boolean {
  const { records } = file;
  if (file.named(name).some((index) => file.symbol(index)?.kind !== "impl")) return true;
  if (records.bindings.has(name) || records.bindings.has(`$${name}`)) return true;
  for (const fields of records.fields.values()) if (fields.some((field) => field.name === name)) return true;
  for (const { entries } of records.expressions.values()) if (entries.some(({ key }) => key === name)) return true;
  return records.assignments.some(({ key }) => key === name);
}

/** Names of other files that need no import. */
function seen(semantics: Semantics, file: GraphFile, name: string, use: NameRole): readonly SymbolPlace[] {
  const { sees } = rulesOf(file.language);
  if (sees === "file") return [];
  if (sees === "folder") return inFolder(semantics, file, file.folder, name, use);
  const everywhere = semantics.defined(file, name).filter(({ file: other, index }) => {
    if (pick(other, [index], use).length === 0) return false;
    return sees === "tree" || packageOf(other, index) === file.records.package;
  });
  return nearest(file, everywhere);
}

/** Of definitions in several places those in the file's own package or folder, if any. */
function nearest(file: GraphFile, places: readonly SymbolPlace[]): readonly SymbolPlace[] {
  if (places.length < 2) return places;
  const packaged = places.filter((place) => packageOf(place.file, place.index) === file.records.package);
  const some = packaged.length > 0 ? packaged : places;
  return some;
}
