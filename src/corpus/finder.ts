/** Finds one path of a root by walking down to it, with the walk's rules for each component. */
import { FileError, QsearchError } from "../errors.ts";
import { IN_DOUBT } from "./ignore-scopes.ts";
import { kindOnDisk } from "./listing.ts";
import type { FolderRules } from "./listing-rules.ts";
import { type FileStamp, stampFromTop } from "./open.ts";
import { joinPath } from "./roots.ts";
import { childRel, type Folder, type RootTree, type TreeEntry } from "./tree.ts";

/** A folder that may be entered, with the rules for its entries. */
interface Known {
  readonly folder: Folder;
  readonly rules: FolderRules;
}

export type Found = { readonly folder: Folder } | { readonly file: true };

/** A file that the walk would list; with its stamp if the search read one. */
export interface FoundOnDisk {
  readonly stamp: FileStamp | null;
}

export class FolderFinder {
  private readonly known = new Map<string, Known | null>();
  /** Folders judged by name alone: whether they are real folders and no links is checked together with their files. */
  private readonly named = new Map<string, Known | null>();

  constructor(readonly tree: RootTree) {}

  /** The entry `rel`, or null when the walk would not find it (missing and not admitted look the same). */
  find(rel: string): Found | null {
    if (rel === "") return this.tree.isFile ? { file: true } : this.topFolder();
    if (!isPlain(rel)) return null;
    try {
      const slash = rel.lastIndexOf("/");
      const parent = this.knownFolder(rel.slice(0, Math.max(slash, 0)));
      return parent === null ? null : this.entry(parent, rel.slice(slash + 1));
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  /** The file `rel`, or null when the walk would not list it. One system call checks that no folder above it is a link. */
  findFile(rel: string): FoundOnDisk | null {
    if (!this.tree.policy.followLinks && !this.tree.isFile && rel !== "" && isPlain(rel)) {
      const found = this.findAtOnce(rel);
      if (found !== undefined) return found;
    }
    const found = this.find(rel);
    return found !== null && "file" in found ? { stamp: null } : null;
  }

  private findAtOnce(rel: string): FoundOnDisk | null | undefined {
    try {
      const slash = rel.lastIndexOf("/");
      const name = rel.slice(slash + 1);
      const parent = this.namedFolder(rel.slice(0, Math.max(slash, 0)));
      if (parent === null || this.tree.judgeFile(parent.rules, rel, name) !== null) return null;
      const stamp = stampFromTop(joinPath(parent.folder.path, name));
      return stamp === undefined || stamp === null ? stamp : { stamp };
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  private namedFolder(rel: string): Known | null {
    const known = this.named.get(rel);
    if (known !== undefined) return known;
    const folder = rel === "" ? this.tree.top() : this.namedIn(rel);
    const result = folder === null ? null : { folder, rules: this.tree.rulesOf(folder, IN_DOUBT) };
    this.named.set(rel, result);
    return result;
  }

  private namedIn(rel: string): Folder | null {
    const slash = rel.lastIndexOf("/");
    const parent = this.namedFolder(rel.slice(0, Math.max(slash, 0)));
    const entered = parent === null ? "" : this.tree.enter(parent.folder, parent.rules, rel.slice(slash + 1));
    return typeof entered === "string" ? null : entered;
  }

  private topFolder(): Found | null {
    const folder = this.tree.top();
    return folder === null ? null : { folder };
  }

  private knownFolder(rel: string): Known | null {
    const known = this.known.get(rel);
    if (known !== undefined) return known;
    const found = rel === "" ? this.topFolder() : this.find(rel);
    let result: Known | null = null;
    if (found !== null && "folder" in found) {
      result = { folder: found.folder, rules: this.tree.rulesOf(found.folder, IN_DOUBT) };
    }
    this.known.set(rel, result);
    return result;
  }

  private entry({ folder, rules }: Known, name: string): Found | null {
    switch (kindOnDisk(folder.path, name)) {
      case "files":
        return this.tree.judgeFile(rules, childRel(folder, name), name) === null ? { file: true } : null;
      case "folders": {
        const entered = this.tree.enter(folder, rules, name);
        return typeof entered === "string" ? null : { folder: entered };
      }
      case "links":
        return admitted(this.tree.follow(folder, rules, name));
      default:
        return null;
    }
  }
}

function admitted(entry: TreeEntry): Found | null {
  return "skipped" in entry ? null : entry;
}

/** No "..", ".", empty component or NUL: the walk never yields such names. */
function isPlain(rel: string): boolean {
  return (
    !rel.includes("\0") &&
    rel.split("/").every((component) => component !== "" && component !== "." && component !== "..")
  );
}

/** A fault that stops the walk, or that the walk reports, hides the path. */
function isAbsence(error: unknown): boolean {
  if (error instanceof FileError) return true;
  if (error instanceof QsearchError) return error.code === "io" || error.code === "not_found";
  return error instanceof Error && "code" in error && /^E[A-Z]+$/.test(String(error.code));
}
