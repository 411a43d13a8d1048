/**
 * Paths that git ignores beside `.gitignore` rules (gitignore(5)): the repository's `info/exclude`, and with less weight the
 * user's own excludes file. Only the user's configuration may name that file, never a configuration in a repository.
 */
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { FileError } from "../errors.ts";
import { readFromTop } from "./open.ts";
import { systemPath } from "./path-bytes.ts";
import { GrowingBuffer } from "./read-buffer.ts";
import { joinPath } from "./roots.ts";

export const GIT = ".git";

/** Bytes. A `.git` file holds a path, a configuration some kilobytes. */
const MAX_SMALL = 1024 * 1024;
/** Depth of configurations that include one another. */
const MAX_INCLUDES = 10;

const buffer = new GrowingBuffer();

/**
 * Contents of the excludes files for the work tree with its top in `folder` (canonical), the weakest first; [] without `.git`.
 * Throws FileError "unreadable".
 */
export function excludesOf(folder: string, maxSize: number): Uint8Array[] {
  const repository = repositoryOf(folder);
  if (repository === null) return [];
  const sources: Uint8Array[] = [];
  const own = userExcludes();
  const user = own === null ? null : readFollowing(own);
  if (user !== null) sources.push(user);
  const exclude = readBeneath(joinPath(repository, "info/exclude"), maxSize);
  if (exclude !== null) sources.push(exclude);
  return sources;
}

/** The git folder that linked work trees share, canonical; null without one. */
function repositoryOf(folder: string): string | null {
  const git = joinPath(folder, GIT);
  const stats = lstatSync(systemPath(git), { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return git;
  if (stats?.isFile() !== true) return null;
  // In a linked work tree or a submodule `.git` is a file with the path of the git folder.
  const pointer = /^gitdir: (.+)$/m.exec(text(readBeneath(git, MAX_SMALL)))?.[1];
  const own = pointer === undefined ? null : canonical(pointer, folder);
  if (own === null) return null;
  const common = text(readBeneath(joinPath(own, "commondir"), MAX_SMALL)).trim();
  return common === "" ? own : canonical(common, own);
}

function canonical(path: string, from: string): string | null {
  try {
    return realpathSync(systemPath(path.startsWith("/") ? path : joinPath(from, path)));
  } catch {
    return null;
  }
}

/** Path of the user's excludes file, by the user's configuration or git's default; null without a home. */
function userExcludes(): string | null {
  const { XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, HOME } = process.env;
  const home = HOME ?? homedir();
  const base = XDG_CONFIG_HOME || (home === "" ? "" : joinPath(home, ".config"));
  const files =
    GIT_CONFIG_GLOBAL === undefined
      ? [joinPath(base, "git/config"), joinPath(home, ".gitconfig")]
      : [GIT_CONFIG_GLOBAL];
  let named: string | null = null;
  const pending = files.filter((file) => file.startsWith("/"));
  for (let read = 0; pending.length > 0 && read < MAX_INCLUDES; read++) {
    const file = pending.shift() ?? "";
    const { excludesFile, includes } = settingsIn(text(readFollowing(file)));
    named = excludesFile ?? named;
    pending.unshift(...includes.map((path) => absolute(path, home, file.slice(0, file.lastIndexOf("/")))));
  }
  if (named !== null) return named === "" ? null : absolute(named, home, home);
  return base.startsWith("/") ? joinPath(base, "git/ignore") : null;
}

function absolute(path: string, home: string, folder: string): string {
  if (path === "~" || path.startsWith("~/")) return home + path.slice(1);
  return path.startsWith("/") ? path : joinPath(folder, path);
}

/** `core.excludesFile` and `include.path` of a configuration (git-config(1)); the last setting of a name counts. */
function settingsIn(config: string): { excludesFile: string | null; includes: string[] } {
  let section = "";
  let excludesFile: string | null = null;
  const includes: string[] = [];
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)(\s+"[^"]*")?\s*\]/.exec(line);
    if (header !== null) section = header[2] === undefined ? (header[1] ?? "").toLowerCase() : "";
    const [, name = "", value = ""] = /^\s*(?:\[[^\]]*\]\s*)?([A-Za-z][\w-]*)\s*=\s*(.*)$/.exec(line) ?? [];
    const key = `${section}.${name.toLowerCase()}`;
    if (key === "core.excludesfile") excludesFile = unquoted(value);
    else if (key === "include.path") includes.push(unquoted(value));
  }
  return { excludesFile, includes };
}

/** A value without its comment, quotes and escapes. */
function unquoted(value: string): string {
  const kept = /^(?:"(?:[^"\\]|\\.)*"|[^"#;\\]|\\.)*/.exec(value.trim())?.[0].trim() ?? "";
  return kept.replace(/\\(.)|"/g, (_, escaped: string | undefined) => escaped ?? "");
}

function text(bytes: Uint8Array | null): string {
  return bytes === null ? "" : Buffer.from(bytes).toString("utf8");
}

/** A file of a repository, null where it is missing; no link is followed. */
function readBeneath(path: string, maxSize: number): Uint8Array | null {
  return readFromTop(path, maxSize, buffer)?.slice() ?? null;
}

/** A file of the user, null where it is missing; links are followed, because people keep such files elsewhere. */
function readFollowing(path: string): Uint8Array | null {
  try {
    return readFileSync(systemPath(path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return null;
    throw new FileError("unreadable", `git's excludes file cannot be read (${code})`, { cause: error });
  }
}
