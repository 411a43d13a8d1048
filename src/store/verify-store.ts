/** Full verification of a store for `doctor`: compares everything that can be compared. */

import { QsearchError } from "../errors.ts";
import { checkIntegrity } from "./integrity.ts";
import { checkPostings } from "./posting-check.ts";
import { checkRows } from "./row-check.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";

/**
 * Throws `corrupt_store`. Reads the whole store, in one read transaction. A reader's error on a damaged row is damage as well.
 */
export function verifyStore(store: Store): void {
  checkIntegrity(store);
  try {
    store.read(() => {
      checkRows(store);
      checkPostings(store);
    });
  } catch (error) {
    if (error instanceof QsearchError) throw error;
    throw corruptStore(store.path, error);
  }
}
