import { PYTHON_LIBRARY } from "./builtins.ts";
import { external, type Value, type Values } from "./values.ts";
import { type CodeWorld, folderOf, type SourceFile } from "./world.ts";

/** Folders at a project's top that hold its packages. */
const SOURCE_FOLDERS = ["src", "lib", "python"];

export function pythonModule(world: CodeWorld, file: SourceFile, module: string): Values {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const parts = module
    .slice(dots)
    .split(".")
    .filter((part) => part !== "");
  if (dots > 0) {
    let folder = file.folder;
    for (let up = 1; up < dots; up++) folder = folderOf(folder);
    return within(world, folder, parts);
  }
  const [first = ""] = parts;
  for (const base of bases(world, file.folder)) {
    if (isModule(world, base, first)) return within(world, base, parts);
  }
  if (PYTHON_LIBRARY.has(first)) return [external(module)];
  const elsewhere = topModules(world, first);
  if (elsewhere.length === 0) return [external(module)];
  const [base] = elsewhere;
  return elsewhere.length === 1 && base !== undefined ? within(world, base, parts) : null;
}

/** Folders from which absolute imports may start, nearest first: a package's own folder is none. */
function bases(world: CodeWorld, from: string): string[] {
  const found: string[] = [];
  for (let folder = from; ; folder = folderOf(folder)) {
    if (!world.has(inside(folder, "__init__.py"))) {
      found.push(folder, ...SOURCE_FOLDERS.map((name) => inside(folder, name)).filter((base) => world.hasFolder(base)));
    }
    if (folder === "") return found;
  }
}

/** Folders in which a package or module of that name lies and that are no packages themselves. */
function topModules(world: CodeWorld, first: string): string[] {
  const packages = world
    .filesCalled("__init__.py")
    .map(folderOf)
    .filter((folder) => folder === first || folder.endsWith(`/${first}`));
  const folders = [...packages.map(folderOf), ...world.filesCalled(`${first}.py`).map(folderOf)];
  return [...new Set(folders)].filter((folder) => !world.has(inside(folder, "__init__.py")));
}

function isModule(world: CodeWorld, base: string, name: string): boolean {
  const path = inside(base, name);
  return (
    world.has(`${path}.py`) || world.has(`${path}.pyi`) || world.has(`${path}/__init__.py`) || world.hasFolder(path)
  );
}

function within(world: CodeWorld, base: string, parts: readonly string[]): Values {
  const path = parts.reduce(inside, base);
  const value = pythonModuleAt(world, path);
  return value === null ? null : [value];
}

/** The module at a path without its ending; null where none is. */
export function pythonModuleAt(world: CodeWorld, path: string): Value | null {
  for (const rel of [inside(path, "__init__.py"), `${path}.py`, inside(path, "__init__.pyi"), `${path}.pyi`]) {
    const file = world.has(rel) ? world.file(rel) : null;
    if (file !== null) return { kind: "module", file };
  }
  return path !== "" && world.hasFolder(path) ? { kind: "package", folder: path, named: false } : null;
}

function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
