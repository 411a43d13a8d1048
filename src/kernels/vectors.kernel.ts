// Exact scan of int8 vectors: 384 numbers a row, rows in groups (the windows of one chunk) of which the best row counts.
// Compiled by tools/kernels.ts; the other half is vectors.ts, the same in plain TypeScript is test/vectors/reference.ts.

const ROW: usize = 384;

// Memory shared with vectors.ts: query as int16, then the best groups, best first: scores and ids.
const QUERY: usize = 1024;
const SCORES: usize = 4096;
const IDS: usize = 8192;

let kept: i32 = 0;
let room: i32 = 0;
/** Score and id of the last one kept when there is no more room: what comes behind it need not be looked at. */
let least: i32 = i32.MIN_VALUE;
let leastId: i32 = 0;

/** Begins a search for the `most` best groups, at most 1,000. */
export function begin(most: i32): void {
  kept = 0;
  room = most;
  least = i32.MIN_VALUE;
  leastId = 0;
}

export function found(): i32 {
  return kept;
}

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
  return total(i32x4.add(i32x4.add(a, b), i32x4.add(c, d)));
}

// @ts-ignore: decorator
@inline
function total(sums: v128): i32 {
  return (
    i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3)
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

/** Groups from which on a range is read as four streams. */
const STREAMED: i32 = 16;

/**
 * Scans the groups from `first` to before `last`; their ids are their numbers plus `offset`. Of equals the first stays.
 * Four quarters are read side by side: memory brings four streams much faster than one (a million rows: 57 ms, 34 so), and
 * each part of the query is loaded once for four rows.
 */
export function scan(rows: usize, starts: usize, first: i32, last: i32, offset: i32): void {
  if (last - first < STREAMED) {
    scanOne(rows, starts, first, last, offset, load<u32>(starts + (<usize>first << 2)), i32.MIN_VALUE);
    return;
  }
  const quarter = (last - first) >> 2;
  const lastA = first + quarter;
  const lastB = lastA + quarter;
  const lastC = lastB + quarter;
  let groupA = withRows(starts, first, lastA);
  let groupB = withRows(starts, lastA, lastB);
  let groupC = withRows(starts, lastB, lastC);
  let groupD = withRows(starts, lastC, last);
  let rowA = load<u32>(starts + (<usize>groupA << 2));
  let rowB = load<u32>(starts + (<usize>groupB << 2));
  let rowC = load<u32>(starts + (<usize>groupC << 2));
  let rowD = load<u32>(starts + (<usize>groupD << 2));
  let bestA: i32 = i32.MIN_VALUE;
  let bestB: i32 = i32.MIN_VALUE;
  let bestC: i32 = i32.MIN_VALUE;
  let bestD: i32 = i32.MIN_VALUE;
  // As long as the shortest of them has rows.
  let steps = load<u32>(starts + (<usize>lastA << 2)) - rowA;
  steps = min(steps, load<u32>(starts + (<usize>lastB << 2)) - rowB);
  steps = min(steps, load<u32>(starts + (<usize>lastC << 2)) - rowC);
  steps = min(steps, load<u32>(starts + (<usize>last << 2)) - rowD);
  for (; steps > 0; steps--) {
    const atA = rows + <usize>rowA * ROW;
    const atB = rows + <usize>rowB * ROW;
    const atC = rows + <usize>rowC * ROW;
    const atD = rows + <usize>rowD * ROW;
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    for (let at: usize = 0; at < ROW; at += 16) {
      const low = v128.load(QUERY + (at << 1));
      const high = v128.load(QUERY + (at << 1), 16);
      a = i32x4.add(a, sixteen(atA + at, low, high));
      b = i32x4.add(b, sixteen(atB + at, low, high));
      c = i32x4.add(c, sixteen(atC + at, low, high));
      d = i32x4.add(d, sixteen(atD + at, low, high));
    }
    bestA = max(bestA, total(a));
    bestB = max(bestB, total(b));
    bestC = max(bestC, total(c));
    bestD = max(bestD, total(d));
    rowA++;
    rowB++;
    rowC++;
    rowD++;
    while (groupA < lastA && rowA == load<u32>(starts + (<usize>(groupA + 1) << 2))) {
      offer(bestA, groupA++ + offset);
      bestA = i32.MIN_VALUE;
    }
    while (groupB < lastB && rowB == load<u32>(starts + (<usize>(groupB + 1) << 2))) {
      offer(bestB, groupB++ + offset);
      bestB = i32.MIN_VALUE;
    }
    while (groupC < lastC && rowC == load<u32>(starts + (<usize>(groupC + 1) << 2))) {
      offer(bestC, groupC++ + offset);
      bestC = i32.MIN_VALUE;
    }
    while (groupD < last && rowD == load<u32>(starts + (<usize>(groupD + 1) << 2))) {
      offer(bestD, groupD++ + offset);
      bestD = i32.MIN_VALUE;
    }
  }
  scanOne(rows, starts, groupA, lastA, offset, rowA, bestA);
  scanOne(rows, starts, groupB, lastB, offset, rowB, bestB);
  scanOne(rows, starts, groupC, lastC, offset, rowC, bestC);
  scanOne(rows, starts, groupD, last, offset, rowD, bestD);
}

/** The first group that has a row. */
function withRows(starts: usize, first: i32, last: i32): i32 {
  let group = first;
  while (group < last && load<u32>(starts + (<usize>group << 2)) == load<u32>(starts + (<usize>(group + 1) << 2))) group++;
  return group;
}

// @ts-ignore: decorator
@inline
function sixteen(at: usize, low: v128, high: v128): v128 {
  return i32x4.add(
    i32x4.dot_i16x8_s(v128.load_ext<i8>(at), low),
    i32x4.dot_i16x8_s(v128.load_ext<i8>(at, 8), high),
  );
}

/** The rest of a stream: from `row` on, of whose group `best` is known so far. */
function scanOne(rows: usize, starts: usize, first: i32, last: i32, offset: i32, row: u32, best: i32): void {
  for (let group = first; group < last; group++) {
    const end = load<u32>(starts + (<usize>(group + 1) << 2));
    for (; row < end; row++) best = max(best, product(rows + <usize>row * ROW));
    offer(best, group + offset);
    best = i32.MIN_VALUE;
  }
}

/** Groups come in any order: of equal scores the lower id is the better one. A group without rows has no score. */
// @ts-ignore: decorator
@inline
function offer(score: i32, id: i32): void {
  if (score > least || (score == least && id < leastId)) keep(score, id);
}

function keep(score: i32, id: i32): void {
  if (score == i32.MIN_VALUE) return;
  let at = kept < room ? kept++ : room - 1;
  while (at > 0 && isBehind(at - 1, score, id)) {
    store<i32>(SCORES + (<usize>at << 2), load<i32>(SCORES + (<usize>(at - 1) << 2)));
    store<i32>(IDS + (<usize>at << 2), load<i32>(IDS + (<usize>(at - 1) << 2)));
    at--;
  }
  store<i32>(SCORES + (<usize>at << 2), score);
  store<i32>(IDS + (<usize>at << 2), id);
  if (kept == room) {
    least = load<i32>(SCORES + (<usize>(room - 1) << 2));
    leastId = load<i32>(IDS + (<usize>(room - 1) << 2));
  }
}

function isBehind(at: i32, score: i32, id: i32): bool {
  const other = load<i32>(SCORES + (<usize>at << 2));
  return other < score || (other == score && load<i32>(IDS + (<usize>at << 2)) > id);
}
