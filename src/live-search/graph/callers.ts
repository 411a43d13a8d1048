/** Finds all places that name definitions: calls under any name, uses that are not calls, and mere mentions. */
import { canonical } from "../../call-graph/canonical.ts";
import { overriddenBy } from "../../call-graph/hierarchy.ts";
import type { CallResolver, Resolution } from "../../call-graph/resolver.ts";
import { isConstructor } from "../../call-graph/results.ts";
import { familyOf, rulesOf } from "../../call-graph/rules.ts";
import { type SymbolPlace, sameSymbol } from "../../call-graph/values.ts";
import { type GraphFile, isType } from "../../call-graph/world.ts";
import type { CallSite } from "../../symbols/file-symbols.ts";
import { indexAt, lineStarts } from "../../text/lines.ts";
import type { LiveTree } from "./live-tree.ts";
import { aliasesOf } from "./other-names.ts";
import { askAll, NOTHING_KNOWN, resolveAll, type Site } from "./resolve-all.ts";
import { countWord, standsFor, type Use, usesIn } from "./uses.ts";

export interface NamingPlace {
  readonly file: GraphFile;
  readonly call: CallSite;
  readonly resolution: Resolution;
  readonly isUse: boolean;
  readonly through: string | null;
}

/** Counts of other places with the definitions' own names. */
export interface Mentions {
  /** Calls by another name. */
  readonly otherNames: number;
  /** Uses that are not calls. */
  readonly handedOn: number;
  /** Files with the name that were not parsed as code. */
  readonly notRead: number;
  /** Other places of the name in the parsed files: comments, strings, types, other definitions. */
  readonly text: number;
}

export const NO_MENTIONS: Mentions = { otherNames: 0, handedOn: 0, notRead: 0, text: 0 };

/** Rounds of names that lead to further names. */
const MAX_ROUNDS = 4;
const MAX_NAMES = 40;
/** Calls that refer to a class without its name. */
const OF_CLASSES: ReadonlySet<string> = new Set(
  "super this self cls static parent base constructor __class__ new init __construct".split(" "),
);

/** Calls and uses that mean the targets, certain ones first. */
export async function namersOf(
  tree: LiveTree,
  resolver: CallResolver,
  targets: readonly SymbolPlace[],
  isListed: (rel: string) => boolean,
): Promise<{ places: readonly NamingPlace[]; mentions: Mentions }> {
  const own = new Set(targets.flatMap(calledAs));
  const families = new Set(targets.map(({ file }) => familyOf(file.language)));
  const named = await filesNaming(tree, targets, own, families);
  const ofClasses = targets.some(({ file, index }) => isClassLike(file, index));
  const calledObject = targets.some(
    ({ file, index }) => file.symbol(index)?.name === rulesOf(file.language).callMember,
  );
  const sites: Site[] = [];
  const uses: Use[] = [];
  for (const { file, names } of named) {
    if (!isListed(file.rel)) continue;
    await tree.preparePackage(file, [...names]);
    for (const call of file.calls) {
      const fits =
        names.has(call.name) ||
        file.records.computed.includes(call) ||
        calledObject ||
        (ofClasses && OF_CLASSES.has(call.name));
      if (fits) sites.push({ file, call });
    }
    uses.push(...usesIn(file, names));
  }
  const supers = await supersOf(tree, resolver, targets);
  const isTarget = (place: SymbolPlace) => {
    const one = canonical(resolver, place);
    return targets.some((target) => {
      const other = canonical(resolver, target);
      return sameSymbol(one, other) || isConstructorOf(other, one) || isConstructorOf(target, one);
    });
  };
  const resolutions = await resolveAll(tree, resolver, sites);
  const places: NamingPlace[] = sites.flatMap(({ file, call }, at) => {
    const lead = leadingTo(resolutions[at] ?? NOTHING_KNOWN, isTarget, supers, targets);
    return lead === null ? [] : [{ file, call, isUse: false, ...lead }];
  });
  const means = await askAll(tree, resolver, uses, (use) => standsFor(resolver, use, isTarget));
  const handedOn = uses.flatMap((use, at) => {
    const definition = means[at] ?? null;
    return definition === null ? [] : [asPlace(use, definition)];
  });
  const all = [...places, ...handedOn];
  const certain = ({ resolution }: NamingPlace) => Number(resolution.kind !== "resolved");
  const mentions = await mentionsOf(tree, own, named, all, targets);
  return { places: all.toSorted((a, b) => certain(a) - certain(b)), mentions };
}

