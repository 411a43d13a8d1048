/** Makes postings again from the stored texts: a store of an older schema needs them before a search. */

import type { FileOutcome } from "../store/file-outcomes.ts";
import { arePostingsStale, removeMeta, STALE_POSTINGS } from "../store/meta.ts";
import type { Store } from "../store/store.ts";
import { type StoreWriter, TOKENISER_RECIPE } from "../store/writer.ts";

/**
 * Does nothing for a store with postings of this schema. After an interruption the next run continues. Reads only the store.
 */
export function rebuildPostings(store: Store, writer: StoreWriter): void {
  if (!arePostingsStale(store.db)) return;
  const stale = store
    .statement<{ id: number }, [string]>(
      `SELECT id FROM files WHERE content IS NOT NULL
         AND tokeniser IS NOT (SELECT id FROM recipes WHERE key = ?) ORDER BY id`,
    )
    .all(TOKENISER_RECIPE);
  writer.apply(stale.map(({ id }): FileOutcome => ({ kind: "retokenised", fileId: id })));
  writer.transaction(() => removeMeta(store.db, STALE_POSTINGS));
}
