import type { ModuleRules } from "../../call-graph/module-rules.ts";
import { external, type Values } from "../../call-graph/values.ts";
import { type CodeWorld, folderOf, type GraphFile, joined } from "../../call-graph/world.ts";

const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs"];
/** Source extensions for a compiled name. */
const SOURCES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.js$/, [".ts", ".tsx", ".d.ts", ".js", ".jsx"]],
  [/\.jsx$/, [".tsx", ".jsx"]],
  [/\.mjs$/, [".mts", ".mjs"]],
  [/\.cjs$/, [".cts", ".cjs"]],
];

export const modules: ModuleRules = { module: ({ world }, file, path) => moduleAt(world, file, path) };

function moduleAt(world: CodeWorld, file: GraphFile, module: string): Values {
  if (/^\.{1,2}(?:\/|$)/.test(module)) return fileAt(world, joined(file.folder, module));
  if (/^(?:node|bun|npm|jsr|https?):/.test(module)) return [external(module)];
  const mapped = pathsOf(world, file.folder, module);
  if (mapped.length > 0) return mapped.map((path) => fileAt(world, path)).find((values) => values !== null) ?? null;
  const own = packageOf(world, module);
  if (own !== undefined) return own;
  // "#name" and "@/name" are configured in a file that was not found.
  return /^(?:#|@\/|~|\/)/.test(module) || mayBeOwn(world, module) ? null : [external(module)];
}

function fileAt(world: CodeWorld, path: string | null): Values {
  if (path === null) return null;
  for (const rel of spellings(path)) {
    const file = world.has(rel) ? world.file(rel) : null;
    if (file !== null) return [{ kind: "module", file }];
  }
  return null;
}

function spellings(path: string): string[] {
  const compiled = SOURCES.find(([ending]) => ending.test(path));
  const sources = compiled === undefined ? [] : compiled[1].map((ending) => path.replace(compiled[0], ending));
  const folder = path === "" ? "" : `${path}/`;
  const added = path === "" ? [] : ENDINGS.map((ending) => path + ending);
  return [...sources, path, ...added, ...ENDINGS.map((ending) => `${folder}index${ending}`)];
}

/** Paths for a module's name by `paths` and `baseUrl` of the nearest tsconfig.json, best first. */
function pathsOf(world: CodeWorld, from: string, module: string): string[] {
  for (let folder = from; ; folder = folderOf(folder)) {
    const options = json(world, folder === "" ? "tsconfig.json" : `${folder}/tsconfig.json`)?.compilerOptions;
    if (isRecord(options)) {
      const base = typeof options.baseUrl === "string" ? options.baseUrl : ".";
      const targets = isRecord(options.paths) ? mappedBy(options.paths, module) : [];
      return targets.flatMap((target) => joined(folder, `${base}/${target}`) ?? []);
    }
    if (folder === "") return [];
  }
}

function mappedBy(paths: Readonly<Record<string, unknown>>, module: string): string[] {
  for (const [pattern, targets] of Object.entries(paths)) {
    const [before = "", after] = pattern.split("*");
    const fits = after === undefined ? module === pattern : module.startsWith(before) && module.endsWith(after);
    if (!fits || !Array.isArray(targets)) continue;
    const star = after === undefined ? "" : module.slice(before.length, module.length - after.length);
    return targets.filter((target) => typeof target === "string").map((target) => target.replace("*", star));
  }
  return [];
}

/** A package of this tree, by the name in its package.json. Undefined for any other module. */
function packageOf(world: CodeWorld, module: string): Values | undefined {
  for (const rel of world.filesCalled("package.json")) {
    const manifest = json(world, rel);
    const name = manifest?.name;
    if (manifest === null || typeof name !== "string" || !(module === name || module.startsWith(`${name}/`))) continue;
    const sub = module.slice(name.length + 1);
    for (const entry of entries(manifest, sub)) {
      const folder = folderOf(rel);
      const found = fileAt(world, joined(folder, entry)) ?? fileAt(world, joined(folder, asSource(entry)));
      if (found !== null) return found;
    }
    return null;
  }
  return undefined;
}

/** Without any package.json the tree may be a part of the package itself. */
function mayBeOwn(world: CodeWorld, module: string): boolean {
  const parts = module.split("/");
  const name = parts[module.startsWith("@") ? 1 : 0] ?? "";
  return world.filesCalled("package.json").length === 0 && world.hasFolderCalled(name);
}

function entries(manifest: Readonly<Record<string, unknown>>, sub: string): string[] {
  const exported = manifest.exports;
  const key = sub === "" ? "." : `./${sub}`;
  const named = isRecord(exported) ? strings(exported[key]) : sub === "" ? strings(exported) : [];
  if (sub !== "") return [...named, sub, `src/${sub}`];
  return [
    ...named,
    ...["source", "types", "module", "main"].flatMap((field) => strings(manifest[field])),
    "src/index",
    "index",
  ];
}

/** Where the source of a built file usually lies. */
function asSource(entry: string): string {
  return entry.replace(/^(\.\/)?(?:dist|lib|build|out|esm|cjs)\//, "src/").replace(/\.d\.([mc]?)ts$/, ".$1js");
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return isRecord(value) ? Object.values(value).flatMap(strings) : [];
}

function json(world: CodeWorld, rel: string): Readonly<Record<string, unknown>> | null {
  const text = world.has(rel) ? world.text(rel) : null;
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** tsconfig.json may hold comments and trailing commas. */
function withoutComments(text: string): string {
  return text
    .replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) => (found.startsWith('"') ? found : ""))
    .replace(/,(\s*[}\]])/g, "$1");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