interface NamedFile {
  readonly file: GraphFile;
  readonly names: ReadonlySet<string>;
}

/** Files that hold one of the names or an alias, with all names and aliases. */
async function filesNaming(
  tree: LiveTree,
  targets: readonly SymbolPlace[],
  own: ReadonlySet<string>,
  families: ReadonlySet<string>,
): Promise<NamedFile[]> {
  const everywhere = new Set([...own, ...targets.flatMap(sourceStems)]);
  const locals = new Map<string, Set<string>>();
  const files = new Map<string, GraphFile>();
  const isSource = (module: string) => targets.some((target) => mayBe(module, target));
  let fresh = [...everywhere];
  const unnamed = new Map<string, Set<number>>();
  for (const { file, index } of targets) {
    if (file.symbol(index)?.name !== "") continue;
    files.set(file.rel, file);
    unnamed.set(file.rel, new Set([...(unnamed.get(file.rel) ?? []), file.records.nodes[index]?.id ?? -1]));
  }
  for (let round = 0; (fresh.length > 0 || (round === 0 && files.size > 0)) && round < MAX_ROUNDS; round++) {
    await tree.scan(fresh, round === 0);
    for (const rel of new Set(fresh.flatMap((name) => tree.holders(name)))) {
      const language = tree.languageOf(rel);
      const wanted = language !== null && families.has(familyOf(language)) && !files.has(rel);
      const file = wanted ? await tree.prepare(rel) : null;
      if (file !== null) files.set(rel, file);
    }
    fresh = [];
    for (const [rel, file] of files) {
      const known = new Set([...everywhere, ...(locals.get(rel) ?? [])]);
      const found = aliasesOf(file, known, isSource, unnamed.get(rel));
      for (const name of found.local) known.add(name);
      // An alias of a local name may be visible in other files.
      const again = found.local.size === 0 ? found : aliasesOf(file, known, isSource);
      locals.set(rel, new Set([...(locals.get(rel) ?? []), ...found.local, ...again.local]));
      for (const name of [...found.everywhere, ...again.everywhere]) {
        if (everywhere.has(name) || everywhere.size >= MAX_NAMES) continue;
        everywhere.add(name);
        fresh.push(name);
      }
    }
  }
  return [...files.values()].map((file) => ({
    file,
    names: new Set([...everywhere, ...(locals.get(file.rel) ?? [])]),
  }));
}

/** A constructor is called by its class's name. */
function calledAs({ file, index }: SymbolPlace): string[] {
  const symbol = file.symbol(index);
  if (symbol === undefined) return [];
  const owner = file.symbol(symbol.parent);
  const made = owner !== undefined && isConstructor(symbol.name, owner.name) ? [owner.name] : [];
  return [...made, symbol.name].filter((name) => name !== "");
}

/** Names that other files use for the file, if the definition is its default export. */
function sourceStems({ file, index }: SymbolPlace): string[] {
  if (file.records.defaults.length === 0) return [];
  const node = file.records.nodes[index];
  const name = file.symbol(index)?.name ?? "";
  const isDefault = file.records.defaults.some(
    (value) =>
      value.id === node?.id ||
      (node !== undefined && value.start <= node.start && node.end <= value.end) ||
      file.text.slice(value.start, value.end) === name,
  );
  return isDefault ? [stemOf(file.rel)] : [];
}

function stemOf(rel: string): string {
  const parts = rel.replace(/\.\w+$/, "").split("/");
  const last = parts.at(-1) ?? "";
  return last === "index" ? (parts.at(-2) ?? last) : last;
}

