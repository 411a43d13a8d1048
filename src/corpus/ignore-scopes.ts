/**
 * The ignore files that count for a path: `.gitignore`, then `.searchignore`, of each folder from the top down to the path's
 * own. The top is the root; where the root lies inside a git work tree, the top of that tree, as for git itself.
 * The root itself is never ignored: a user who names a folder wants it. Where the work tree ignores the root or a folder above
 * it (a home folder under git with `*`, a build folder), the tree's rules do not count for the root's content.
 * At the top of each work tree, also beneath the root, git's excludes files rank below its `.gitignore` (git-excludes.ts).
 */
import { lstatSync } from "node:fs";
import { FileError } from "../errors.ts";
import { excludesOf, GIT } from "./git-excludes.ts";
import { IgnoreRules, type Verdict } from "./ignore-rules.ts";
import { readFromTop } from "./open.ts";
import { systemPath } from "./path-bytes.ts";
import { GrowingBuffer } from "./read-buffer.ts";
import { joinPath, relativeTo } from "./roots.ts";

export const GITIGNORE = ".gitignore";
export const SEARCHIGNORE = ".searchignore";

/** Bytes. git reads ignore files up to 100 MB; a real one has kilobytes. */
const MAX_IGNORE_FILE = 16 * 1024 * 1024;

/** Rules of one folder's ignore files and of the folders above. */
export interface Scope {
  readonly above: Scope | null;
  readonly rules: IgnoreRules;
  /** Index, in a path from the top, of the part beneath the rules' folder. */
  readonly from: number;
}

/** The ignore files that a folder's listing showed; true also where the folder was not listed. */
export interface IgnoreFiles {
  readonly gitignore: boolean;
  readonly searchignore: boolean;
  /** `.git`, a folder or a file: marks the top of a work tree. */
  readonly repository: boolean;
}

export const IN_DOUBT: IgnoreFiles = { gitignore: true, searchignore: true, repository: true };

/** The verdict about one path from the top, its parents not considered: the deepest folder with a matching rule decides. */
export function judgeByScopes(scope: Scope | null, path: string, name: string, isFolder: boolean): Verdict {
  for (let current = scope; current !== null; current = current.above) {
    const verdict = current.rules.judge(path, current.from, name, isFolder);
    if (verdict !== "undecided") return verdict;
  }
  return "undecided";
}

/**
 * The scope for a folder's entries; `above` itself where the folder has no rules. `folder` is the folder's path on disk, `from`
 * the length of its path from the top with a trailing slash. Throws FileError when an ignore file cannot be read.
 */
export function scopeIn(above: Scope | null, folder: string, from: number, present: IgnoreFiles): Scope | null {
  const rules = readRules(folder, present);
  return rules === null ? above : { above, rules, from };
}

/** The rules above a root. */
export interface RulesAbove {
  /** The root's path from the top, with a trailing slash; "" when the root is the top. */
  readonly lead: string;
  readonly scope: Scope | null;
}

const NONE: RulesAbove = { lead: "", scope: null };

/** The rules above a root (a canonical path). Throws FileError when an ignore file there cannot be read. */
export function rulesAbove(root: string): RulesAbove {
  const top = workTreeTop(root) ?? root;
  const lead = relativeTo(root, top) ?? "";
  if (lead === "") return NONE;
  let scope: Scope | null = null;
  let from = 0;
  for (const name of lead.split("/")) {
    scope = scopeIn(scope, from === 0 ? top : joinPath(top, lead.slice(0, from - 1)), from, IN_DOUBT);
    const path = lead.slice(0, from + name.length);
    if (judgeByScopes(scope, path, name, true) === "ignored") return NONE;
    from = path.length + 1;
  }
  return { lead: `${lead}/`, scope };
}

/** Separate from the thread's buffer: a caller may still use the bytes of a file while the walk goes on. */
const ignoreBuffer = new GrowingBuffer();

/** The rules of a folder's ignore files, null when it has none. */
function readRules(folder: string, { gitignore, searchignore, repository }: IgnoreFiles): IgnoreRules | null {
  if (!gitignore && !searchignore && !repository) return null;
  const sources = repository ? excludesOf(folder, MAX_IGNORE_FILE) : [];
  if (gitignore) readIgnoreFile(folder, GITIGNORE, sources);
  if (searchignore) readIgnoreFile(folder, SEARCHIGNORE, sources);
  const rules = sources.length === 0 ? null : new IgnoreRules(sources);
  return rules === null || rules.isEmpty ? null : rules;
}

/**
 * A link in place of an ignore file is not followed (as git since 2.32), a missing file means no rules. An unreadable file is
 * an error: without its rules, hidden files might be shown.
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

/** The top folder of the git work tree that holds a folder; null outside all work trees. */
function workTreeTop(folder: string): string | null {
  for (let current = folder; ; current = current.slice(0, current.lastIndexOf("/")) || "/") {
    if (exists(joinPath(current, GIT))) return current;
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
