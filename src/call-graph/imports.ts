/** The values that a file's imports give, and the values that a module exports. */
import { MODULES } from "../languages/all-modules.ts";
import type { ImportedName } from "../symbols/file-symbols.ts";
import { boundValues } from "./bindings.ts";
import { pick } from "./pick.ts";
import { rulesOf } from "./rules.ts";
import type { NameRole, Semantics } from "./semantics.ts";
import { inFolder, packageOf, topLevel } from "./top-level.ts";
import { external, outsideMember, type Reach, symbolsIn, type Value, type Values } from "./values.ts";
import type { GraphFile } from "./world.ts";

/** Depth of re-exports through modules. */
const MAX_DEPTH = 12;

/** The module of an import: a file, folder, package, or outside value. Null where it should be in the tree and is missing. */
export function moduleValues(semantics: Semantics, file: GraphFile, module: string): Values {
  const modules = MODULES.get(file.language);
  if (modules !== undefined) return modules.module(semantics, file, module);
  return rulesOf(file.language).separator === null ? null : [{ kind: "package", folder: module, named: true }];
}

/** The values of all imports of the name; null for an unknown value. */
export function importedValues(semantics: Semantics, file: GraphFile, name: string, use: NameRole): (Value | null)[] {
  const values: (Value | null)[] = [];
  for (const imported of file.found.imports) {
    if (imported.module === "" || imported.alias === "*" || imported.alias === "") continue;
    const local = localImport(file, imported);
    if (local.alias !== name && !isUnaliased(file, imported, name)) continue;
    values.push(...(importValues(semantics, file, { ...imported, module: local.module }, use) ?? [null]));
  }
  return values;
}

/** The local name of an import, and the module of that name: Python's `import a.b.c` gives `a`. */
export function localImport(file: GraphFile, { module, name, alias }: ImportedName): { alias: string; module: string } {
  if (!rulesOf(file.language).importGivesRoot || name !== "*" || !module.includes(".") || module.startsWith("."))
    return { alias, module };
  if (alias !== module.slice(module.lastIndexOf(".") + 1) && alias !== module) return { alias, module };
  if (file.records.renamed.has(module)) return { alias, module };
  const first = module.slice(0, module.indexOf("."));
  return { alias: first, module: first };
}

/** Without an alias the import's own part of the path counts. */
function isUnaliased({ language }: GraphFile, { module, alias }: ImportedName, name: string): boolean {
  const names = MODULES.get(language)?.namesOf?.(module);
  return names !== undefined && module.split("/").at(-1) === alias && names.includes(name);
}

function importValues(semantics: Semantics, file: GraphFile, imported: ImportedName, use: NameRole): Values {
  const { separator } = rulesOf(file.language);
  if (separator !== null) return qualified(semantics, file, imported, separator, use);
  const named = MODULES.get(file.language)?.named;
  if (named !== undefined) return named(semantics, file, imported.module, imported.name, use);
  const modules = moduleValues(semantics, file, imported.module);
  if (modules === null || imported.name === "*") return modules;
  const [target] = modules;
  if (target === undefined) return null;
  if (target.kind === "external") return [external(`${imported.module}.${imported.name}`, reachOf(imported))];
  return exported(semantics, target, imported.name);
}

/** An imported name in lower case may be a value; functions are only called, modules and classes have members. */
function reachOf({ name }: ImportedName): Reach {
  return /^[a-z]/.test(name) && name !== "default" ? "value" : "path";
}

/** com.example.Type, com.example.Type.member, com.example.function. */
function qualified(
  semantics: Semantics,
  file: GraphFile,
  { module, name }: ImportedName,
  separator: string,
  use: NameRole,
): Values {
  const path = (name === "*" ? module : `${module}${separator}${name}`).replace(/^\\/, "");
  const found = qualifiedName(semantics, file, path, separator, use);
  return found ?? [external(path)];
}

/** Undefined where no definition in the tree has the name. */
function qualifiedName(
  semantics: Semantics,
  file: GraphFile,
  path: string,
  separator: string,
  use: NameRole,
): Values | undefined {
  const cut = path.lastIndexOf(separator);
  const [front, last] = [path.slice(0, Math.max(0, cut)), path.slice(cut === -1 ? 0 : cut + separator.length)];
  const places = semantics.defined(file, last).filter((place) => {
    const { package: own } = place.file.records;
    return (
      (packageOf(place.file, place.index) === front || own === front) && pick(place.file, [place.index], use).length > 0
    );
  });
  if (places.length > 0) return places.map((place) => ({ kind: "symbol", ...place }));
  // A member of a type. The names of packages begin in lower case.
  const owner =
    cut === -1 || !/^[A-Z]/.test(front.slice(front.lastIndexOf(separator) + separator.length))
      ? undefined
      : qualifiedName(semantics, file, front, separator, "type");
  return owner === undefined ? undefined : semantics.members(owner, last);
}