function mayBe(module: string, { file }: SymbolPlace): boolean {
  const last =
    module
      .replace(/\.\w+$/, "")
      .split("/")
      .at(-1) ?? "";
  return last === stemOf(file.rel) || last === "index" || /^\.*$/.test(last);
}

function isClassLike(file: GraphFile, index: number): boolean {
  const symbol = file.symbol(index);
  if (symbol === undefined) return false;
  const owner = file.symbol(symbol.parent);
  return isType(symbol) || (owner !== undefined && isConstructor(symbol.name, owner.name));
}

function isConstructorOf(target: SymbolPlace, type: SymbolPlace): boolean {
  const symbol = target.file.symbol(target.index);
  const owner = type.file.symbol(type.index);
  return (
    symbol !== undefined &&
    owner !== undefined &&
    target.file === type.file &&
    symbol.parent === type.index &&
    isConstructor(symbol.name, owner.name)
  );
}

interface Super {
  readonly method: SymbolPlace;
  readonly owner: string;
  readonly target: SymbolPlace;
}

/** Methods that the targets implement or override. */
async function supersOf(tree: LiveTree, resolver: CallResolver, targets: readonly SymbolPlace[]): Promise<Super[]> {
  const found = await askAll(tree, resolver, targets, (target) => overriddenBy(resolver, target));
  return targets.flatMap((target, at) => (found[at] ?? []).map((one) => ({ ...one, target })));
}

/** The resolution if it means one of the targets, or may; null if it means something else. */
function leadingTo(
  resolution: Resolution,
  isTarget: (place: SymbolPlace) => boolean,
  supers: readonly Super[],
  targets: readonly SymbolPlace[],
): { resolution: Resolution; through: string | null } | null {
  if (resolution.kind === "resolved") {
    if (isTarget(resolution.definition)) return { resolution, through: null };
    const through = supers.filter(({ method }) => sameSymbol(method, resolution.definition));
    const [first] = through;
    if (first === undefined) return null;
    const definitions = through.map(({ target }) => target);
    return { resolution: { kind: "candidates", definitions }, through: first.owner };
  }
  if (resolution.kind !== "candidates") return null;
  if (resolution.definitions.some(isTarget)) return { resolution, through: null };
  const through = supers.find(({ method }) => resolution.definitions.some((place) => sameSymbol(place, method)));
  if (through === undefined) return null;
  return { resolution: { kind: "candidates", definitions: targets.slice(0, 1) }, through: through.owner };
}

function asPlace({ file, at, name }: Use, definition: SymbolPlace): NamingPlace {
  const starts = lineStarts(file.text);
  const line = Math.max(0, indexAt(starts, at)) + 1;
  const column = at - (starts[line - 1] ?? 0) + 1;
  const caller = file.symbolAt(at);
  const resolution: Resolution = { kind: "resolved", definition };
  return {
    file,
    call: { name, receiver: null, line, column, offset: at, caller },
    resolution,
    isUse: true,
    through: null,
  };
}

/** Counts the places of the names that are neither calls nor uses. */
async function mentionsOf(
  tree: LiveTree,
  own: ReadonlySet<string>,
  named: readonly NamedFile[],
  places: readonly NamingPlace[],
  targets: readonly SymbolPlace[],
): Promise<Mentions> {
  const read = new Set(named.map(({ file }) => file.rel));
  const notRead = new Set<string>();
  let text = 0;
  for (const name of own) {
    for (const rel of tree.mentioning(name)) if (!read.has(rel)) notRead.add(rel);
    for (const { file } of named) text += countWord(file.text, name);
  }
  const told = places.filter(({ call }) => own.has(call.name)).length;
  const otherNames = places.filter(({ call, isUse }) => !isUse && !own.has(call.name)).length;
  const handedOn = places.filter(({ isUse }) => isUse).length;
  return { otherNames, handedOn, notRead: notRead.size, text: Math.max(0, text - told - targets.length) };
}
