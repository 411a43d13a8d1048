/** Exports of `modules.ts` in a language's folder: where modules lie, for languages whose imports name files. */
import type { NameRole, Semantics } from "./semantics.ts";
import type { Value, Values } from "./values.ts";
import type { CodeWorld, GraphFile } from "./world.ts";

export interface ModuleRules {
  /** The module of an import: a file, folder, package, or outside value. Null where it should be here and is missing. */
  readonly module: (semantics: Semantics, file: GraphFile, path: string) => Values;
  /** A name of a module, where both form one path. Default: the module's export of that name. */
  readonly named?: (semantics: Semantics, file: GraphFile, module: string, name: string, use: NameRole) => Values;
  /** The value of a whole expression that is a path of modules; undefined for any other expression. */
  readonly path?: (semantics: Semantics, file: GraphFile, written: string) => Values | undefined;
  /** Names that an import may have without an alias. Default: its last part. */
  readonly namesOf?: (path: string) => readonly string[];
  /** The module at a path from the tree's top, without its extension; null without one. */
  readonly at?: (world: CodeWorld, path: string) => Value | null;
  /** A module inside the file's module, which needs no import. */
  readonly within?: (world: CodeWorld, file: GraphFile, name: string) => Value | null;
}
