/** `recent`: the files that changed since a given time, from the index, under the current rules. */
import { isWithin } from "../corpus/roots.ts";
import type { Warning } from "../errors.ts";
import type { RecentFile, RecentRequest } from "../request/recent-request.ts";
import type { Settings } from "../settings/settings.ts";
import { type FileRow, filesSince } from "../store/files.ts";
import { listRoots } from "../store/roots.ts";
import type { Store } from "../store/store.ts";
import { parseTime } from "../text/times.ts";
import { incompleteWarnings, unfinishedOf } from "./incomplete-warnings.ts";
import { type VisibilitySettings, visibleRoots } from "./visible.ts";
import { isStale, VisibilityCheck } from "./visible-now.ts";

export interface RecentAnswer {
  readonly files: RecentFile[];
  readonly warnings: Warning[];
}

/**
 * Newest first, then in path order; includes files without text, excludes roots that agents added. Throws `usage` for an
 * invalid `since`, `corrupt_store`.
 */
export function recentFiles(
  store: Store,
  { since, limit }: RecentRequest,
  settings: VisibilitySettings & Pick<Settings, "timezone">,
  now = Date.now(),
): RecentAnswer {
  const from = parseTime(since, "since", { timezone: settings.timezone, now });
  return store.read(() => {
    const roots = visibleRoots(settings, "user", store);
    // An agent's root is left out whole, unless a user root reaches into it.
    const stored = listRoots(store).filter(({ path }) =>
      roots.some((root) => isWithin(path, root.path) || isWithin(root.path, path)),
    );
    const visibility = new VisibilityCheck(roots, store);
    const shown = new Map<string, FileRow>();
    let more = false;
    for (const file of filesSince(
      store,
      from,
      stored.map(({ id }) => id),
    )) {
      if (shown.has(file.path) || !visibility.isVisibleNow(file)) continue;
      more = shown.size === limit;
      if (more) break;
      shown.set(file.path, file);
    }
    const cut: Warning = { code: "truncated", message: `only the newest ${limit} files are shown` };
    return {
      files: [...shown.values()].map(asRecent),
      warnings: [
        ...store.warnings,
        ...(more ? [cut] : []),
        ...incompleteWarnings(visibility),
        ...unfinishedOf(roots, store),
      ],
    };
  });
}

function asRecent(file: FileRow): RecentFile {
  const { path, ext, category, language, size, mtimeNs, indexedAt, error } = file;
  return {
    path,
    ext,
    type: category,
    language,
    size,
    mtime: new Date(Number(mtimeNs / 1_000_000n)).toISOString(),
    indexed_at: new Date(indexedAt).toISOString(),
    error,
    stale: isStale(file),
  };
}
