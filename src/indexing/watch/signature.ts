/** Cheap checks of things that no watcher reports: roots themselves, the configuration, ignore files above a root. */
import { lstatSync, statSync } from "node:fs";
import { GITIGNORE, rulesAbove, SEARCHIGNORE } from "../../corpus/ignore-scopes.ts";
import { systemPath } from "../../corpus/path-bytes.ts";
import { joinPath } from "../../corpus/roots.ts";

export interface RootState {
  readonly isFile: boolean;
  /** Changes when another folder has the same path. A file saved by rename stays the same root. */
  readonly identity: string;
}

/** State of a root's path, null when nothing indexable is there. */
export function rootState(path: string): RootState | null {
  try {
    const stats = lstatSync(systemPath(path));
    if (stats.isFile()) return { isFile: true, identity: "file" };
    return stats.isDirectory() ? { isFile: false, identity: `${stats.dev} ${stats.ino}` } : null;
  } catch {
    return null;
  }
}

/** Changes when any of the files is made, removed, replaced or written. */
export function filesFingerprint(paths: readonly string[]): string {
  return paths
    .map((path) => {
      try {
        const stats = statSync(systemPath(path), { throwIfNoEntry: false, bigint: true });
        return stats === undefined ? "" : `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}`;
      } catch (error) {
        return String(error);
      }
    })
    .join("\n");
}

/** The ignore files above a root that apply: those of its git work tree. */
export function ignoreFilesAbove(root: string): string[] {
  let depth: number;
  try {
    depth = rulesAbove(root).lead.split("/").length - 1;
  } catch {
    return [];
  }
  const files: string[] = [];
  let folder = root;
  for (let i = 0; i < depth; i++) {
    folder = folder.slice(0, Math.max(1, folder.lastIndexOf("/")));
    files.push(joinPath(folder, GITIGNORE), joinPath(folder, SEARCHIGNORE));
  }
  return files;
}
