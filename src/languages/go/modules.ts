import type { ModuleRules } from "../../call-graph/module-rules.ts";
import { external, type Values } from "../../call-graph/values.ts";
import { type CodeWorld, folderOf, joined } from "../../call-graph/world.ts";

export const modules: ModuleRules = {
  module: ({ world }, _file, path) => moduleAt(world, path),
  namesOf: packageNames,
};

function moduleAt(world: CodeWorld, path: string): Values {
  for (const rel of world.filesCalled("go.mod")) {
    const module = /^module\s+"?([^\s"]+)/m.exec(world.text(rel) ?? "")?.[1];
    if (module === undefined || !(path === module || path.startsWith(`${module}/`))) continue;
    const folder = joined(folderOf(rel), path.slice(module.length + 1));
    return folder !== null && hasGo(world, folder) ? [{ kind: "package", folder, named: false }] : null;
  }
  // Without its go.mod the tree may be a part of that module.
  const last = path.split("/").slice(-2).join("/");
  const mayBeHere = path.includes(".") && world.filesCalled("go.mod").length === 0 && world.hasFolder(last);
  return mayBeHere ? null : [external(path, "package")];
}

function hasGo(world: CodeWorld, folder: string): boolean {
  return world.filesIn(folder).some((rel) => rel.endsWith(".go"));
}

/** Names that an import may have without an alias: its last part, without version and common affixes. */
function packageNames(path: string): string[] {
  const parts = path.split("/");
  const last = /^v\d+$/.test(parts.at(-1) ?? "") ? parts.at(-2) : parts.at(-1);
  const plain = (last ?? "").replace(/\.v\d+$/, "");
  return [plain, plain.replace(/^go-|-go$|\.go$/g, ""), plain.replaceAll("-", ""), plain.replaceAll("-", "_")];
}
