/** `symbol`, `callers`, `callees`: definitions and calls of a tree in its current state. Nothing is written. */
import { categorise } from "../../corpus/categories.ts";
import { displayPath } from "../../corpus/path-bytes.ts";
import { isWithin } from "../../corpus/roots.ts";
import type { CallsRequest, CallsResult, GraphCall, SymbolRequest, SymbolResult } from "../../request/graph-request.ts";
import { codeEnvironment } from "../code/environment.ts";
import { languageFilter } from "../code/language-filter.ts";
import type { LiveDeps } from "../deps.ts";
import { resolvePlace } from "../search-root.ts";
import { calleesOf, callersOf, type EdgeOptions } from "./edges.ts";
import { LiveTree } from "./live-tree.ts";
import {
  calleesByPatterns,
  callersByPatterns,
  definitionsByPatterns,
  type PatternDefinition,
  shownPattern,
} from "./patterns.ts";
import { shownCall, shownDefinition } from "./shown.ts";
import { definitionsNamed } from "./targets.ts";

/** Most bytes of a file that is read: beyond the tree limit, line patterns find its definitions. */
const MAX_SIZE = 5_000_000;
/** Most definitions of one name whose calls are searched. */
const MAX_TARGETS = 50;

/** Throws QsearchError: "usage", "refused", "not_found", "config", "cancelled". */
export async function findSymbol(request: SymbolRequest, deps: LiveDeps = {}): Promise<SymbolResult> {
  return withTree(request, deps, async (tree, isListed) => {
    const found = await definitionsNamed(tree, request.name, isListed);
    const others = await definitionsByPatterns(tree, request.name, isListed);
    const definitions = [...found.map(shownDefinition), ...others.map(shownPattern)];
    return {
      ...factsOf(tree, definitions.length > request.limit),
      definitions: definitions.slice(0, request.limit),
    };
  });
}

/** Finds the callers. Throws as findSymbol. */
export async function findCallers(request: CallsRequest, deps: LiveDeps = {}): Promise<CallsResult> {
  return withTree(request, deps, async (tree, isListed) => {
    // The definition may stand anywhere: subpath and languages limit only where calls are searched.
    const targets = await definitionsNamed(tree, request.name, () => true);
    const others = await definitionsByPatterns(tree, request.name, () => true);
    const further = await callersByPatterns(tree, request.name, others, isListed);
    const walk = () => callersOf(tree, targets.slice(0, MAX_TARGETS), options(request, isListed));
    return calls(tree, { targets, others, further, limit: request.limit }, walk);
  });
}

/** Finds the callees. Throws as findSymbol. */
export async function findCallees(request: CallsRequest, deps: LiveDeps = {}): Promise<CallsResult> {
  return withTree(request, deps, async (tree, isListed) => {
    const targets = await definitionsNamed(tree, request.name, isListed);
    const others = await definitionsByPatterns(tree, request.name, isListed);
    const further = calleesByPatterns(others);
    const everywhere = options(request, () => true);
    const walk = () => calleesOf(tree, targets.slice(0, MAX_TARGETS), everywhere);
    return calls(tree, { targets, others, further, limit: request.limit }, walk);
  });
}

function options({ depth, limit }: CallsRequest, isListed: EdgeOptions["isListed"]): EdgeOptions {
  return { depth, limit, isListed };
}

interface Found {
  readonly targets: Awaited<ReturnType<typeof definitionsNamed>>;
  /** Definitions by line patterns, and calls found in this way. */
  readonly others: readonly PatternDefinition[];
  readonly further: readonly GraphCall[];
  readonly limit: number;
}

async function calls(
  tree: LiveTree,
  { targets, others, further, limit }: Found,
  walk: () => ReturnType<typeof callersOf>,
): Promise<CallsResult> {
  const { edges, truncated, mentions } = await walk();
  const all = [...edges.map(shownCall), ...further];
  const definitions = [...targets.map(shownDefinition), ...others.map(shownPattern)];
  return {
    ...factsOf(tree, truncated || definitions.length > MAX_TARGETS || all.length > limit),
    definitions: definitions.slice(0, MAX_TARGETS),
    calls: all.slice(0, limit),
    mentions: {
      other_names: mentions.otherNames,
      handed_on: mentions.handedOn,
      not_read: mentions.notRead,
      text: mentions.text,
    },
  };
}

async function withTree<Result>(
  request: Pick<CallsRequest, "directory" | "subpath" | "languages">,
  deps: LiveDeps,
  body: (tree: LiveTree, isListed: (rel: string) => boolean) => Promise<Result>,
): Promise<Result> {
  const { trees } = codeEnvironment(deps.env);
  const languages = languageFilter(request.languages);
  const { policy, ...where } = resolvePlace({ directory: request.directory, subpath: request.subpath }, deps, "code");
  const place = { ...where, policy: { ...policy, maxSize: MAX_SIZE } };
  const tree = await LiveTree.open(place, deps, trees);
  try {
    const isListed = (rel: string) =>
      (place.start === "" || rel === place.start || isWithin(rel, place.start)) &&
      (languages === null || languages.has(categorise(rel).language ?? ""));
    return await body(tree, isListed);
  } finally {
    tree.close();
  }
}

function factsOf(tree: LiveTree, truncated: boolean) {
  const { files, partial } = tree.notParsed;
  return {
    directory: displayPath(tree.place.root),
    files_parsed: tree.parsed,
    files_not_parsed: files,
    files_partial: partial,
    left_out: tree.leftOut.map((each) => ({ ...each, languages: [...each.languages] })),
    truncated,
  };
}
