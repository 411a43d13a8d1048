/** Several segments of FTS5 → one, without the rows that were removed. */
import { type MergeInput, mergePages, PAGE_SIZE, type SegmentPages } from "../../kernels/segment.ts";

export type { MergeInput, SegmentPages };

/**
 * Inputs from the oldest to the newest, FTS5's own or ours; a row may be left in one of them only. Terms without rows are
 * dropped; where no row is left there are no leaves. The pages are views of one memory of their own, larger than they are.
 * Throws RangeError for damaged pages.
 */
export function mergeSegments(inputs: readonly MergeInput[], pageSize: number = PAGE_SIZE): SegmentPages {
  return mergePages(inputs, pageSize);
}
