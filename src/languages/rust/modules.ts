/** Paths of Rust: `crate::module::Name`, by the files and blocks of its modules. */
import type { ModuleRules } from "../../call-graph/module-rules.ts";
import { pick } from "../../call-graph/pick.ts";
import type { NameRole, Semantics } from "../../call-graph/semantics.ts";
import { topLevel } from "../../call-graph/top-level.ts";
import { external, symbolsIn, type Value, type Values } from "../../call-graph/values.ts";
import { folderOf, type GraphFile } from "../../call-graph/world.ts";

export const modules: ModuleRules = {
  module: (semantics, file, path) => pathValues(semantics, file, path, "value"),
  named: (semantics, file, module, name, use) =>
    pathValues(semantics, file, name === "*" ? module : `${module}::${name}`, use),
  path: (semantics, file, written) =>
    /^(?:crate|super|self)::[\w:]+$/.test(written) ? pathValues(semantics, file, written, "value") : undefined,
};

/** The target of a path so far: a file, or a module's block in a file. */
interface Module {
  readonly file: GraphFile;
  /** Index of the block's symbol, -1 the file. */
  readonly block: number;
}

function pathValues(semantics: Semantics, file: GraphFile, path: string, use: NameRole): Values {
  const parts = path.split("::").filter((part) => part !== "");
  const [first = "", ...rest] = parts;
  if (first === "crate") return follow(semantics, crateOf(semantics, file), rest, use);
  if (first === "self") return follow(semantics, { file, block: -1 }, rest, use);
  if (first === "super") return follow(semantics, parentOf(semantics, file), rest, use);
  const own = child(semantics, { file, block: -1 }, first);
  if (own !== null) return follow(semantics, own, rest, use);
  const imported = semantics.name(file, file.text.length, first, "value");
  if (rest.length > 0 && imported !== null && imported.some(({ kind }) => kind !== "external"))
    return rest.reduce<Values>((values, part) => semantics.members(values, part), imported);
  const crate = crateCalled(semantics, first);
  return crate === null ? [external(path)] : follow(semantics, crate, rest, use);
}

function follow(semantics: Semantics, from: Module | null, parts: readonly string[], use: NameRole): Values {
  let at = from;
  for (const [index, part] of parts.entries()) {
    if (at === null) return null;
    if (part === "super") {
      at = parentOf(semantics, at.file);
      continue;
    }
    if (part === "self") continue;
    const own = named(at, part, use);
    const values: Values = own.length > 0 ? symbolsIn(at.file, own) : null;
    const inner = child(semantics, at, part);
    if (values !== null && (inner === null || index === parts.length - 1))
      return parts.slice(index + 1).reduce<Values>((all, name) => semantics.members(all, name), values);
    if (inner === null) {
      const reexported = at.block === -1 ? semantics.exported({ kind: "module", file: at.file }, part) : null;
      const found = reexported ?? only(semantics, at.file, part, use);
      return parts.slice(index + 1).reduce<Values>((all, name) => semantics.members(all, name), found);
    }
    at = inner;
  }
  if (at === null) return null;
  return at.block === -1 ? [{ kind: "module", file: at.file }] : symbolsIn(at.file, [at.block]);
}

/** Macros may declare a name in another place: the one definition of that name, if there is just one. */
function only(semantics: Semantics, file: GraphFile, name: string, use: NameRole): Values {
  const places = semantics.defined(file, name).filter((place) => pick(place.file, [place.index], use).length > 0);
  return places.length === 1 ? places.map((place): Value => ({ kind: "symbol", ...place })) : null;
}

function named({ file, block }: Module, name: string, use: NameRole): number[] {
  return block === -1 ? topLevel(file, name, use) : pick(file, file.childrenNamed(block, name), use);
}

/** The folder with the files of a file's modules. */
function folderOfModule(file: GraphFile): string {
  return /(?:^|\/)(?:mod|lib|main)\.rs$/.test(file.rel) ? file.folder : file.rel.replace(/\.rs$/, "");
}

function child({ world }: Semantics, { file, block }: Module, name: string): Module | null {
  const [inline] = file.childrenNamed(block, name).filter((index) => file.symbol(index)?.kind === "module");
  if (inline !== undefined) return { file, block: inline };
  if (block !== -1) return null;
  const folder = folderOfModule(file);
  for (const rel of [`${folder}/${name}.rs`, `${folder}/${name}/mod.rs`]) {
    const found = world.file(rel.replace(/^\//, ""));
    if (found !== null) return { file: found, block: -1 };
  }
  return null;
}

function parentOf({ world }: Semantics, file: GraphFile): Module | null {
  const own = folderOfModule(file);
  const folder = folderOf(own);
  for (const rel of ["mod.rs", "lib.rs", "main.rs"].map((name) => (folder === "" ? name : `${folder}/${name}`))) {
    const found = rel === file.rel ? null : world.file(rel);
    if (found !== null) return { file: found, block: -1 };
  }
  const beside = world.file(`${folder}.rs`);
  return beside === null ? null : { file: beside, block: -1 };
}

function crateOf({ world }: Semantics, file: GraphFile): Module | null {
  for (let folder = file.folder; ; folder = folderOf(folder)) {
    for (const name of ["lib.rs", "main.rs"]) {
      const found = world.file(folder === "" ? name : `${folder}/${name}`);
      if (found !== null) return { file: found, block: -1 };
    }
    if (folder === "") return null;
  }
}

/** A crate of the same tree, by the name of its folder. */
function crateCalled({ world }: Semantics, name: string): Module | null {
  for (const rel of world.filesCalled("lib.rs")) {
    const folder = folderOf(rel).replace(/(?:^|\/)src$/, "");
    if (folder.slice(folder.lastIndexOf("/") + 1).replaceAll("-", "_") !== name) continue;
    const file = world.file(rel);
    if (file !== null) return { file, block: -1 };
  }
  return null;
}
