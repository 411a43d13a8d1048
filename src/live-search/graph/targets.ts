/** Finds definitions by a given name: `name`, `Class.method`, `module.Class.method`. */

import type { SymbolPlace } from "../../call-graph/values.ts";
import type { GraphFile } from "../../call-graph/world.ts";
import { comparePaths } from "../../corpus/path-bytes.ts";
import type { LiveTree } from "./live-tree.ts";
import { mayDefine } from "./may-define.ts";

/** The parts of a name, separated by dots, `::`, `#` or `->`. */
function nameParts(name: string): string[] {
  return name
    .split(/\.|::|#|->|\\|\//)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Definitions of the name in the tree, in path order. `isListed`: whether a file counts. */
export async function definitionsNamed(
  tree: LiveTree,
  name: string,
  isListed: (rel: string) => boolean,
): Promise<SymbolPlace[]> {
  const parts = nameParts(name);
  const last = parts.at(-1);
  if (last === undefined) return [];
  await tree.scan([last]);
  const found: SymbolPlace[] = [];
  for (const rel of tree.holders(last)) {
    if (!isListed(rel)) continue;
    const text = tree.text(rel);
    if (text === null || !mayDefine(text, last)) continue;
    const file = await tree.prepare(rel);
    if (file === null) continue;
    for (const index of file.named(last)) {
      if (file.symbol(index)?.kind !== "impl" && fits(file, index, parts.slice(0, -1))) found.push({ file, index });
    }
  }
  return found.sort((a, b) => comparePaths(a.file.rel, b.file.rel) || a.index - b.index);
}

/** Whether the symbols around a symbol have the names, from the inside out; names of file and folders count as outermost. */
function fits(file: GraphFile, index: number, around: readonly string[]): boolean {
  const names = enclosing(file, index);
  const path = file.rel.replace(/\.\w+$/, "").split("/");
  let left = around.length;
  for (const name of names.toReversed()) if (left > 0 && around[left - 1] === name) left--;
  if (left === around.length && around.length > 0 && names.length > 0) return false;
  for (const part of path.toReversed()) if (left > 0 && around[left - 1] === part) left--;
  return left === 0;
}

/** Names of the symbols around a symbol, outermost first; a receiver's type counts. */
function enclosing(file: GraphFile, index: number): string[] {
  const names: string[] = [];
  const receiver = file.symbol(index)?.receiver;
  for (let at = file.symbol(index)?.parent ?? -1; at >= 0; at = file.symbol(at)?.parent ?? -1) {
    const name = file.symbol(at)?.name ?? "";
    if (name !== "") names.unshift(name);
  }
  // A method in an impl block gets its type from the block.
  const type = receiver == null || receiver === "self" ? "" : plainType(receiver);
  if (type !== "" && names.at(-1) !== type) names.push(type);
  return names;
}

/** `*Engine[T]` → Engine. */
function plainType(receiver: string): string {
  return /([A-Za-z_]\w*)\s*(?:[[<].*)?$/.exec(receiver)?.[1] ?? receiver;
}

/** `Class.method` as people write it. */
export function qualifiedName(file: GraphFile, index: number): string {
  return [...enclosing(file, index), file.symbol(index)?.name || "(anonymous)"].join(".");
}
