/** Which segments are worth merging: a search looks into each of them, and merging reads and writes all that they hold. */
import { MERGED_TOGETHER, type SegmentEntry, type Structure } from "./structure.ts";

/** Leaf pages that are merged at once, some 32 MB: with 64 a run took 460 MB of memory, so 340. Beyond, FTS5 merges step by step. */
export const MOST_PAGES = 8_000;
/** So many new ones are merged while more are being written: at the end they are once more, with what came after them. */
const MANY = 48;
/** At the end of a run so many are merged, however small they are. */
const FEW = 16;
/** And so many pages, however few their segments are: some 16 MB. Less is not felt by a search, but by a first index (13 %). */
const WORTH_PAGES = 4000;
/** A segment of more pages is merged with newer ones of its size alone. */
const SMALL_PAGES = MOST_PAGES / 4;

/** A segment is written anew without the rows that were removed from it once they are more than this share of all. */
const REMOVED = { meanwhile: 0.5, atEnd: 0.2 } as const;

/** How many times larger than all the newer ones together a segment is that is merged with them. */
const GROWTH = { meanwhile: 1, atEnd: 4 } as const;

export type MergeTime = keyof typeof GROWTH;

export interface MergePlan {
  /** From the oldest to the newest. */
  readonly segments: readonly SegmentEntry[];
  /** The structure without them. */
  readonly rest: Structure;
  /** The level of the merged one, and before which of the rest's segments it stands there. */
  readonly level: number;
  readonly place: number;
}

/** Null where nothing is to be gained. Segments that FTS5 is merging are left to it. */
export function planMerge(structure: Structure, when: MergeTime): MergePlan | null {
  return newest(structure, when) ?? (when === "atEnd" ? passedOver(structure) : null) ?? emptied(structure, when);
}

/** Leaf pages that are read and written anew; a millisecond is enough for ten, about. */
export function pagesToMerge({ segments }: MergePlan): number {
  return segments.reduce((sum, segment) => sum + pagesOf(segment), 0);
}

/**
 * Whether levels have become so full of large segments, or have lost so many of their rows, that FTS5 has to merge them, step by
 * step, or is about it.
 */
export function isForFts5({ levels }: Structure): boolean {
  return levels.some(
    ({ merging, segments }) => merging > 0 || segments.length >= MERGED_TOGETHER || isEmptiedByFts5(segments),
  );
}

/** Segments too large to be written anew by us; FTS5 does so with a level that has lost a tenth of its rows. */
function isEmptiedByFts5(segments: readonly SegmentEntry[]): boolean {
  if (!segments.some((each) => pagesOf(each) > MOST_PAGES && each.tombstones > 0)) return false;
  const gone = segments.reduce((sum, { tombstones }) => sum + tombstones, 0);
  return gone > REMOVED.atEnd * segments.reduce((sum, { rows }) => sum + rows, 0);
}

/** The newest ones together. */
function newest(structure: Structure, when: MergeTime): MergePlan | null {
  const { levels } = structure;
  const chosen: SegmentEntry[] = [];
  const left = levels.map(({ segments }) => [...segments]);
  let pages = 0;
  let level = 0;
  let isFull = false;
  // From the newest to the oldest.
  for (const [at, segments] of left.entries()) {
    // A level is merged by itself where that is worth it: the next one's segments have been written twice already.
    if (when === "meanwhile" && chosen.length >= MANY) break;
    if (isBusy(structure, at)) break;
    const count = segments.length;
    for (let next = segments.at(-1); next !== undefined; next = segments.at(-1)) {
      const size = pagesOf(next);
      if (chosen.length > 0 && size > GROWTH[when] * pages) break;
      isFull = pages + size > MOST_PAGES;
      if (isFull) break;
      segments.pop();
      chosen.unshift(next);
      pages += size;
    }
    if (segments.length < count) level = segments.length > 0 ? at : Math.max(1, at);
    if (segments.length > 0) break;
  }
  if (chosen.length < 2) return null;
  const isWorthIt =
    when === "meanwhile" ? isFull || chosen.length >= MANY : chosen.length >= FEW || pages >= WORTH_PAGES;
  if (!isWorthIt) return null;
  const rest = levels.map(({ merging }, at) => ({ merging, segments: left[at] ?? [] }));
  return { segments: chosen, rest: { ...structure, levels: rest }, level, place: left[level]?.length ?? 0 };
}

/** Small ones of a level side by side, which were left when newer ones filled a merge. */
function passedOver(structure: Structure): MergePlan | null {
  for (const [level, { segments }] of structure.levels.entries()) {
    if (isBusy(structure, level) || isBusy(structure, level - 1)) continue;
    let place = 0;
    let pages = 0;
    for (const [at, next] of segments.entries()) {
      const size = pagesOf(next);
      if (size > SMALL_PAGES || pages + size > MOST_PAGES) {
        if (pages >= WORTH_PAGES) return planOf(structure, level, place, at);
        place = size > SMALL_PAGES ? at + 1 : at;
        pages = 0;
      }
      if (size <= SMALL_PAGES) pages += size;
    }
    if (pages >= WORTH_PAGES) return planOf(structure, level, place, segments.length);
  }
  return null;
}

/** The segments of a level from one place to before another are merged in their place. */
function planOf(structure: Structure, level: number, place: number, end: number): MergePlan {
  const segments = structure.levels[level]?.segments.slice(place, end) ?? [];
  const levels = structure.levels.map((each, at) =>
    at === level ? { ...each, segments: each.segments.toSpliced(place, end - place) } : each,
  );
  return { segments, rest: { ...structure, levels }, level, place };
}

/** Whether FTS5 is merging the first segments of this level, into the last one of the next. */
function isBusy({ levels }: Structure, level: number): boolean {
  return (levels[level]?.merging ?? 0) > 0;
}

/**
 * The first one that has lost many rows. It stays in its place: FTS5 takes the origins of what it merges from the first and
 * the last of them.
 */
function emptied(structure: Structure, when: MergeTime): MergePlan | null {
  for (const [level, { segments }] of structure.levels.entries()) {
    if (isBusy(structure, level) || isBusy(structure, level - 1)) continue;
    const place = segments.findIndex(
      (each) => each.tombstones > REMOVED[when] * each.rows && pagesOf(each) <= MOST_PAGES,
    );
    if (place >= 0) return planOf(structure, level, place, place + 1);
  }
  return null;
}

/** The structure with the merged segment in the place of the planned ones; with none where nothing is left of them. */
export function afterMerge(
  { segments, rest, level, place }: MergePlan,
  merged: { id: number; pages: number },
): Structure {
  if (merged.pages === 0) return rest;
  const entry: SegmentEntry = {
    id: merged.id,
    firstPage: 1,
    lastPage: merged.pages,
    firstOrigin: Math.min(...segments.map(({ firstOrigin }) => firstOrigin)),
    lastOrigin: Math.max(...segments.map(({ lastOrigin }) => lastOrigin)),
    tombstonePages: 0,
    tombstones: 0,
    rows: segments.reduce((sum, { rows, tombstones }) => sum + Math.max(0, rows - tombstones), 0),
  };
  const levels = [...rest.levels];
  while (levels.length <= level) levels.push({ merging: 0, segments: [] });
  const { merging, segments: others } = levels[level] ?? { merging: 0, segments: [] };
  levels[level] = { merging, segments: others.toSpliced(place, 0, entry) };
  return { ...rest, levels };
}

function pagesOf({ firstPage, lastPage }: SegmentEntry): number {
  return lastPage - firstPage + 1;
}
