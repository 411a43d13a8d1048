/** Callers and callees of the best blocks, as relation lines: certain, possible and unknown ones separately. */

import type { SymbolPlace } from "../../call-graph/values.ts";
import { displayPath } from "../../corpus/path-bytes.ts";
import type { LiveDeps } from "../deps.ts";
import { calleesOf, callersOf, type Edge } from "../graph/edges.ts";
import { LiveTree } from "../graph/live-tree.ts";
import { qualifiedName } from "../graph/targets.ts";
import type { SearchRoot } from "../search-root.ts";
import type { CodeBlock } from "./blocks.ts";

/** Most calls of one block examined in each direction. */
const MOST_CALLS = 60;
/** Most places named in one line. */
const MOST_NAMED = 12;

export interface CallGraph {
  /** Lines by block; a block without parsed symbols has none. */
  readonly lines: ReadonlyMap<CodeBlock, readonly string[]>;
  /** Definitions that the blocks certainly call, nearest first. */
  readonly called: readonly SymbolPlace[];
}

/** Throws "cancelled". */
export async function callLines(
  place: SearchRoot,
  blocks: readonly CodeBlock[],
  depth: number,
  deps: LiveDeps,
  trees: boolean,
): Promise<CallGraph> {
  const lines = new Map<CodeBlock, readonly string[]>();
  const called: { readonly depth: number; readonly place: SymbolPlace }[] = [];
  const tree = await LiveTree.open(place, deps, trees);
  try {
    const options = { depth, limit: MOST_CALLS, isListed: () => true };
    for (const block of blocks) {
      const target = await placeIn(tree, block);
      if (target === null) continue;
      const callers = await callersOf(tree, [target], options);
      const callees = await calleesOf(tree, [target], options);
      for (const { depth: step, resolution } of callees.edges)
        if (resolution.kind === "resolved") called.push({ depth: step, place: resolution.definition });
      lines.set(block, [...callerLines(callers.edges), ...calleeLines(callees.edges)]);
    }
  } finally {
    tree.close();
  }
  return { lines, called: called.toSorted((a, b) => a.depth - b.depth).map(({ place: reached }) => reached) };
}

async function placeIn(tree: LiveTree, { file, definition }: CodeBlock): Promise<SymbolPlace | null> {
  if (definition === null) return null;
  const read = await tree.prepare(file.rel);
  // A file that changed meanwhile may have another symbol at the offset.
  if (read === null || read.text !== file.source.text) return null;
  const index = read.found.symbols.findIndex(({ nameStart }) => nameStart === definition.nameStart);
  return index < 0 ? null : { file: read, index };
}

function callerLines(edges: readonly Edge[]): string[] {
  const from = ({ file, call, caller }: Edge) => {
    return `${displayPath(file.rel)}:${call.line}${caller === null ? "" : ` ${qualifiedName(caller.file, caller.index)}`}`;
  };
  return byDepth(edges, (own, step) => [
    line(`called_by${step}`, own.filter(({ resolution, isUse }) => resolution.kind === "resolved" && !isUse).map(from)),
    line(`maybe_called_by${step}`, own.filter(({ resolution }) => resolution.kind === "candidates").map(from)),
    line(`handed_on_by${step}`, own.filter(({ isUse }) => isUse).map(from)),
  ]);
}

function calleeLines(edges: readonly Edge[]): string[] {
  return byDepth(edges, (own, step) => {
    const texts = {
      resolved: [] as string[],
      candidates: [] as string[],
      external: [] as string[],
      unresolved: [] as string[],
    };
    for (const { call, resolution } of own) texts[resolution.kind].push(calleeText(call.name, resolution));
    return [
      line(`calls_to${step}`, texts.resolved),
      line(`calls_candidates${step}`, texts.candidates),
      line(`calls_outside${step}`, texts.external),
      line(`calls_unresolved${step}`, texts.unresolved),
    ];
  });
}

function calleeText(name: string, resolution: Edge["resolution"]): string {
  if (resolution.kind === "resolved") return `${name}=${at(resolution.definition)}`;
  if (resolution.kind === "candidates") return `${name}=${resolution.definitions.slice(0, 4).map(at).join("|")}`;
  return name;
}

function at({ file, index }: SymbolPlace): string {
  return `${displayPath(file.rel)}:${file.symbol(index)?.headLine ?? 0}`;
}

/** Steps after the first are numbered: `called_by.2`. */
function byDepth(edges: readonly Edge[], lines: (own: readonly Edge[], step: string) => string[]): string[] {
  const groups = [...Map.groupBy(edges, ({ depth }) => depth)].sort(([a], [b]) => a - b);
  return groups.flatMap(([depth, own]) => lines(own, depth === 1 ? "" : `.${depth}`)).filter((text) => text !== "");
}

function line(key: string, all: readonly string[]): string {
  const named = [...new Set(all)];
  if (named.length === 0) return "";
  const more = named.length > MOST_NAMED ? `, and ${named.length - MOST_NAMED} more` : "";
  return `${key}:${named.slice(0, MOST_NAMED).join(", ")}${more}`.toWellFormed();
}
