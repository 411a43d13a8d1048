/** Whether `callers` is the inverse of `callees`, over all calls of a folder. */
import { CallResolver } from "../../src/call-graph/resolver.ts";
import { type SymbolPlace, sameSymbol } from "../../src/call-graph/values.ts";
import { namersOf } from "../../src/live-search/graph/callers.ts";
import { LiveTree } from "../../src/live-search/graph/live-tree.ts";
import { resolveAll, type Site } from "../../src/live-search/graph/resolve-all.ts";
import { resolvePlace } from "../../src/live-search/search-root.ts";

export interface Inverse {
  /** Calls that lead to one definition of the folder. */
  readonly resolved: number;
  /** Those that the definition's callers do not list, as `file:line name → file:line`. */
  readonly missing: readonly string[];
}

/** `admits`: which files' calls are looked at; `most` definitions, in the order in which they are first called. */
export async function inverseOf(
  directory: string,
  admits: (rel: string) => boolean = () => true,
  most = Number.POSITIVE_INFINITY,
): Promise<Inverse> {
  const tree = await LiveTree.open(resolvePlace({ directory }, {}, "code"), {}, true);
  try {
    const sites: Site[] = [];
    for (const rel of tree.rels.filter(admits)) {
      const file = await tree.prepare(rel);
      for (const call of file?.calls ?? []) if (file !== null) sites.push({ file, call });
    }
    await tree.scan(sites.map(({ call }) => call.name).filter((name) => /^[\w$]+$/.test(name)));
    const resolver = new CallResolver(tree);
    const resolutions = await resolveAll(tree, resolver, sites);
    const groups: { definition: SymbolPlace; calls: Site[] }[] = [];
    for (const [at, resolution] of resolutions.entries()) {
      const site = sites[at];
      if (resolution.kind !== "resolved" || site === undefined) continue;
      const known = groups.find(({ definition }) => sameSymbol(definition, resolution.definition));
      if (known !== undefined) known.calls.push(site);
      else if (groups.length < most) groups.push({ definition: resolution.definition, calls: [site] });
    }
    const missing: string[] = [];
    for (const { definition, calls } of groups) {
      const { places } = await namersOf(tree, new CallResolver(tree), [definition], () => true);
      const told = new Set(places.filter(({ isUse }) => !isUse).map(({ file, call }) => `${file.rel}:${call.offset}`));
      for (const { file, call } of calls) {
        if (told.has(`${file.rel}:${call.offset}`)) continue;
        const to = definition.file.symbol(definition.index);
        missing.push(`${file.rel}:${call.line} ${call.name} → ${definition.file.rel}:${to?.headLine} ${to?.name}`);
      }
    }
    return { resolved: groups.reduce((sum, { calls }) => sum + calls.length, 0), missing };
  } finally {
    tree.close();
  }
}
