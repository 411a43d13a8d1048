/** `symbol`, `callers`, `callees`: definitions and calls of a tree as it is now. Nothing is written. */
import { categorise } from "../corpus/categories.ts";
import { displayPath } from "../corpus/path-bytes.ts";
import { isWithin } from "../corpus/roots.ts";
import type { CallsRequest, CallsResult, SymbolRequest, SymbolResult } from "../request/graph.ts";
import { codeEnvironment } from "./code/environment.ts";
import { languageFilter } from "./code/language-filter.ts";
import { calleesOf, callersOf, type EdgeOptions } from "./graph/edges.ts";
import { LiveTree } from "./graph/live-tree.ts";
import { shownCall, shownDefinition } from "./graph/shown.ts";
import { definitionsNamed } from "./graph/targets.ts";
import type { LiveDeps } from "./live/deps.ts";
import { resolvePlace } from "./live/place.ts";

/** Definitions of one name whose calls are looked for. */
const MAX_TARGETS = 50;

/** Throws QsearchError: "usage", "refused", "not_found", "config", "cancelled". */
export async function findSymbol(request: SymbolRequest, deps: LiveDeps = {}): Promise<SymbolResult> {
  return withTree(request, deps, async (tree, admits) => {
    const found = await definitionsNamed(tree, request.name, admits);
    return {
      ...factsOf(tree, found.length > request.limit),
      definitions: found.slice(0, request.limit).map(shownDefinition),
    };
  });
}

/** Who calls it. Throws as findSymbol. */
export async function findCallers(request: CallsRequest, deps: LiveDeps = {}): Promise<CallsResult> {
  return withTree(request, deps, async (tree, admits) => {
    // The definition may stand anywhere: subpath and languages say where calls are looked for.
    const targets = await definitionsNamed(tree, request.name, () => true);
    return calls(tree, targets, () => callersOf(tree, targets.slice(0, MAX_TARGETS), options(request, admits)));
  });
}

/** What it calls. Throws as findSymbol. */
export async function findCallees(request: CallsRequest, deps: LiveDeps = {}): Promise<CallsResult> {
  return withTree(request, deps, async (tree, admits) => {
    const targets = await definitionsNamed(tree, request.name, admits);
    return calls(tree, targets, () =>
      calleesOf(
        tree,
        targets.slice(0, MAX_TARGETS),
        options(request, () => true),
      ),
    );
  });
}

function options({ depth, limit }: CallsRequest, admits: EdgeOptions["admits"]): EdgeOptions {
  return { depth, limit, admits };
}

type Targets = Awaited<ReturnType<typeof definitionsNamed>>;

async function calls(tree: LiveTree, targets: Targets, walk: () => ReturnType<typeof callersOf>): Promise<CallsResult> {
  const { edges, truncated, mentions } = await walk();
  return {
    ...factsOf(tree, truncated || targets.length > MAX_TARGETS),
    definitions: targets.slice(0, MAX_TARGETS).map(shownDefinition),
    calls: edges.map(shownCall),
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
  body: (tree: LiveTree, admits: (rel: string) => boolean) => Promise<Result>,
): Promise<Result> {
  const { trees } = codeEnvironment(deps.env);
  const languages = languageFilter(request.languages);
  const place = resolvePlace({ directory: request.directory, subpath: request.subpath }, deps, "code");
  const tree = await LiveTree.open(place, deps, trees);
  try {
    const admits = (rel: string) =>
      (place.start === "" || rel === place.start || isWithin(rel, place.start)) &&
      (languages === null || languages.has(categorise(rel).language ?? ""));
    return await body(tree, admits);
  } finally {
    tree.close();
  }
}

function factsOf(tree: LiveTree, truncated: boolean) {
  const { failed, beyond, partial } = tree.notParsed;
  return {
    directory: displayPath(tree.place.root),
    files_parsed: tree.parsed,
    files_not_parsed: failed + beyond,
    files_partial: partial,
    truncated,
  };
}
