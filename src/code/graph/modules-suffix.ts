/** Modules of the languages whose imports name a path or a qualified name: found where exactly one file ends so. */
import { external, type Value, type Values } from "./semantics.ts";
import { type CodeWorld, joined, type SourceFile } from "./world.ts";

const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  java: [".java"],
  kotlin: [".kt", ".java"],
  rust: [".rs", "/mod.rs"],
  php: [".php"],
  ruby: [".rb"],
  dart: [".dart"],
  bash: [".sh", ".bash"],
  swift: [".swift"],
};

export function suffixModule(world: CodeWorld, file: SourceFile, module: string): Values {
  const relative = fileOf(world, file, joined(file.folder, module));
  if (relative !== null && /[/.]|^\w+$/.test(module)) return [relative];
  const path = pathOf(file.language, module);
  if (path === "") return null;
  const [whole, inner] = [
    bySuffix(world, file, path),
    bySuffix(world, file, path.slice(0, Math.max(0, path.lastIndexOf("/")))),
  ];
  if (whole.length === 1) return whole;
  if (whole.length > 1) return null;
  // crate::module::Type and com.example.Type.member name something in a file.
  const last = path.slice(path.lastIndexOf("/") + 1);
  if (inner.length === 1 && inner[0]?.kind === "module") return membersNamed(inner[0].file, last);
  return inner.length > 1 || isOwn(world, file, module, path) ? null : [external(module)];
}

function membersNamed(file: SourceFile, name: string): Values {
  const found = file.found.symbols.flatMap((symbol, index) => (symbol.name === name ? [index] : []));
  return found.length === 1 && found[0] !== undefined ? [{ kind: "symbol", file, index: found[0] }] : null;
}

/** Names with dots, double colons or backslashes as a path; what only says "from here" is left out. */
function pathOf(language: string, module: string): string {
  const plain = module
    .replace(/^package:[^/]*\//, "")
    .replace(/^(?:crate|self|super)::/g, "")
    .replace(/^(?:super::)+/, "");
  const path = /[/]/.test(plain) ? plain : plain.replaceAll("::", "/").replaceAll("\\", "/");
  return language === "java" || language === "kotlin" || language === "csharp" ? path.replaceAll(".", "/") : path;
}

function bySuffix(world: CodeWorld, file: SourceFile, path: string): Value[] {
  if (path === "") return [];
  const found: Value[] = [];
  for (const ending of endingsFor(file.language, path)) {
    const wanted = path + ending;
    const name = wanted.slice(wanted.lastIndexOf("/") + 1);
    for (const rel of world.filesCalled(name)) {
      if (rel !== wanted && !rel.endsWith(`/${wanted}`)) continue;
      const target = world.file(rel);
      if (target !== null) found.push({ kind: "module", file: target });
    }
  }
  return found;
}

function endingsFor(language: string, path: string): readonly string[] {
  const endings = ENDINGS[language] ?? [""];
  return endings.some((ending) => path.endsWith(ending)) ? [""] : endings;
}

function fileOf(world: CodeWorld, file: SourceFile, path: string | null): Value | null {
  if (path === null) return null;
  for (const ending of endingsFor(file.language, path)) {
    const target = world.has(path + ending) ? world.file(path + ending) : null;
    if (target !== null) return { kind: "module", file: target };
  }
  return null;
}

/** Whether what is not found belongs to this tree nevertheless: then it is unknown, not outside. */
function isOwn(world: CodeWorld, file: SourceFile, module: string, path: string): boolean {
  if (file.language === "csharp" || file.language === "swift" || file.language === "php") return true;
  if (/^(?:crate|self|super|package:)|^[./"]/.test(module)) return true;
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder === "") return file.language === "rust" && world.filesCalled("Cargo.toml").length > 1;
  return file.folder.includes(folder.split("/").slice(0, 2).join("/"));
}
