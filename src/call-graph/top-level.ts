/** Names at the top of a file, a folder or a package. */
import { pick } from "./pick.ts";
import { rulesOf, TEST_ENDINGS } from "./rules.ts";
import type { NameRole, Semantics } from "./semantics.ts";
import type { SymbolPlace } from "./values.ts";
import type { GraphFile } from "./world.ts";

/** Top-level symbols of a file; methods outside their class do not count. */
export function topLevel(file: GraphFile, name: string, use: NameRole): number[] {
  const own = file.childrenNamed(-1, name).filter((index) => file.symbol(index)?.receiver == null);
  return pick(file, own, use);
}

/** Package or namespace of a symbol: that of the file, or the modules around the symbol. */
export function packageOf(file: GraphFile, index: number): string {
  const names: string[] = [];
  for (let at = file.symbol(index)?.parent ?? -1; at >= 0; at = file.symbol(at)?.parent ?? -1) {
    const symbol = file.symbol(at);
    if (symbol?.kind === "module") names.unshift(symbol.name);
  }
  return names.length > 0 && rulesOf(file.language).modulesArePackages ? names.join(".") : file.records.package;
}

/** Whether a file is a test whose names `from`, another file of its folder, does not see. */
export function isHiddenTest(rel: string, from: GraphFile | null): boolean {
  return TEST_ENDINGS.some((ending) => rel.endsWith(ending) && from?.rel.endsWith(ending) !== true);
}

/** A top-level name of a folder's files; tests see all files, other files no tests. */
export function inFolder(
  { world }: Semantics,
  from: GraphFile | null,
  folder: string,
  name: string,
  use: NameRole,
): SymbolPlace[] {
  const found: SymbolPlace[] = [];
  for (const rel of world.filesIn(folder)) {
    if (rel === from?.rel || isHiddenTest(rel, from)) continue;
    const file = world.mentions(rel, name) ? world.file(rel) : null;
    if (file === null || (from !== null && file.language !== from.language)) continue;
    found.push(...topLevel(file, name, use).map((index) => ({ file, index })));
  }
  return found;
}
