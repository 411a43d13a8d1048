/** What a module gives under a name to those that import it. */
import type { ImportedName } from "../symbols.ts";
import { bindingsOf, boundValues, innerScopes } from "./locals.ts";
import { localImport, moduleValues } from "./modules.ts";
import { pythonModuleAt } from "./modules-python.ts";
import { pick } from "./pick.ts";
import { outsideMember, type Semantics, type Value, type Values } from "./semantics.ts";
import type { CodeWorld, SourceFile } from "./world.ts";

/** Modules that hand on the names of others, and those of others again. */
const MAX_DEPTH = 12;

/** Null where nobody knows. */
export function exported(semantics: Semantics, world: CodeWorld, target: Value, name: string, depth = 0): Values {
  if (depth > MAX_DEPTH) return null;
  if (target.kind === "external") return [outsideMember(target, name)];
  if (target.kind === "symbol") return semantics.member(target, name);
  if (target.kind === "package") return packageExport(world, target.folder, name);
  if (target.kind !== "module") return null;
  return new ModuleNames(semantics, world, target.file, depth).find(name);
}

/** Of a Go package, a Java package, or a Python folder without __init__.py. */
function packageExport(world: CodeWorld, folder: string, name: string): Values {
  const found: Value[] = [];
  for (const rel of world.filesIn(folder)) {
    if (rel.endsWith("_test.go")) continue;
    const file = rel.endsWith(".py") || !world.mentions(rel, name) ? null : world.file(rel);
    if (file === null) continue;
    const own = file.childrenNamed(-1, name).filter((index) => file.symbol(index)?.receiver == null);
    for (const index of pick(file, own, "value")) found.push({ kind: "symbol", file, index });
  }
  if (found.length > 0) return found;
  const module = pythonModuleAt(world, `${folder}/${name}`);
  return module === null ? null : [module];
}

class ModuleNames {
  constructor(
    private readonly semantics: Semantics,
    private readonly world: CodeWorld,
    private readonly file: SourceFile,
    private readonly depth: number,
  ) {}

  find(name: string): Values {
    const { file } = this;
    const own = name === "default" ? this.#default() : this.#own(name);
    if (own !== undefined) return own;
    const imported = this.#imported(name);
    if (imported !== undefined) return imported;
    const starred = this.#starred(name);
    if (starred !== undefined) return starred;
    if (file.language !== "python") return null;
    const bindings = bindingsOf(file, name, { from: 0, to: file.text.length }, innerScopes(file, -1));
    const variable = boundValues(this.semantics, bindings, { file, scope: -1, at: 0 });
    if (variable !== undefined) return variable;
    const module = /(?:^|\/)__init__\.pyi?$/.test(file.rel)
      ? pythonModuleAt(this.world, `${file.folder}/${name}`)
      : null;
    return module === null ? null : [module];
  }

  #own(name: string): Values | undefined {
    const { file } = this;
    const indices = pick(file, file.childrenNamed(-1, name), "value");
    return indices.length === 0 ? undefined : indices.map((index) => ({ kind: "symbol", file, index }));
  }

  #default(): Values | undefined {
    const { file } = this;
    for (const index of file.children(-1)) {
      const symbol = file.symbol(index);
      if (
        symbol !== undefined &&
        /^export\s+default\b/.test(file.code.slice(headOf(file, symbol.start, symbol.nameStart), symbol.end))
      ) {
        return [{ kind: "symbol", file, index }];
      }
    }
    const named = /^export\s+default\s+([\w$]+)\s*;?\s*$/m.exec(file.code)?.[1];
    return named === undefined ? undefined : (this.find(named) ?? undefined);
  }

  #imported(name: string): Values | undefined {
    const { file, semantics, world, depth } = this;
    const python = file.language === "python";
    for (const imported of file.found.imports) {
      if (imported.alias === "*" || !(imported.exported || python)) continue;
      const local = localImport(file, imported);
      if (local.alias !== name) continue;
      if (imported.module === "") return semantics.name({ file, scope: -1, at: 0 }, imported.name, "value");
      return handedOn(semantics, world, file, { ...imported, module: local.module }, depth);
    }
    return undefined;
  }

  #starred(name: string): Values | undefined {
    const { file, semantics, world, depth } = this;
    if (name === "default") return undefined;
    for (const imported of file.found.imports) {
      if (imported.alias !== "*" || !(imported.exported || file.language === "python")) continue;
      for (const target of moduleValues(world, file, imported.module) ?? []) {
        if (target.kind === "external") continue;
        const found = exported(semantics, world, target, name, depth + 1);
        if (found !== null) return found;
      }
    }
    return undefined;
  }
}

/** Where a declaration's own line begins, below comments. */
function headOf(file: SourceFile, start: number, nameStart: number): number {
  const line = file.code.lastIndexOf("\n", nameStart - 1) + 1;
  const at = Math.max(start, line);
  return at + (/^\s*/.exec(file.code.slice(at, at + 80))?.[0].length ?? 0);
}

function handedOn(
  semantics: Semantics,
  world: CodeWorld,
  file: SourceFile,
  imported: ImportedName,
  depth: number,
): Values {
  const modules = moduleValues(world, file, imported.module);
  if (modules === null || imported.name === "*") return modules;
  const [target] = modules;
  return target === undefined ? null : exported(semantics, world, target, imported.name, depth + 1);
}
