/**
 * Whether one path may be shown under the rules in force now: checked at search and read time, so a new ignore rule counts
 * before the next index run. Agrees with the walk: admitted ⇔ listed (property test).
 */
import { QsearchError } from "../errors.ts";
import { FolderFinder, type FoundOnDisk } from "./finder.ts";
import type { CorpusPolicy } from "./policy.ts";
import { RootTree } from "./tree.ts";

/** Caches the rules of visited folders. Make one per search, so that rules are read only once. */
export class AdmissionCache {
  private readonly finders = new Map<CorpusPolicy, Map<string, FolderFinder | null>>();

  finder(root: string, policy: CorpusPolicy): FolderFinder | null {
    let byRoot = this.finders.get(policy);
    if (byRoot === undefined) {
      byRoot = new Map();
      this.finders.set(policy, byRoot);
    }
    let finder = byRoot.get(root);
    if (finder === undefined) {
      finder = makeFinder(root, policy);
      byRoot.set(root, finder);
    }
    return finder;
  }
}

/**
 * Whether the walk of `root` (canonical) lists the file `rel` now. False for a path that is missing, excluded, a link (unless
 * followed), not a regular file, or beneath a missing root.
 */
export function isAdmitted(
  root: string,
  rel: string,
  policy: CorpusPolicy,
  cache: AdmissionCache = new AdmissionCache(),
): boolean {
  return admittedFile(root, rel, policy, cache) !== null;
}

/** As `isAdmitted`, with the file's stamp. */
export function admittedFile(
  root: string,
  rel: string,
  policy: CorpusPolicy,
  cache: AdmissionCache,
): FoundOnDisk | null {
  return cache.finder(root, policy)?.findFile(rel) ?? null;
}

/** Whether the walk of `root` enters the folder `rel` now; "" is the root itself. */
export function isFolderAdmitted(
  root: string,
  rel: string,
  policy: CorpusPolicy,
  cache = new AdmissionCache(),
): boolean {
  const found = cache.finder(root, policy)?.find(rel) ?? null;
  return found !== null && "folder" in found;
}

function makeFinder(root: string, policy: CorpusPolicy): FolderFinder | null {
  try {
    return new FolderFinder(new RootTree(root, policy));
  } catch (error) {
    if (error instanceof QsearchError && error.code === "root_unavailable") return null;
    throw error;
  }
}
