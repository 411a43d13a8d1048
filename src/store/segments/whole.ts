/** What FTS5's own check leaves out of segments: it takes order on trust, which merging them does not. */
import type { Database } from "bun:sqlite";
import { mergeSegments } from "./merge.ts";
import { MOST_PAGES } from "./merge-plan.ts";
import { decodeStructure, STRUCTURE_ROW } from "./structure.ts";
import { decodeTombstones } from "./tombstones.ts";

type Row = { readonly block: Uint8Array };

/** Whether each segment can be merged, of those small enough for it. Reads them all. */
export function areSegmentsWhole(db: Database): boolean {
  const record = db.query<Row, [number]>("SELECT block FROM fts_data WHERE id = ?").get(STRUCTURE_ROW);
  const pages = db.query<Row, [number, number, number]>(
    "SELECT block FROM fts_data WHERE id BETWEEN (?1 << 37) + ?2 AND (?1 << 37) + ?3 ORDER BY id",
  );
  try {
    if (record === null) return false;
    for (const { id, firstPage, lastPage, tombstonePages } of decodeStructure(record.block).levels.flatMap(
      ({ segments }) => segments,
    )) {
      // All of it has been merged by FTS5 already, or it is never merged by us.
      if (lastPage === 0 || lastPage - firstPage >= MOST_PAGES) continue;
      const leaves = pages.all(id, firstPage, lastPage).map(({ block }) => block);
      if (leaves.length !== lastPage - firstPage + 1) return false;
      const gone = pages.all(id + 2 ** 16, 0, tombstonePages - 1).map(({ block }) => block);
      if (gone.length !== tombstonePages) return false;
      mergeSegments([{ leaves, removed: new Set(decodeTombstones(gone)) }]);
    }
    return true;
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return false;
    throw error;
  }
}
