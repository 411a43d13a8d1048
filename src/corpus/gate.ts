/**
 * The one place that decides whether a name beneath a root is listed. The walk asks for each entry of each folder, the
 * admission of a single path asks for each component of it: both get the same answers.
 *
 * Ignore rules that count: `.gitignore`, then `.searchignore`, of each folder from the top down to the entry's own. The
 * top is the root; where the root lies inside a git work tree, that tree's top, as for git itself. A root is never judged:
 * who names a folder means it, even inside an ignored one. `.git/info/exclude` and core.excludesFile are not read: what
 * is searched should follow from files that stand in the tree, and be the same with and without a repository.
 */
import { lstatSync } from "node:fs";
import { FileError } from "../errors.ts";
import { extensionOf } from "./categories.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import { FACTS_BY_NAME } from "./languages.ts";
import { isBinaryName, noiseOf } from "./noise.ts";
import { readFromTop } from "./open.ts";
import { systemPath } from "./path-bytes.ts";
import type { CorpusPolicy, SkipReason } from "./policy.ts";
import { GrowingBuffer } from "./read-buffer.ts";
import { joinPath, relativeTo } from "./roots.ts";

/** Rules of one folder's ignore files and of those above it. */
interface Scope {
  readonly above: Scope | null;
  readonly rules: IgnoreRules;
  /** Where, in a path from the top, the part beneath the rules' folder begins. */
  readonly from: number;
}

/** What is known of a folder when its entries are judged. */
export interface FolderRules {
  readonly scope: Scope | null;
  /** The last rule of `include` that takes the folder or one above it, -1 for none. */
  readonly includedBy: number;
}

export const GITIGNORE = ".gitignore";
export const SEARCHIGNORE = ".searchignore";

/** git reads ignore files up to 100 MB; a real one has kilobytes. */
const MAX_IGNORE_FILE = 16 * 1024 * 1024;

export class Gate {
  /** The root's path from the top, with a slash behind; "" when the root is the top. */
  private readonly lead: string;
  private readonly aboveRoot: Scope | null;

  /**
   * `root` is canonical; `deeperRoots` are absolute paths of roots that own what lies beneath them.
   * Throws FileError "unreadable" when an ignore file above the root cannot be read.
   */
  constructor(
    readonly root: string,
    private readonly policy: CorpusPolicy,
    private readonly deeperRoots: ReadonlySet<string>,
  ) {
    const top = workTreeTop(root) ?? root;
    const lead = relativeTo(root, top) ?? "";
    this.lead = lead === "" ? "" : `${lead}/`;
    this.aboveRoot = this.scopesAbove(top);
  }

  /** Rules in force for the root's entries. */
  rootRules(present: IgnoreFiles): FolderRules {
    return { scope: this.scopeIn(this.aboveRoot, "", this.root, present), includedBy: -1 };
  }

  /**
   * Rules in force for the entries of a folder that `folder` let through. `path` is where it is on disk (which differs
   * from root + rel beyond a followed link). Throws FileError when an ignore file is there and cannot be read.
   */
  rulesIn(parent: FolderRules, rel: string, path: string, present: IgnoreFiles): FolderRules {
    const name = rel.slice(rel.lastIndexOf("/") + 1);
    return {
      scope: this.scopeIn(parent.scope, rel, path, present),
      includedBy: this.includedBy(parent, rel, name, true),
    };
  }

  /** Null when the folder `name` of a judged folder may be entered. `path` is where it is on disk. */
  folder(parent: FolderRules, rel: string, name: string, path: string): SkipReason | null {
    const { skipFolders, hidden, dataDir } = this.policy;
    const skip = skipFolders.get(name);
    if (skip !== undefined) return skip;
    if (hidden !== "all" && name.startsWith(".")) return "hidden";
    if (path === dataDir) return "data_dir";
    if (this.deeperRoots.size > 0 && this.deeperRoots.has(joinPath(this.root, rel))) return "deeper_root";
    return this.ruledOut(parent.scope, rel, name, true);
  }

