/**
 * The files of a root, folder by folder, without opening any file. The order is the same on every machine: a folder's
 * files in byte order, then its sub-folders in byte order, each with its whole content.
 * A folder swapped for a link during the walk counts as gone (listing.ts; where folders are listed by path the swap can at
 * worst add names, and open.ts refuses to open them).
 */

import { FileError, QsearchError } from "../errors.ts";
import { extensionOf } from "./categories.ts";
import { FolderFinder } from "./finder.ts";
import { GIT } from "./git-excludes.ts";
import { GITIGNORE, SEARCHIGNORE } from "./ignore-scopes.ts";
import { type FolderListing, listFolder } from "./listing.ts";
import type { FolderRules } from "./listing-rules.ts";
import { comparePaths } from "./path-bytes.ts";
import type { CorpusPolicy, SkipReason } from "./policy.ts";
import { joinPath } from "./roots.ts";
import { childRel, type Folder, RootTree, rootUnavailable, walkStopped } from "./tree.ts";

/** The content of one folder. Paths are beneath the root; "" is the root itself. */
export interface FolderBatch {
  readonly folder: string;
  /** Paths of files to read, in byte order; "" for a root that is a file. */
  readonly files: string[];
  /**
   * Entries that could not be listed: the folder itself, or a link in it. Files beneath them are unknown, so none may be
   * pruned.
   */
  readonly errors: { readonly rel: string; readonly message: string }[];
}

export interface WalkOptions {
  readonly signal?: AbortSignal;
  /** Walk only this folder or file beneath the root; the rules of all folders above it count. */
  readonly start?: string;
  /** Walk only these places beneath the root, none inside another; instead of `start`. */
  readonly starts?: readonly string[];
  /** Absolute canonical paths of other roots, which own everything beneath them. */
  readonly deeperRoots?: readonly string[];
  /** Counts skipped entries, by reason; a skipped folder counts once. */
  readonly skipped?: Map<SkipReason, number>;
  /** Counts files that no reader takes, by extension. */
  readonly unread?: Map<string, number>;
}

/** Most folders reached by links: nested links to folders can multiply without a cycle. */
const MAX_LINKED_FOLDERS = 10_000;

/**
 * Lists a root (a canonical path). Throws QsearchError: "root_unavailable" when the root is missing or unreadable,
 * "cancelled", and for a policy that follows links "io" on a cycle, a broken link or an unreadable folder. A start that
 * is missing or not admitted lists nothing.
 */
export function* walkRoot(root: string, policy: CorpusPolicy, options: WalkOptions = {}): Generator<FolderBatch> {
  const { start = "", starts = [start], deeperRoots } = options;
  const tree = new RootTree(root, policy, deeperRoots);
  if (tree.isFile) {
    if (starts.includes("")) yield { folder: "", files: [""], errors: [] };
    return;
  }
  const walk = new Walk(tree, options);
  const finder = new FolderFinder(tree);
  for (const place of starts) {
    const found = finder.find(place);
    if (found === null) continue;
    if ("folder" in found) yield* walk.from(found.folder);
    else yield { folder: parentOf(place), files: [place], errors: [] };
  }
}

class Walk {
  private linkedFolders = 0;

  constructor(
    private readonly tree: RootTree,
    private readonly options: WalkOptions,
  ) {}

  *from(first: Folder): Generator<FolderBatch> {
    const pending: Folder[] = [first];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      if (this.options.signal?.aborted) throw new QsearchError("cancelled", "The walk was stopped");
      const batch: FolderBatch = { folder: folder.rel, files: [], errors: [] };
      const entered = this.read(folder, batch);
      for (let i = entered.length - 1; i >= 0; i--) {
        const next = entered[i];
        if (next !== undefined) pending.push(next);
      }
      yield batch;
    }
  }

  /** Fills the batch; returns the sub-folders to enter, in byte order. */
  private read(folder: Folder, batch: FolderBatch): Folder[] {
    let listing: FolderListing;
    let rules: FolderRules;
    try {
      listing = listFolder(folder.path);
      rules = this.tree.rulesOf(folder, {
        gitignore: listing.files.includes(GITIGNORE),
        searchignore: listing.files.includes(SEARCHIGNORE),
        repository: listing.folders.includes(GIT) || listing.files.includes(GIT),
      });
    } catch (error) {
      this.unreadable(folder, batch, error);
      return [];
    }
    const lead = childRel(folder, "");
    for (const name of listing.files) {
      const rel = lead + name;
      const skipped = this.tree.judgeFile(rules, rel, name);
      if (skipped === null) batch.files.push(rel);
      else this.count(skipped);
      if (skipped === "binary") this.countUnread(name);
    }
    this.count("special", listing.specials.length);
    return this.enterable(folder, rules, listing, batch);
  }

  private enterable(folder: Folder, rules: FolderRules, listing: FolderListing, batch: FolderBatch): Folder[] {
    const entered: Folder[] = [];
    for (const name of listing.folders) {
      const next = this.tree.enter(folder, rules, name);
      if (typeof next === "string") this.count(next);
      else entered.push(next);
    }
    if (listing.links.length === 0) return entered;
    if (!this.tree.policy.followLinks) {
      this.count("link", listing.links.length);
      return entered;
    }
    for (const name of listing.links) this.follow(folder, rules, name, batch, entered);
    // Merges links into the order of files and folders.
    batch.files.sort(comparePaths);
    return entered.sort((a, b) => comparePaths(a.rel, b.rel));
  }

  private follow(folder: Folder, rules: FolderRules, name: string, batch: FolderBatch, entered: Folder[]): void {
    try {
      const entry = this.tree.follow(folder, rules, name);
      if ("skipped" in entry) this.count(entry.skipped);
      else if ("file" in entry) batch.files.push(childRel(folder, name));
      else {
        this.linkedFolders++;
        entered.push(entry.folder);
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      batch.errors.push({ rel: childRel(folder, name), message: error.message });
    }
    if (this.linkedFolders > MAX_LINKED_FOLDERS) {
      throw walkStopped(this.tree.root, `leads through over ${MAX_LINKED_FOLDERS} links to folders`);
    }
  }

  private unreadable(folder: Folder, batch: FolderBatch, error: unknown): void {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!(error instanceof FileError) && !/^E[A-Z]+$/.test(code)) throw error;
    const fault = error instanceof FileError ? error.message : `cannot be read (${code})`;
    if (folder.above === null) throw rootUnavailable(this.tree.root, fault);
    // Since its parent was listed the folder has vanished or become something else: nothing is beneath it.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return;
    if (this.tree.policy.followLinks) throw walkStopped(joinPath(this.tree.root, folder.rel), fault);
    batch.errors.push({ rel: folder.rel, message: fault });
  }

  private countUnread(name: string): void {
    const { unread } = this.options;
    if (unread === undefined) return;
    const ext = extensionOf(name);
    unread.set(ext, (unread.get(ext) ?? 0) + 1);
  }

  private count(reason: SkipReason, times = 1): void {
    const { skipped } = this.options;
    if (skipped !== undefined && times > 0) skipped.set(reason, (skipped.get(reason) ?? 0) + times);
  }
}

function parentOf(rel: string): string {
  return rel.slice(0, Math.max(rel.lastIndexOf("/"), 0));
}
