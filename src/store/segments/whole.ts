/** What FTS5's own check leaves out of segments: it takes order on trust, which merging them does not. */
import type { Store } from "../store.ts";
import { mergeSegments } from "./merge.ts";
import { MOST_PAGES } from "./merge-plan.ts";
import { leavesOf, recordOf, tombstonesOf } from "./pages.ts";
import { decodeStructure, STRUCTURE_ROW } from "./structure.ts";

/** Whether each segment can be merged, of those small enough for it. Reads them all. */
export function areSegmentsWhole(store: Store): boolean {
  try {
    for (const { segments } of decodeStructure(recordOf(store, STRUCTURE_ROW)).levels) {
      for (const segment of segments) {
        const { firstPage, lastPage } = segment;
        // All of it has been merged by FTS5 already, or it is never merged by us.
        if (lastPage === 0 || lastPage - firstPage >= MOST_PAGES) continue;
        mergeSegments([{ leaves: leavesOf(store, segment), removed: new Set(tombstonesOf(store, segment)) }]);
      }
    }
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
