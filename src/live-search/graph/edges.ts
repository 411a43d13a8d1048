/** Callers and callees of definitions, step by step, each call with its certainty. */
import { implementationsOf, isDeclared } from "../../call-graph/hierarchy.ts";
import { CallResolver, type Resolution } from "../../call-graph/resolver.ts";
import { type SymbolPlace, sameSymbol } from "../../call-graph/values.ts";
import { type GraphFile, isFunction } from "../../call-graph/world.ts";
import type { CallSite } from "../../symbols/file-symbols.ts";
import { type Mentions, NO_MENTIONS, namersOf } from "./callers.ts";
import type { LiveTree } from "./live-tree.ts";
import { askAll, NOTHING_KNOWN, resolveAll } from "./resolve-all.ts";

export interface Edge {
  /** Steps from the requested definition, from 1. */
  readonly depth: number;
  readonly file: GraphFile;
  readonly call: CallSite;
  /** The named function, method or type around the call; null at the top of the file. */
  readonly caller: SymbolPlace | null;
  /** Target of the step: for callers the called definition, for callees the definition that the call leads to. */
  readonly resolution: Resolution;
  /** Whether the place is no call but a use of the definition as a value. */
  readonly isUse: boolean;
  /** The type whose method is called, if the requested definition implements that method. */
  readonly through: string | null;
}

export interface Edges {
  readonly edges: readonly Edge[];
  /** Whether more edges exist beyond the limit. */
  readonly truncated: boolean;
  /** For the first step: other places that name the definitions. */
  readonly mentions: Mentions;
}

export interface EdgeOptions {
  readonly depth: number;
  /** Most edges. */
  readonly limit: number;
  /** Whether a file's calls count. */
  readonly isListed: (rel: string) => boolean;
}

/** Most definitions followed in one step. */
const MAX_FOLLOWED = 60;

/** Calls of the targets, then calls of the functions around those calls, and so on. */
export async function callersOf(tree: LiveTree, targets: readonly SymbolPlace[], options: EdgeOptions): Promise<Edges> {
  const resolver = new CallResolver(tree);
  let mentions = NO_MENTIONS;
  const found = await follow(targets, options, {
    step: async (wanted, depth) => {
      const namers = await namersOf(tree, resolver, wanted, options.isListed);
      if (depth === 1) mentions = namers.mentions;
      return namers.places.map((place) => ({ ...place, depth, caller: callerOf(place.file, place.call.caller) }));
    },
    // Only certain calls are followed.
    onward: async (edges) =>
      edges.flatMap(({ caller, resolution, isUse }) =>
        resolution.kind === "resolved" && !isUse && caller !== null ? [caller] : [],
      ),
  });
  return { ...found, mentions };
}

/** The targets' calls, then the calls of the called definitions. */
export async function calleesOf(tree: LiveTree, targets: readonly SymbolPlace[], options: EdgeOptions): Promise<Edges> {
  const resolver = new CallResolver(tree);
  const found = await follow(targets, options, {
    // One edge more than the room shows that more exist.
    step: (wanted, depth, room) => callsFrom(tree, resolver, wanted, depth, room + 1),
    onward: (edges) => definitionsReached(tree, resolver, edges, options.isListed),
  });
  return { ...found, mentions: NO_MENTIONS };
}

/** Definitions that certain calls run: for a mere declaration its implementation, if there is exactly one. */
async function definitionsReached(
  tree: LiveTree,
  resolver: CallResolver,
  edges: readonly Edge[],
  isListed: EdgeOptions["isListed"],
): Promise<SymbolPlace[]> {
  const called = edges.flatMap(({ resolution }) => (resolution.kind === "resolved" ? [resolution.definition] : []));
  const reached = await askAll(tree, resolver, called, (place) => {
    if (!isDeclared(place.file, place.index)) return place;
    const [only, ...more] = implementationsOf(resolver, place);
    return only === undefined || more.length > 0 ? place : only;
  });
  return reached.filter(({ file }) => isListed(file.rel));
}

interface Direction {
  /** Edges of the definitions; `room` is the number of further edges that can be shown. */
  readonly step: (wanted: readonly SymbolPlace[], depth: number, room: number) => Promise<readonly Edge[]>;
  /** Definitions for the next step. */
  readonly onward: (edges: readonly Edge[]) => Promise<readonly SymbolPlace[]>;
}

/** Follows the graph step by step from the targets, each definition once. */
async function follow(
  targets: readonly SymbolPlace[],
  options: EdgeOptions,
  { step, onward }: Direction,
): Promise<Omit<Edges, "mentions">> {
  const edges: Edge[] = [];
  const seen: SymbolPlace[] = [...targets];
  let truncated = false;
  let wanted: readonly SymbolPlace[] = targets;
  for (let depth = 1; depth <= options.depth && wanted.length > 0; depth++) {
    const room = options.limit - edges.length;
    const found = await step(wanted, depth, room);
    truncated ||= found.length > room;
    edges.push(...found.slice(0, room));
    if (depth === options.depth) break;
    const next: SymbolPlace[] = [];
    for (const place of await onward(found)) {
      if (seen.some((other) => sameSymbol(other, place))) continue;
      seen.push(place);
      next.push(place);
    }
    truncated ||= next.length > MAX_FOLLOWED;
    wanted = next.slice(0, MAX_FOLLOWED);
  }
  return { edges, truncated };
}

async function callsFrom(
  tree: LiveTree,
  resolver: CallResolver,
  targets: readonly SymbolPlace[],
  depth: number,
  most: number,
): Promise<Edge[]> {
  const sites = targets.flatMap(({ file, index }) => {
    const calls = file.calls.filter(({ caller }) => isWithin(file, caller, index));
    return calls.map((call) => ({ file, call }));
  });
  const kept = sites.slice(0, most);
  await tree.scan(kept.map(({ call }) => call.name));
  for (const { file, call } of kept) {
    await tree.prepare(file.rel);
    await tree.preparePackage(file, [call.name]);
  }
  const resolutions = await resolveAll(tree, resolver, kept);
  return kept.map(({ file, call }, at) => ({
    depth,
    file,
    call,
    caller: callerOf(file, call.caller),
    resolution: resolutions[at] ?? NOTHING_KNOWN,
    isUse: false,
    through: null,
  }));
}

function isWithin(file: GraphFile, scope: number, index: number): boolean {
  for (let at = scope; at >= 0; at = file.symbol(at)?.parent ?? -1) if (at === index) return true;
  return false;
}

/** The innermost named symbol; an anonymous function belongs to the symbol around it. */
function callerOf(file: GraphFile, scope: number): SymbolPlace | null {
  for (let at = scope; at >= 0; at = file.symbol(at)?.parent ?? -1) {
    const symbol = file.symbol(at);
    if (
      symbol !== undefined &&
      symbol.name !== "" &&
      (isFunction(symbol) || symbol.kind !== "constant" || symbol.parent === -1)
    )
      return { file, index: at };
  }
  return null;
}
