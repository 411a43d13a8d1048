/** What the vector kernel computes, in plain TypeScript. */
import type { ScoredGroup } from "../../src/kernels/vectors.ts";

/**
 * The `most` best of the groups in `ranges` (first to before last), best first, of equals the first. Group g has the rows
 * from `starts[g]` to before `starts[g + 1]`; rows are 384 int8 each, the query 384 int16. Groups without rows are none.
 */
export function bestGroups(
  rows: Int8Array,
  starts: Uint32Array,
  query: Int16Array,
  ranges: readonly (readonly [first: number, last: number])[],
  most: number,
): ScoredGroup[] {
  const scored: ScoredGroup[] = [];
  for (const [first, last] of ranges) {
    for (let group = first; group < last; group++) {
      let best: number | null = null;
      for (let row = starts[group] ?? 0; row < (starts[group + 1] ?? 0); row++) {
        let sum = 0;
        for (const [at, value] of query.entries()) sum += value * (rows[row * query.length + at] ?? 0);
        if (best === null || sum > best) best = sum;
      }
      if (best !== null) scored.push({ group, score: best });
    }
  }
  return scored.sort((a, b) => b.score - a.score).slice(0, most);
}
