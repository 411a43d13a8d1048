/** What a bare name stands for: by the scopes around it, the file, its imports, its package, the language. */
import type { CodeSymbol, ImportedName } from "../symbols.ts";
import type { Binding } from "./binding.ts";
import { isBuiltin } from "./builtins.ts";
import { exported } from "./exports.ts";
import { bindingsOf, boundValues, innerScopes } from "./locals.ts";
import { localImport, moduleValues } from "./modules.ts";
import { goPackageNames } from "./modules-go.ts";
import { namedResults, parametersOf } from "./parameters.ts";
import { decorators, pick } from "./pick.ts";
import {
  external,
  outsideObject,
  type Place,
  type Reach,
  type Semantics,
  type Value,
  type Values,
} from "./semantics.ts";
import { type CodeWorld, isFunction, isType, type SourceFile } from "./world.ts";

/** Where members may be named without an object before them. */
const BARE_MEMBERS: ReadonlySet<string> = new Set(["java", "csharp", "cpp", "kotlin", "swift", "dart", "ruby"]);
/** Where the files of a folder are one package, whose names need no import. */
const PACKAGES: ReadonlySet<string> = new Set(["go", "java", "kotlin", "csharp", "swift"]);

type Use = "value" | "type";

export function nameValues(semantics: Semantics, world: CodeWorld, place: Place, name: string, use: Use): Values {
  for (let scope = place.scope; scope >= 0; scope = place.file.symbol(scope)?.parent ?? -1) {
    const found = inScope(semantics, place, scope, name, use);
    if (found !== undefined) return found;
  }
  return fileName(semantics, world, place, name, use);
}

/** Whether a parameter or local variable has the name, whatever it holds. */
export function isLocal(semantics: Semantics, place: Place, name: string): boolean {
  for (let scope = place.scope; scope >= 0; scope = place.file.symbol(scope)?.parent ?? -1) {
    const symbol = place.file.symbol(scope);
    if (symbol !== undefined && isFunction(symbol) && inFunction(semantics, place, scope, name) !== undefined)
      return true;
  }
  return fileBindings(place.file, name).some(
    ({ from, to }) => place.at >= from && place.at <= to && to - from < place.file.text.length,
  );
}

function inScope(semantics: Semantics, place: Place, scope: number, name: string, use: Use): Values | undefined {
  const { file } = place;
  const symbol = file.symbol(scope);
  if (symbol === undefined) return undefined;
  const inner = pick(file, file.childrenNamed(scope, name), use);
  if (isFunction(symbol) || (symbol.kind === "constant" && scope === place.scope)) {
    if (use === "value") {
      const local = inFunction(semantics, place, scope, name);
      if (local !== undefined) return local;
    }
    return inner.length > 0 ? symbols(file, inner) : undefined;
  }
  if (symbol.kind === "module") return inner.length > 0 ? symbols(file, inner) : undefined;
  if (!isType(symbol)) return undefined;
  // A class body sees its own names, the functions in it do not (Python, JavaScript).
  if (scope === place.scope && inner.length > 0) return symbols(file, inner);
  if (symbol.name === name && use === "type") return symbols(file, [scope]);
  if (!BARE_MEMBERS.has(file.language)) return undefined;
  return semantics.member({ kind: "instance", file, index: scope }, name) ?? undefined;
}

/** Parameters and local variables. */
function inFunction(semantics: Semantics, place: Place, scope: number, name: string): Values | undefined {
  const { file } = place;
  const symbol = file.symbol(scope);
  if (symbol === undefined) return undefined;
  const at: Place = { file, scope, at: place.at };
  const range = { from: symbol.nameStart, to: symbol.end };
  const bindings = bindingsOf(file, name, range, innerScopes(file, scope)).filter(
    ({ at: start }) => start !== symbol.nameStart,
  );
  const local = boundValues(semantics, bindings, at);
  if (name === goReceiver(file, symbol))
    return semantics.type({ file, scope: -1, at: symbol.nameStart }, symbol.receiver ?? "");
  const parameters = isFunction(symbol) ? [...parametersOf(file, scope), ...namedResults(file, scope)] : [];
  const position = parameters.findIndex((one) => one.name === name);
  const parameter = parameters[position];
  if (parameter === undefined) return local;
  if (position === 0 && file.language === "python") {
    const self = selfOf(file, scope);
    if (self !== undefined) return self;
  }
  if (parameter.type === null) return null;
  // The annotation of *args and **kwargs is of their elements.
  if (parameter.rest) {
    const what = file.language !== "python" ? "Array" : file.code.startsWith("**", parameter.at) ? "dict" : "tuple";
    return [outsideObject(what, [parameter.type.replace(/^\.\.\./, "")], at)];
  }
  return semantics.type({ file, scope: symbol.parent, at: symbol.nameStart }, parameter.type);
}

/** `c` of `func (c *Context) Name()`. */
function goReceiver(file: SourceFile, { receiver, start, nameStart }: CodeSymbol): string | null {
  if (receiver === null || file.language !== "go") return null;
  return /\bfunc\s*\(\s*(\w+)\s[^()]*\)\s*$/.exec(file.code.slice(start, nameStart))?.[1] ?? null;
}

/** The first parameter of a Python method: the object, or the class. Undefined in a function. */
function selfOf(file: SourceFile, scope: number): Values | undefined {
  const symbol = file.symbol(scope);
  const owner = symbol === undefined ? undefined : file.symbol(symbol.parent);
  if (symbol === undefined || owner === undefined || !isType(owner)) return undefined;
  const names = decorators(file, symbol);
  if (names.includes("staticmethod")) return undefined;
  const isClass = names.includes("classmethod") || /^__(?:new|init_subclass|class_getitem)__$/.test(symbol.name);
  return [{ kind: isClass ? "symbol" : "instance", file, index: symbol.parent }];
}

