/** Returns free pages of the database to the file system. */
import { translating } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";

/** Share of the file up to which free pages are kept for the next run. */
const KEPT_SHARE = 0.03;
/** Pages moved in one transaction. */
const STEP = 1000;

/** Moves pages from the end of the file into free ones and cuts the end off, in short transactions. */
export function giveSpaceBack(store: Store): void {
  translating(store.path, () => {
    let free = pragma(store, "freelist_count");
    while (free > KEPT_SHARE * pragma(store, "page_count")) {
      store.db.run(`PRAGMA incremental_vacuum(${STEP})`);
      const left = pragma(store, "freelist_count");
      if (left >= free) break;
      free = left;
    }
  });
}

function pragma(store: Store, name: "freelist_count" | "page_count"): number {
  const row = store.db.query<Record<string, number>, []>(`PRAGMA ${name}`).get();
  return row?.[name] ?? 0;
}
