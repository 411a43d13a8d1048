/** What `modules.ts` of a language's folder exports: where modules lie, for languages whose imports name files. */
import type { NameRole, Semantics } from "./semantics.ts";
import type { Value, Values } from "./values.ts";
import type { CodeWorld, GraphFile } from "./world.ts";

export interface ModuleRules {
  /** The module of an import: a file, a folder, a package, or something outside. Null where it should be here and is not. */
  readonly module: (semantics: Semantics, file: GraphFile, path: string) => Values;
  /** A name of a module, where both make one path. Default: what the module gives under the name. */
  readonly named?: (semantics: Semantics, file: GraphFile, module: string, name: string, use: NameRole) => Values;
  /** What a whole expression stands for where it is a path of modules; undefined where it is none. */
  readonly path?: (semantics: Semantics, file: GraphFile, written: string) => Values | undefined;
  /** Names that an import may have without an alias. Default: its last part. */
  readonly namesOf?: (path: string) => readonly string[];
  /** The module at a path from the tree's top, without its ending; null where none is. */
  readonly at?: (world: CodeWorld, path: string) => Value | null;
  /** A module within the one that the file is, which need not be imported. */
  readonly within?: (world: CodeWorld, file: GraphFile, name: string) => Value | null;
}
