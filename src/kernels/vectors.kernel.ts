// Exact scan of int8 vectors: 384 numbers a row, rows in groups (the windows of one chunk) of which the best row counts.
// Compiled by tools/kernels.ts; the other half is vectors.ts, the same in plain TypeScript is vectors-reference.ts.

const ROW: usize = 384;

// Memory shared with vectors.ts: query as int16, then the best groups, best first: scores and ids.
const QUERY: usize = 1024;
const SCORES: usize = 4096;
const IDS: usize = 8192;

let kept: i32 = 0;
let room: i32 = 0;
let least: i32 = i32.MIN_VALUE;

/** Begins a search for the `most` best groups, at most 1,000. */
export function begin(most: i32): void {
  kept = 0;
  room = most;
  least = i32.MIN_VALUE;
}

export function found(): i32 {
  return kept;
}

/** One row at a time: four at a time were slower beyond 100,000 rows, which memory must bring. */
// @ts-ignore: decorator
@inline
function product(row: usize): i32 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  for (let at: usize = 0; at < ROW; at += 32) {
    const query = QUERY + (at << 1);
    a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load_ext<i8>(row + at), v128.load(query)));
    b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load_ext<i8>(row + at, 8), v128.load(query, 16)));
    c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load_ext<i8>(row + at, 16), v128.load(query, 32)));
    d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load_ext<i8>(row + at, 24), v128.load(query, 48)));
  }
  const sum = i32x4.add(i32x4.add(a, b), i32x4.add(c, d));
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}

/** The best row of a group. `starts`: u32 of each group's first row, and one more. A group without rows has the least score. */
export function groupScore(rows: usize, starts: usize, group: i32): i32 {
  let best: i32 = i32.MIN_VALUE;
  const last = load<u32>(starts + (<usize>(group + 1) << 2));
  for (let row = load<u32>(starts + (<usize>group << 2)); row < last; row++) {
    const score = product(rows + <usize>row * ROW);
    if (score > best) best = score;
  }
  return best;
}

/** Scans the groups from `first` to before `last`; their ids are their numbers plus `offset`. Of equals the first stays. */
export function scan(rows: usize, starts: usize, first: i32, last: i32, offset: i32): void {
  let row = load<u32>(starts + (<usize>first << 2));
  for (let group = first; group < last; group++) {
    const end = load<u32>(starts + (<usize>(group + 1) << 2));
    let best: i32 = i32.MIN_VALUE;
    for (; row < end; row++) {
      const score = product(rows + <usize>row * ROW);
      if (score > best) best = score;
    }
    if (best > least) keep(best, group + offset);
  }
}

function keep(score: i32, id: i32): void {
  let at = kept < room ? kept++ : room - 1;
  while (at > 0 && load<i32>(SCORES + (<usize>(at - 1) << 2)) < score) {
    store<i32>(SCORES + (<usize>at << 2), load<i32>(SCORES + (<usize>(at - 1) << 2)));
    store<i32>(IDS + (<usize>at << 2), load<i32>(IDS + (<usize>(at - 1) << 2)));
    at--;
  }
  store<i32>(SCORES + (<usize>at << 2), score);
  store<i32>(IDS + (<usize>at << 2), id);
  if (kept == room) least = load<i32>(SCORES + (<usize>(room - 1) << 2));
}
