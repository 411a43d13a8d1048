/**
 * The listing rules: the one place that decides whether a name beneath a root is listed. The walk asks for each entry of each
 * folder, the admission of a single path for each of its components: both get the same answers. Ignore rules: ignore-scopes.ts.
 */
import { extensionOf } from "./categories.ts";
import { type IgnoreFiles, judgeByScopes, type RulesAbove, rulesAbove, type Scope, scopeIn } from "./ignore-scopes.ts";
import { factsByName } from "./languages.ts";
import { isBinaryName, noiseOf } from "./noise.ts";
import type { CorpusPolicy, SkipReason } from "./policy.ts";
import { joinPath } from "./roots.ts";

/** Facts about a folder that judging its entries needs. */
export interface FolderRules {
  readonly scope: Scope | null;
  /** The last rule of `include` that matches the folder or a folder above, -1 for none. */
  readonly includedBy: number;
}

export class ListingRules {
  private readonly above: RulesAbove;

  /**
   * `root` is canonical; `deeperRoots` are absolute paths of roots that own everything beneath them.
   * Throws FileError "unreadable" when an ignore file above the root cannot be read.
   */
  constructor(
    readonly root: string,
    private readonly policy: CorpusPolicy,
    private readonly deeperRoots: ReadonlySet<string>,
  ) {
    this.above = rulesAbove(root);
  }

  /** Rules in force for the root's entries. */
  rootRules(present: IgnoreFiles): FolderRules {
    const { scope, lead } = this.above;
    return { scope: scopeIn(scope, this.root, lead.length, present), includedBy: -1 };
  }

  /**
   * Rules in force for the entries of a folder that `folder` admitted. `path` is the folder's path on disk (which differs from
   * root + rel beyond a followed link). Throws FileError when an existing ignore file cannot be read.
   */
  rulesIn(parent: FolderRules, rel: string, path: string, present: IgnoreFiles): FolderRules {
    const name = rel.slice(rel.lastIndexOf("/") + 1);
    return {
      scope: scopeIn(parent.scope, path, this.above.lead.length + rel.length + 1, present),
      includedBy: this.includedBy(parent, rel, name, true),
    };
  }

  /** Null when the folder `name` of a judged folder may be entered. `path` is its path on disk. */
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
    // Most policies leave out only binaries, which needs no check of the whole name.
    const noise = skipNoise.size > 1 ? noiseOf(name, ext) : isBinaryName(name, ext) ? "binary" : null;
    if (noise !== null && skipNoise.has(noise)) return noise;
    if (extensions !== null && !extensions.has(ext) && !factsByName().has(name.toLowerCase())) return "extension";
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
    const { lead } = this.above;
    return judgeByScopes(scope, lead === "" ? rel : lead + rel, name, isFolder) === "ignored" ? "ignored" : null;
  }

  private includedBy(parent: FolderRules, rel: string, name: string, isFolder: boolean): number {
    return Math.max(parent.includedBy, this.policy.include?.lastMatch(rel, 0, name, isFolder) ?? -1);
  }
}