function fileName(semantics: Semantics, world: CodeWorld, place: Place, name: string, use: Use): Values {
  const { file } = place;
  if (use === "value") {
    const near = fileBindings(file, name).filter(({ from, to }) => to - from < file.text.length);
    const bound = boundValues(semantics, near, { file, scope: -1, at: place.at });
    if (bound !== undefined) return bound;
  }
  const own = [
    ...symbols(file, pick(file, topLevel(file, name), use)),
    ...importedValues(semantics, world, file, name),
  ];
  if (own.length > 0) return own.includes(null) ? null : known(own);
  const variable = use === "value" ? fileVariable(semantics, place, name) : undefined;
  if (variable !== undefined) return variable;
  const packaged = PACKAGES.has(file.language) ? packageMember(world, file, file.folder, name, use) : [];
  if (packaged.length > 0) return packaged;
  for (const imported of file.found.imports) {
    if (imported.alias !== "*" || imported.exported) continue;
    const star = starImport(semantics, world, file, imported, name);
    if (star !== undefined) return star;
  }
  return isBuiltin(file.language, name, use) ? [external(name)] : null;
}

/** A variable at the top of the file that is no symbol. */
function fileVariable(semantics: Semantics, { file, at }: Place, name: string): Values | undefined {
  return boundValues(semantics, fileBindings(file, name), { file, scope: -1, at });
}

/** Bindings outside of all functions and types: of the whole file, or of a function that is a mere expression. */
function fileBindings(file: SourceFile, name: string): Binding[] {
  return bindingsOf(file, name, { from: 0, to: file.text.length }, innerScopes(file, -1));
}

/** Top-level symbols; those of Go methods and of impl blocks are no names of the file. */
function topLevel(file: SourceFile, name: string): number[] {
  return file.childrenNamed(-1, name).filter((index) => file.symbol(index)?.receiver == null);
}

function importedValues(semantics: Semantics, world: CodeWorld, file: SourceFile, name: string): (Value | null)[] {
  const values: (Value | null)[] = [];
  for (const imported of file.found.imports) {
    if (imported.module === "" || imported.alias === "*") continue;
    const local = localImport(file, imported);
    if (local.alias !== name && !(file.language === "go" && isGoName(file, imported, name))) continue;
    const found = importValues(semantics, world, file, { ...imported, module: local.module });
    values.push(...(found ?? [null]));
  }
  return values;
}

/** The import's own part of the path counts where no alias stands before it. */
function isGoName(file: SourceFile, { module, alias }: ImportedName, name: string): boolean {
  const derived = module.split("/").at(-1) === alias;
  return derived && goPackageNames(module).includes(name) && file.language === "go";
}

/** What one imported name stands for. */
function importValues(semantics: Semantics, world: CodeWorld, file: SourceFile, imported: ImportedName): Values {
  const modules = moduleValues(world, file, imported.module);
  if (modules === null) return imported.name === "*" ? null : qualified(world, file, imported);
  if (imported.name !== "*") {
    const [target] = modules;
    if (target === undefined) return null;
    if (target.kind === "external")
      return qualified(world, file, imported) ?? [external(`${imported.module}.${imported.name}`, reachOf(imported))];
    return exported(semantics, world, target, imported.name);
  }
  return modules.map((target) => typeOfFile(target, imported.alias));
}

/** An imported name in lower case may be a value; functions are only called, modules and classes have members. */
function reachOf({ name }: ImportedName): Reach {
  return /^[a-z]/.test(name) && name !== "default" ? "value" : "path";
}

/** Where the whole dotted name leads to a file though its front does not: com.example + Type. */
function qualified(world: CodeWorld, file: SourceFile, { module, name }: ImportedName): Values {
  if (file.language !== "java" && file.language !== "kotlin" && file.language !== "rust" && file.language !== "php")
    return null;
  const separator = file.language === "rust" ? "::" : file.language === "php" ? "\\" : ".";
  const values = moduleValues(world, file, `${module}${separator}${name}`);
  return values === null || values.some(({ kind }) => kind === "external")
    ? null
    : values.map((value) => typeOfFile(value, name));
}

/** Java's files are their public class. */
function typeOfFile(target: Value, alias: string): Value {
  if (target.kind !== "module" || /^(?:python|javascript|typescript|tsx)$/.test(target.file.language)) return target;
  const [index] = topLevel(target.file, alias);
  return index === undefined ? target : { kind: "symbol", file: target.file, index };
}

function starImport(
  semantics: Semantics,
  world: CodeWorld,
  file: SourceFile,
  imported: ImportedName,
  name: string,
): Values | undefined {
  const modules = moduleValues(world, file, imported.module);
  for (const target of modules ?? []) {
    const found = target.kind === "external" ? null : exported(semantics, world, target, name);
    if (found !== null) return found;
  }
  return undefined;
}

/** A top-level name of a package's files; tests see all of them, the others no tests. */
function packageMember(world: CodeWorld, from: SourceFile | null, folder: string, name: string, use: Use): Value[] {
  const found: Value[] = [];
  for (const rel of world.filesIn(folder)) {
    if (rel === from?.rel || (rel.endsWith("_test.go") && !(from?.rel.endsWith("_test.go") ?? false))) continue;
    const file = world.mentions(rel, name) ? world.file(rel) : null;
    if (file === null || (from !== null && file.language !== from.language)) continue;
    found.push(...symbols(file, pick(file, topLevel(file, name), use)));
  }
  return found;
}

function symbols(file: SourceFile, indices: readonly number[]): Value[] {
  return indices.map((index) => ({ kind: "symbol", file, index }));
}

function known(values: readonly (Value | null)[]): Value[] {
  return values.flatMap((value) => value ?? []);
}