  /** Null when the file `name` of a judged folder is listed. */
  file(parent: FolderRules, rel: string, name: string): SkipReason | null {
    const { hidden, skipNoise, extensions } = this.policy;
    if (name === ".git") return "version_control";
    if (hidden === "none" && name.startsWith(".")) return "hidden";
    const ext = extensionOf(name);
    // Most policies leave out binaries only, which needs no look at the whole name.
    const noise = skipNoise.size > 1 ? noiseOf(name, ext) : isBinaryName(name, ext) ? "binary" : null;
    if (noise !== null && skipNoise.has(noise)) return noise;
    if (extensions !== null && !extensions.has(ext) && !FACTS_BY_NAME.has(name.toLowerCase())) return "extension";
    if (this.deeperRoots.size > 0 && this.deeperRoots.has(joinPath(this.root, rel))) return "deeper_root";
    const ruledOut = this.ruledOut(parent.scope, rel, name, false);
    if (ruledOut !== null) return ruledOut;
    const { include } = this.policy;
    if (include === null) return null;
    const rule = this.includedBy(parent, rel, name, false);
    return rule >= 0 && !include.isNegated(rule) ? null : "not_included";
  }

  private ruledOut(scope: Scope | null, rel: string, name: string, isFolder: boolean): SkipReason | null {
    const configured = this.policy.exclude?.judge(rel, 0, name, isFolder) ?? "undecided";
    if (configured !== "undecided") return configured === "ignored" ? "excluded" : null;
    if (scope === null) return null;
    const path = this.lead === "" ? rel : this.lead + rel;
    for (let current: Scope | null = scope; current !== null; current = current.above) {
      const verdict = current.rules.judge(path, current.from, name, isFolder);
      if (verdict !== "undecided") return verdict === "ignored" ? "ignored" : null;
    }
    return null;
  }

  private includedBy(parent: FolderRules, rel: string, name: string, isFolder: boolean): number {
    return Math.max(parent.includedBy, this.policy.include?.lastMatch(rel, 0, name, isFolder) ?? -1);
  }

  private scopeIn(above: Scope | null, rel: string, path: string, present: IgnoreFiles): Scope | null {
    const rules = readRules(path, present);
    return rules === null
      ? above
      : { above, rules, from: rel === "" ? this.lead.length : this.lead.length + rel.length + 1 };
  }

  private scopesAbove(top: string): Scope | null {
    let scope: Scope | null = null;
    let from = 0;
    while (from < this.lead.length) {
      const rules = readRules(joinPath(top, this.lead.slice(0, Math.max(from - 1, 0))), IN_DOUBT);
      if (rules !== null) scope = { above: scope, rules, from };
      from = this.lead.indexOf("/", from) + 1;
    }
    return scope;
  }
}

/** Which ignore files a listing showed; true also where no listing was made. */
export interface IgnoreFiles {
  readonly gitignore: boolean;
  readonly searchignore: boolean;
}

export const IN_DOUBT: IgnoreFiles = { gitignore: true, searchignore: true };

/** Not the thread's own: a caller may still look at the bytes of a file while the walk goes on. */
const ignoreBuffer = new GrowingBuffer();

/** The rules of a folder's ignore files, null when it has none. */
function readRules(folder: string, { gitignore, searchignore }: IgnoreFiles): IgnoreRules | null {
  if (!gitignore && !searchignore) return null;
  const sources: Uint8Array[] = [];
  if (gitignore) readIgnoreFile(folder, GITIGNORE, sources);
  if (searchignore) readIgnoreFile(folder, SEARCHIGNORE, sources);
  const rules = sources.length === 0 ? null : new IgnoreRules(sources);
  return rules === null || rules.isEmpty ? null : rules;
}

/**
 * A link in place of an ignore file is not followed (as git since 2.32), a missing one means no rules. One that cannot be
 * read is an error: without it, things might be shown that it hides.
 */
function readIgnoreFile(folder: string, name: string, sources: Uint8Array[]): void {
  try {
    const bytes = readFromTop(joinPath(folder, name), MAX_IGNORE_FILE, ignoreBuffer);
    if (bytes !== null) sources.push(bytes.slice());
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new FileError("unreadable", `${name} cannot be read: ${error.message}`, { cause: error });
  }
}

/** The top folder of the git work tree that a folder lies in; null outside of any. */
function workTreeTop(folder: string): string | null {
  for (let current = folder; ; current = current.slice(0, current.lastIndexOf("/")) || "/") {
    if (exists(joinPath(current, ".git"))) return current;
    if (current === "/") return null;
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(systemPath(path), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
