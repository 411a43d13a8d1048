/** Callers and callees of definitions, step by step, each call with how certain it is. */
import { CallResolver, type Resolution } from "../../code/graph/resolver.ts";
import { familyOf } from "../../code/graph/rules.ts";
import { type SymbolPlace, sameSymbol } from "../../code/graph/values.ts";
import { isFunction, type SourceFile } from "../../code/graph/world.ts";
import type { CallSite } from "../../code/symbols.ts";
import type { LiveTree } from "./live-tree.ts";

export interface Edge {
  /** Steps from what was asked for, from 1. */
  readonly depth: number;
  readonly file: SourceFile;
  readonly call: CallSite;
  /** The named function, method or type that the call stands in; null at the top of the file. */
  readonly caller: SymbolPlace | null;
  /** What it is on the way to: of callers the definition that is called, of callees what the call was followed to. */
  readonly resolution: Resolution;
}

export interface Edges {
  readonly edges: readonly Edge[];
  /** There are more, beyond the limit. */
  readonly truncated: boolean;
}

export interface EdgeOptions {
  readonly depth: number;
  /** Edges. */
  readonly limit: number;
  /** Which files' calls count. */
  readonly admits: (rel: string) => boolean;
}

/** Definitions that are followed at one step. */
const MAX_FOLLOWED = 60;

/** Calls that lead to the targets, then calls that lead to the functions around those, and so on. */
export function callersOf(tree: LiveTree, targets: readonly SymbolPlace[], options: EdgeOptions): Promise<Edges> {
  const resolver = new CallResolver(tree);
  return follow(targets, options, {
    step: (wanted, depth) => callsTo(tree, resolver, wanted, depth, options),
    // Only what is certain is gone on from.
    onward: ({ caller, resolution }) => (resolution.kind === "resolved" ? caller : null),
  });
}

/** What the targets call, then what that calls. */
export function calleesOf(tree: LiveTree, targets: readonly SymbolPlace[], options: EdgeOptions): Promise<Edges> {
  const resolver = new CallResolver(tree);
  return follow(targets, options, {
    // One more than there is room for tells that there are more.
    step: (wanted, depth, room) => callsFrom(tree, resolver, wanted, depth, room + 1),
    onward: ({ resolution }) =>
      resolution.kind === "resolved" && options.admits(resolution.definition.file.rel) ? resolution.definition : null,
  });
}

interface Direction {
  /** Edges of the definitions; `room` is how many more are shown. */
  readonly step: (wanted: readonly SymbolPlace[], depth: number, room: number) => Promise<readonly Edge[]>;
  /** What an edge leads to at the next step, null where nothing is to be followed. */
  readonly onward: (edge: Edge) => SymbolPlace | null;
}

/** Step by step from the targets, each definition once. */
async function follow(
  targets: readonly SymbolPlace[],
  options: EdgeOptions,
  { step, onward }: Direction,
): Promise<Edges> {
  const edges: Edge[] = [];
  const seen: SymbolPlace[] = [...targets];
  let truncated = false;
  let wanted: readonly SymbolPlace[] = targets;
  for (let depth = 1; depth <= options.depth && wanted.length > 0; depth++) {
    const room = options.limit - edges.length;
    const found = await step(wanted, depth, room);
    truncated ||= found.length > room;
    edges.push(...found.slice(0, room));
    const next: SymbolPlace[] = [];
    for (const edge of found) {
      const place = onward(edge);
      if (place === null || seen.some((other) => sameSymbol(other, place))) continue;
      seen.push(place);
      next.push(place);
    }
    truncated ||= next.length > MAX_FOLLOWED;
    wanted = next.slice(0, MAX_FOLLOWED);
  }
  return { edges, truncated };
}

async function callsTo(
  tree: LiveTree,
  resolver: CallResolver,
  targets: readonly SymbolPlace[],
  depth: number,
  { admits }: EdgeOptions,
): Promise<Edge[]> {
  const names = new Set(targets.map(calledAs));
  await tree.scan([...names]);
  const families = new Set(targets.map(({ file }) => familyOf(file.language)));
  const holders = tree.rels.filter((rel) => admits(rel) && [...names].some((name) => holds(tree, name, rel)));
  const sites: Site[] = [];
  for (const rel of holders) {
    const language = tree.languageOf(rel);
    if (language === null || !families.has(familyOf(language))) continue;
    const file = await tree.prepare(rel);
    if (file === null) continue;
    await tree.preparePackage(file, [...names]);
    const aliases = aliasesOf(file, names);
    for (const call of file.found.calls) if (names.has(call.name) || aliases.has(call.name)) sites.push({ file, call });
  }
  const resolutions = await resolveAll(tree, resolver, sites);
  const edges = sites.flatMap(({ file, call }, at): Edge[] => {
    const resolution = leadingTo(resolutions[at] ?? NOTHING_KNOWN, targets);
    return resolution === null ? [] : [{ depth, file, call, caller: callerOf(file, call.caller), resolution }];
  });
  // What is certain first: a limit cuts what is not.
  const certain = ({ resolution }: Edge) => Number(resolution.kind !== "resolved");
  return edges.toSorted((a, b) => certain(a) - certain(b));
}

