/** Number of files in each root that no reader takes, by extension: counted by the last run that changed the store. */
import { metaValue, removeMeta, setMeta } from "./meta.ts";
import type { Store } from "./store.ts";

const keyOf = (rootId: number) => `unread ${rootId}`;

/** Stores the counts of a root; null for a removed root. */
export function setUnread(store: Store, rootId: number, counts: Readonly<Record<string, number>> | null): void {
  if (counts === null || Object.keys(counts).length === 0) removeMeta(store.db, keyOf(rootId));
  else setMeta(store.db, keyOf(rootId), JSON.stringify(counts));
}

/** The stored counts; none where damaged. Without zod, which `status` would load only for this. */
function countsIn(json: string): readonly (readonly [ext: string, count: number])[] {
  try {
    const kept: unknown = JSON.parse(json);
    const entries: readonly (readonly [string, unknown])[] = Object.entries(kept ?? {});
    return entries.flatMap(([ext, count]) =>
      typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? [[ext, count] as const] : [],
    );
  } catch {
    return [];
  }
}

/** Files without a reader by extension, most first: files left out by name, and files whose content is no text. */
export function unreadByExtension(store: Store): Readonly<Record<string, number>> {
  const total = new Map<string, number>();
  const add = (ext: string, count: number) => total.set(ext, (total.get(ext) ?? 0) + count);
  for (const { id } of store.statement<{ id: number }, []>("SELECT id FROM roots").all()) {
    for (const [ext, count] of countsIn(metaValue(store.db, keyOf(id)) ?? "{}")) add(ext, count);
  }
  const failed = store.statement<{ ext: string; files: number }, []>(
    "SELECT ext, count(*) AS files FROM files WHERE error IN ('binary', 'unsupported') GROUP BY ext",
  );
  for (const { ext, files } of failed.all()) add(ext, files);
  return Object.fromEntries([...total].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}
