/**
 * A root as a tree of folders with known rules: the common base of the walk and of single-path admission. `path` is a folder's
 * place on disk; beyond a followed link (agent roots) it differs from root + rel.
 */
import { lstatSync, type Stats, statSync } from "node:fs";
import { FileError, QsearchError } from "../errors.ts";
import type { IgnoreFiles } from "./ignore-scopes.ts";
import { type FolderRules, ListingRules } from "./listing-rules.ts";
import { displayPath, systemPath } from "./path-bytes.ts";
import type { CorpusPolicy, SkipReason } from "./policy.ts";
import { isWithin, joinPath, realPath } from "./roots.ts";

/** A folder that may be entered. Its own ignore files are not read yet: `RootTree.rulesOf` reads them. */
export interface Folder {
  /** Path beneath the root, "" for the root. */
  readonly rel: string;
  /** Canonical path on disk. */
  readonly path: string;
  /** Rules in force for the folder itself, null for the root. */
  readonly above: FolderRules | null;
  /** The folders with the links followed so far, the last one first. */
  readonly jumps: Jump | null;
}

interface Jump {
  readonly folder: string;
  readonly before: Jump | null;
}

/** The verdict about an entry: a folder to enter, a file, or skipped for a reason. */
export type TreeEntry = { readonly folder: Folder } | { readonly file: true } | { readonly skipped: SkipReason };

export class RootTree {
  readonly isFile: boolean;
  private readonly rules: ListingRules;

  /** Throws QsearchError "root_unavailable" when the root is missing, or an ignore file above it cannot be read. */
  constructor(
    readonly root: string,
    readonly policy: CorpusPolicy,
    deeperRoots: readonly string[] = [],
  ) {
    const stats = rootStats(root);
    this.isFile = stats.isFile();
    if (!this.isFile && !stats.isDirectory()) throw rootUnavailable(root, "is neither a folder nor a regular file");
    try {
      this.rules = new ListingRules(root, policy, new Set(deeperRoots.filter((deeper) => deeper !== root)));
    } catch (error) {
      throw error instanceof FileError ? rootUnavailable(root, `has ignore rules above it: ${error.message}`) : error;
    }
  }

  /** The root folder; null when it lies in the data directory. */
  top(): Folder | null {
    const { dataDir } = this.policy;
    if (dataDir !== null && isWithin(this.root, dataDir)) return null;
    return { rel: "", path: this.root, above: null, jumps: null };
  }

  /** Rules in force for a folder's entries. Throws FileError when one of its ignore files cannot be read. */
  rulesOf(folder: Folder, present: IgnoreFiles): FolderRules {
    return folder.above === null
      ? this.rules.rootRules(present)
      : this.rules.rulesIn(folder.above, folder.rel, folder.path, present);
  }

  /** Null when the file `name` is listed; `rel` is its path beneath the root, `rules` those of its folder. */
  judgeFile(rules: FolderRules, rel: string, name: string): SkipReason | null {
    return this.rules.file(rules, rel, name);
  }

  /** The sub-folder to enter, or the reason to skip it. */
  enter(folder: Folder, rules: FolderRules, name: string): Folder | SkipReason {
    const rel = childRel(folder, name);
    const path = joinPath(folder.path, name);
    return this.rules.folder(rules, rel, name, path) ?? { rel, path, above: rules, jumps: folder.jumps };
  }

  /**
   * The target of a link, where the policy follows links. Throws QsearchError "io" for a broken link and for a link back to a
   * folder on its own path, FileError "not_regular" for a link out of the allowed folders.
   */
  follow(folder: Folder, rules: FolderRules, name: string): TreeEntry {
    if (!this.policy.followLinks) return { skipped: "link" };
    const rel = childRel(folder, name);
    const link = joinPath(folder.path, name);
    // Judged by name before the link is resolved: a broken link in an ignored place stops nothing.
    const asFile = this.rules.file(rules, rel, name);
    const asFolder = this.rules.folder(rules, rel, name, link);
    if (asFile !== null && asFolder !== null) return { skipped: asFolder };
    const target = realPath(link);
    const stats = target === null ? undefined : targetStats(target);
    if (target === null || stats === undefined) throw walkStopped(joinPath(this.root, rel), "is a broken link");
    const { allow, dataDir } = this.policy;
    if (allow !== null && !allow.some((allowed) => isWithin(target, allowed))) {
      throw new FileError("not_regular", "A link that leads out of the folders allowed");
    }
    if (dataDir !== null && isWithin(target, dataDir)) return { skipped: "data_dir" };
    if (stats.isFile()) return asFile === null ? { file: true } : { skipped: asFile };
    if (!stats.isDirectory()) return { skipped: "special" };
    if (asFolder !== null) return { skipped: asFolder };
    const jumps: Jump = { folder: folder.path, before: folder.jumps };
    for (let jump: Jump | null = jumps; jump !== null; jump = jump.before) {
      if (isWithin(jump.folder, target))
        throw walkStopped(joinPath(this.root, rel), "is a link that leads back to itself");
    }
    return { folder: { rel, path: target, above: rules, jumps } };
  }
}

/** The error that stops the walk of an agent root before anything changes. `path` is absolute. */
export function walkStopped(path: string, fault: string): QsearchError {
  return new QsearchError("io", `${displayPath(path)} ${fault}`, "Mend or remove it, or put it into .searchignore");
}

export function rootUnavailable(root: string, fault: string): QsearchError {
  return new QsearchError(
    "root_unavailable",
    `Root ${displayPath(root)} ${fault}`,
    "Make it readable, or remove it from the roots",
  );
}

export function childRel(folder: Folder, name: string): string {
  return folder.rel === "" ? name : `${folder.rel}/${name}`;
}

function rootStats(root: string): Stats {
  try {
    return lstatSync(systemPath(root));
  } catch {
    throw rootUnavailable(root, "is missing or cannot be read");
  }
}

function targetStats(path: string): Stats | undefined {
  try {
    return statSync(systemPath(path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
