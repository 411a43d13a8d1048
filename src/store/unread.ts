/** How many files of each root no reader takes, by extension: counted by the last run that changed the store. */
import { z } from "zod";
import { metaValue, removeMeta, setMeta } from "./meta.ts";
import type { Store } from "./store.ts";

const countsSchema = z.record(z.string(), z.int().min(0));

const keyOf = (rootId: number) => `unread ${rootId}`;

/** Keeps the counts of a root; null for a root that goes. */
export function setUnread(store: Store, rootId: number, counts: Readonly<Record<string, number>> | null): void {
  if (counts === null || Object.keys(counts).length === 0) removeMeta(store.db, keyOf(rootId));
  else setMeta(store.db, keyOf(rootId), JSON.stringify(counts));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // A damaged count is none: it says nothing of the files.
    return null;
  }
}

/** Files without a reader by extension, most first: those left out by their names, and those whose content is no text. */
export function unreadByExtension(store: Store): Readonly<Record<string, number>> {
  const total = new Map<string, number>();
  const add = (ext: string, count: number) => total.set(ext, (total.get(ext) ?? 0) + count);
  for (const { id } of store.statement<{ id: number }, []>("SELECT id FROM roots").all()) {
    const stored = metaValue(store.db, keyOf(id));
    const counts = countsSchema.safeParse(parsed(stored ?? "{}"));
    if (counts.success) for (const [ext, count] of Object.entries(counts.data)) add(ext, count);
  }
  const failed = store.statement<{ ext: string; files: number }, []>(
    "SELECT ext, count(*) AS files FROM files WHERE error IN ('binary', 'unsupported') GROUP BY ext",
  );
  for (const { ext, files } of failed.all()) add(ext, files);
  return Object.fromEntries([...total].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}