/** The value from imports of all names of a module; undefined where none exports the name. */
export function starred(semantics: Semantics, file: GraphFile, name: string): Values | undefined {
  for (const imported of file.found.imports) {
    const { importsOpen, exportsOpen } = rulesOf(file.language);
    const opens = imported.alias === "*" || (importsOpen && imported.name === "*");
    if (!opens || (imported.exported && !exportsOpen)) continue;
    for (const target of moduleValues(semantics, file, imported.module) ?? []) {
      const found = target.kind === "external" ? null : exported(semantics, target, name);
      if (found?.some(({ kind }) => kind !== "external")) return found;
    }
  }
  return undefined;
}

/** The value that a module exports under a name. Null where unknown. */
export function exported(semantics: Semantics, target: Value, name: string, depth = 0): Values {
  if (depth > MAX_DEPTH) return null;
  if (target.kind === "external") return [outsideMember(target, name)];
  if (target.kind === "symbol") return semantics.member(target, name);
  if (target.kind === "package") return packageExport(semantics, target, name);
  return target.kind === "module" ? new ModuleNames(semantics, target.file, depth).find(name) : null;
}

/** Export of a Go package, a namespace, or a Python folder without __init__.py. */
function packageExport(semantics: Semantics, target: Value & { kind: "package" }, name: string): Values {
  const { folder, named } = target;
  if (named) {
    const [any] = semantics.world.holding(name);
    const found = any === undefined ? undefined : qualifiedName(semantics, any, `${folder}.${name}`, ".", "value");
    return found ?? null;
  }
  const places = inFolder(semantics, null, folder, name, "value").filter(
    ({ file }) => rulesOf(file.language).sees === "folder",
  );
  if (places.length > 0) return places.map((place) => ({ kind: "symbol", ...place }));
  for (const { at } of MODULES.values()) {
    const module = at?.(semantics.world, `${folder}/${name}`) ?? null;
    if (module !== null) return [module];
  }
  return null;
}

class ModuleNames {
  constructor(
    private readonly semantics: Semantics,
    private readonly file: GraphFile,
    private readonly depth: number,
  ) {}

  find(name: string): Values {
    const own = name === "default" ? this.#default() : this.#own(name);
    return own ?? this.#assigned(name) ?? this.#imported(name) ?? this.#starred(name) ?? this.#variable(name);
  }

  #own(name: string): Values | undefined {
    const { file } = this;
    const indices = topLevel(file, name, "value");
    return indices.length === 0 ? undefined : symbolsIn(file, indices);
  }

  /** `export default`, and the whole export of a CommonJS module. */
  #default(): Values | undefined {
    const { file, semantics } = this;
    const [value] = file.records.defaults;
    if (value === undefined) return undefined;
    return semantics.expression(file, value) ?? undefined;
  }

  /** exports.name = value; module.exports = { name }. */
  #assigned(name: string): Values | undefined {
    const { file, semantics } = this;
    const { assignments, defaults } = file.records;
    const found = assignments.findLast(
      ({ owner, key }) => key === name && /^(?:module\.)?exports$/.test(file.text.slice(owner.start, owner.end)),
    );
    if (found !== undefined) return semantics.expression(file, found.value) ?? undefined;
    if (name === "default" || rulesOf(file.language).handsOnImports) return undefined;
    const [whole] = file.records.commonjs ? defaults : [];
    const values = whole === undefined ? null : semantics.expression(file, whole);
    return values === null ? undefined : (semantics.members(values, name) ?? undefined);
  }

  #imported(name: string): Values | undefined {
    const { file, semantics, depth } = this;
    const { handsOnImports } = rulesOf(file.language);
    for (const imported of file.found.imports) {
      if (imported.alias === "*" || !(imported.exported || handsOnImports)) continue;
      const local = localImport(file, imported);
      if (local.alias !== name) continue;
      if (imported.module === "") return semantics.name(file, file.text.length, imported.name, "value");
      const modules = moduleValues(semantics, file, local.module);
      if (modules === null || imported.name === "*") return modules;
      const [target] = modules;
      return target === undefined ? null : exported(semantics, target, imported.name, depth + 1);
    }
    return undefined;
  }

  #starred(name: string): Values | undefined {
    const { file, semantics, depth } = this;
    if (name === "default") return undefined;
    for (const imported of file.found.imports) {
      if (imported.alias !== "*" || !(imported.exported || rulesOf(file.language).handsOnImports)) continue;
      for (const target of moduleValues(semantics, file, imported.module) ?? []) {
        if (target.kind === "external") continue;
        const found = exported(semantics, target, name, depth + 1);
        if (found !== null) return found;
      }
    }
    return undefined;
  }

  #variable(name: string): Values {
    const { file, semantics } = this;
    if (!rulesOf(file.language).handsOnImports) return null;
    const variable = boundValues(
      semantics,
      file,
      file.records.bindings.get(name)?.filter(({ scope }) => scope === -1) ?? [],
      0,
    );
    if (variable !== undefined) return variable;
    const module = MODULES.get(file.language)?.within?.(semantics.world, file, name) ?? null;
    return module === null ? null : [module];
  }
}
