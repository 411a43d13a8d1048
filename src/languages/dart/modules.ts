import type { ModuleRules } from "../../call-graph/module-rules.ts";
import type { Semantics } from "../../call-graph/semantics.ts";
import { external, type Values } from "../../call-graph/values.ts";
import { type GraphFile, joined } from "../../call-graph/world.ts";

export const modules: ModuleRules = { module: relativeModule };

/** A path from the file, or from the `lib` of a package. */
function relativeModule({ world }: Semantics, file: GraphFile, module: string): Values {
  if (module.startsWith("dart:")) return [external(module)];
  const packaged = /^package:[^/]*\/(.*)$/.exec(module)?.[1];
  const rels =
    packaged === undefined ? [joined(file.folder, module)] : world.filesCalled(packaged.split("/").at(-1) ?? "");
  for (const rel of rels) {
    if (rel === null || (packaged !== undefined && !`/${rel}`.endsWith(`/${packaged}`))) continue;
    const target = world.file(rel);
    if (target !== null) return [{ kind: "module", file: target }];
  }
  return packaged === undefined ? null : [external(module)];
}
