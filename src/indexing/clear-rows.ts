/** Deletes rows by the thousand. Runs in the store worker. */
import { countersOf } from "../store/counters.ts";
import { deleteRoot, listRoots, type RootKind } from "../store/roots.ts";
import { giveSpaceBack } from "../store/space.ts";
import type { Store } from "../store/store.ts";
import { removeCaches } from "../store/vector-cache.ts";
import type { StoreWriter } from "../store/writer.ts";

export interface Cleared {
  readonly documents: number;
  readonly chunks: number;
}

/** Tables with the files of roots; whole tables are emptied, which SQLite does without visiting a row. */
const CONTENT_TABLES = [
  "files",
  "folder_errors",
  "content",
  "blocks",
  "units",
  "chunks",
  "symbols",
  "symbols_waiting",
  "recipes",
];

/** Removes all content, and the roots that agents added; with a kind, only the roots of that kind with their files. */
export function clearAll(store: Store, writer: StoreWriter, kind: RootKind | null): Cleared {
  if (kind !== null) {
    const roots = listRoots(store, kind).map((root) => root.id);
    return removeRootRows(store, writer, roots);
  }
  const { documents, chunks } = countersOf(store);
  writer.transaction(() => {
    for (const table of CONTENT_TABLES) store.db.run(`DELETE FROM ${table}`);
    writer.vectors.clear();
    writer.removeAllPostings();
    store.db.run("DELETE FROM roots WHERE kind = 'agent'");
    store.db.run("UPDATE roots SET indexed_at = NULL");
    // File ids are not reused: next_file stays.
    store.db.run("UPDATE counters SET documents = 0, chunks = 0, parts = 0, tokens = 0, bytes = 0");
  });
  writer.forgetRecipes();
  removeCaches(store.dataDir);
  giveSpaceBack(store);
  // Checkpointing the log shrinks the database file.
  store.db.run(`PRAGMA wal_checkpoint(TRUNCATE)`);
  return { documents, chunks };
}

/** Removes roots with their files. An interrupted call has removed some of the files, and the roots stay. */
export function removeRootRows(store: Store, writer: StoreWriter, roots: readonly number[]): Cleared {
  const before = countersOf(store);
  for (const root of roots) {
    const files = store.statement<{ id: number }, [number]>("SELECT id FROM files WHERE root = ?").all(root);
    writer.apply(files.map(({ id }) => ({ kind: "removed", fileId: id })));
    writer.transaction(() => deleteRoot(store, root));
  }
  const after = countersOf(store);
  return { documents: before.documents - after.documents, chunks: before.chunks - after.chunks };
}
