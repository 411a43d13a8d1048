/**
 * The system's change reports for one root. A folder is watched with its whole content: new folders are followed automatically,
 * and files written into them meanwhile are reported. A single file is watched through its folder, since an editor that saves
 * by rename puts another file under the name (notify-rs/notify#531, denoland/deno#22901).
 */
import { type FSWatcher, watch } from "node:fs";
import { GITIGNORE, SEARCHIGNORE } from "../../corpus/ignore-scopes.ts";
import { pathFromBytes, systemPath } from "../../corpus/path-bytes.ts";
import type { CorpusPolicy } from "../../corpus/policy.ts";
import { isWithin, joinPath } from "../../corpus/roots.ts";

export interface RootNews {
  /** A file or folder (absolute path) was made, written, renamed or removed. */
  changed(path: string): void;
  /** The rules for the content of this folder (absolute path) may have changed. */
  rulesChanged(folder: string): void;
  /** Something happened to the root itself. */
  unsettled(): void;
  /** Changes are no longer reported. */
  failed(reason: string): void;
}

export interface WatchedRoot {
  /** Canonical. */
  readonly path: string;
  readonly isFile: boolean;
  readonly policy: CorpusPolicy;
}

/** Watches until `close`. Calls `failed` also for a failure at the start. */
export class RootWatch {
  #watcher: FSWatcher | null = null;

  constructor(
    private readonly root: WatchedRoot,
    private readonly news: RootNews,
  ) {
    try {
      const folder = root.isFile ? root.path.slice(0, Math.max(1, root.path.lastIndexOf("/"))) : root.path;
      const options = { recursive: !root.isFile, encoding: "buffer" } as const;
      this.#watcher = watch(systemPath(folder), options, (_event, name) => this.#tell(name));
      this.#watcher.on("error", (error) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  #tell(name: Buffer | string | null | undefined): void {
    const { root, news } = this;
    if (this.#watcher === null) return;
    // The watched folder itself was removed or renamed.
    if (!name || name.length === 0) {
      news.unsettled();
      return;
    }
    const rel = typeof name === "string" ? name : pathFromBytes(name);
    if (root.isFile) {
      if (rel === root.path.slice(root.path.lastIndexOf("/") + 1)) news.changed(root.path);
      return;
    }
    const path = joinPath(root.path, rel);
    if (this.#isNobodys(rel, path)) return;
    const slash = rel.lastIndexOf("/");
    const base = rel.slice(slash + 1);
    if (base === GITIGNORE || base === SEARCHIGNORE) {
      news.rulesChanged(slash < 0 ? root.path : joinPath(root.path, rel.slice(0, slash)));
    }
    news.changed(path);
  }

  /** Version control, dependencies and our own store change all the time, and are never listed. */
  #isNobodys(rel: string, path: string): boolean {
    const { skipFolders, dataDir } = this.root.policy;
    if (dataDir !== null && isWithin(path, dataDir)) return true;
    return rel.split("/").some((name) => skipFolders.has(name));
  }

  #fail(error: unknown): void {
    this.close();
    this.news.failed(reasonOf(error));
  }
}

/** inotify reports ENOSPC and EMFILE at its limits. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC") {
    return "the system's limit of watched folders is reached (raise it: sysctl fs.inotify.max_user_watches)";
  }
  if (code === "EMFILE") {
    return "the system's limit of watchers is reached (raise it: sysctl fs.inotify.max_user_instances)";
  }
  return error instanceof Error ? error.message : String(error);
}