const holderSets = new WeakMap<readonly string[], ReadonlySet<string>>();

function holds(tree: LiveTree, name: string, rel: string): boolean {
  const list = tree.holders(name);
  const set = holderSets.get(list) ?? new Set(list);
  holderSets.set(list, set);
  return set.has(rel);
}

/** A constructor is called by its class's name. */
function calledAs({ file, index }: SymbolPlace): string {
  const symbol = file.symbol(index);
  const owner = symbol === undefined ? undefined : file.symbol(symbol.parent);
  if (symbol !== undefined && owner !== undefined && isConstructor(symbol.name)) return owner.name;
  return symbol?.name ?? "";
}

function isConstructor(name: string): boolean {
  return (
    name === "__init__" || name === "constructor" || name === "init" || name === "__construct" || name === "initialize"
  );
}

/** Other names by which a file imports one of the names. */
function aliasesOf(file: SourceFile, names: ReadonlySet<string>): ReadonlySet<string> {
  const aliases = file.found.imports.filter(({ name, alias }) => names.has(name) && alias !== name && alias !== "*");
  return new Set(aliases.map(({ alias }) => alias));
}

/** The resolution where it means one of the targets, or may; null where it means something else. */
function leadingTo(resolution: Resolution, targets: readonly SymbolPlace[]): Resolution | null {
  const isTarget = (place: SymbolPlace) =>
    targets.some((target) => sameSymbol(target, place) || isConstructorOf(target, place));
  if (resolution.kind === "resolved") return isTarget(resolution.definition) ? resolution : null;
  return resolution.kind === "candidates" && resolution.definitions.some(isTarget) ? resolution : null;
}

function isConstructorOf(target: SymbolPlace, type: SymbolPlace): boolean {
  const symbol = target.file.symbol(target.index);
  return (
    symbol !== undefined && isConstructor(symbol.name) && target.file === type.file && symbol.parent === type.index
  );
}

async function callsFrom(
  tree: LiveTree,
  resolver: CallResolver,
  targets: readonly SymbolPlace[],
  depth: number,
  most: number,
): Promise<Edge[]> {
  const sites = targets.flatMap(({ file, index }) => {
    const calls = file.found.calls.filter(({ caller }) => isWithin(file, caller, index));
    return calls.map((call) => ({ file, call }));
  });
  const kept = sites.slice(0, most);
  await tree.scan(kept.map(({ call }) => call.name));
  for (const { file, call } of kept) {
    await tree.prepare(file.rel);
    await tree.preparePackage(file, [call.name]);
  }
  const resolutions = await resolveAll(tree, resolver, kept);
  return kept.map(({ file, call }, at) => {
    return { depth, file, call, caller: callerOf(file, call.caller), resolution: resolutions[at] ?? NOTHING_KNOWN };
  });
}

export interface Site {
  readonly file: SourceFile;
  readonly call: CallSite;
}

const NOTHING_KNOWN: Resolution = { kind: "unresolved", why: "unknown" };
/** A name leads to another one, and that to a third. */
const MAX_ROUNDS = 12;

/** What each call means. Names that turn out to matter are looked for in the tree, and what asked for them is asked again. */
export async function resolveAll(
  tree: LiveTree,
  resolver: CallResolver,
  sites: readonly Site[],
): Promise<readonly Resolution[]> {
  const resolutions: Resolution[] = [];
  let open = [...sites.keys()];
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round++) {
    const names = new Set<string>();
    const again: number[] = [];
    tree.takeMissing();
    for (const at of open) {
      const site = sites[at];
      if (site === undefined) continue;
      resolutions[at] = resolver.resolve(site.file, site.call);
      const missing = tree.takeMissing();
      if (missing.length > 0) again.push(at);
      for (const name of missing) names.add(name);
      await tree.rest();
    }
    await tree.scan([...names]);
    resolver.forget();
    open = again;
  }
  return resolutions;
}

function isWithin(file: SourceFile, scope: number, index: number): boolean {
  for (let at = scope; at >= 0; at = file.symbol(at)?.parent ?? -1) if (at === index) return true;
  return false;
}

/** The innermost symbol with a name; an anonymous function belongs to what is around it. */
function callerOf(file: SourceFile, scope: number): SymbolPlace | null {
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
