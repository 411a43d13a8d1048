/**
 * FTS5's structure record, which says what segments an index has: row 10 of its data table, as contentless tables with deletes
 * write it (the format is told at the head of SQLite's ext/fts5/fts5_index.c).
 */
import { putVarint, VarintReader } from "./varints.ts";

/** The record's row in the data table, and that of the totals. */
export const STRUCTURE_ROW = 10;
export const AVERAGES_ROW = 1;

/** Segments of one level that are merged into one of the next; FTS5's usual 4 merge each posting twice as often. */
export const MERGED_TOGETHER = 16;

/** After the cookie: segments have origins and tombstones. */
const VERSION_2 = [0xff, 0, 0, 1] as const;
const COOKIE_BYTES = 4;

export interface SegmentEntry {
  /** 1 to 65,535. */
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  /** Rows say by their origin in which segment they were written; merged segments have the span of all. */
  readonly firstOrigin: number;
  readonly lastOrigin: number;
  readonly tombstonePages: number;
  readonly tombstones: number;
  readonly rows: number;
}

export interface Level {
  /** How many of its first segments are being merged into the last one of the next level. */
  readonly merging: number;
  /** From the oldest to the newest. */
  readonly segments: readonly SegmentEntry[];
}

export interface Structure {
  /** Changes with the table's configuration. */
  readonly cookie: Uint8Array;
  /** Pages ever written to level 0. */
  readonly written: number;
  readonly levels: readonly Level[];
}

/** Throws RangeError for what is no such record, as FTS5 tells it, and for segments that are there twice. */
export function decodeStructure(bytes: Uint8Array): Structure {
  const cookie = bytes.slice(0, COOKIE_BYTES);
  const start = COOKIE_BYTES + VERSION_2.length;
  if (VERSION_2.some((byte, at) => bytes[COOKIE_BYTES + at] !== byte)) {
    throw new RangeError("not the structure of a table with deletes");
  }
  const from = new VarintReader(bytes, start);
  const levelCount = from.next();
  const segmentCount = from.next();
  const written = from.next();
  const levels: Level[] = [];
  const ids = new Set<number>();
  let seen = 0;
  while (levels.length < levelCount) {
    const merging = from.next();
    const count = from.next();
    const segments: SegmentEntry[] = [];
    if (merging > count || (merging > 0 && levels.length === levelCount - 1)) throw damaged("merges what is not there");
    if ((levels.at(-1)?.merging ?? 0) > 0 && count === 0) throw damaged("merges into nothing");
    while (segments.length < count) {
      const segment: SegmentEntry = {
        id: from.next(),
        firstPage: from.next(),
        lastPage: from.next(),
        firstOrigin: from.next(),
        lastOrigin: from.next(),
        tombstonePages: from.next(),
        tombstones: from.next(),
        rows: from.next(),
      };
      if (segment.lastPage < segment.firstPage) throw damaged("has a segment that ends before it begins");
      if (ids.has(segment.id)) throw damaged("has a segment twice");
      ids.add(segment.id);
      segments.push(segment);
    }
    seen += count;
    levels.push({ merging, segments });
  }
  if (seen !== segmentCount) throw damaged("has other segments than it says");
  return { cookie, written, levels };
}

function damaged(what: string): RangeError {
  return new RangeError(`the structure ${what}`);
}

export function encodeStructure({ cookie, written, levels }: Structure): Uint8Array {
  const out: number[] = [...cookie, ...VERSION_2];
  putVarint(out, levels.length);
  putVarint(out, countSegments({ levels }));
  putVarint(out, written);
  for (const { merging, segments } of levels) {
    putVarint(out, merging);
    putVarint(out, segments.length);
    for (const segment of segments) {
      putVarint(out, segment.id);
      putVarint(out, segment.firstPage);
      putVarint(out, segment.lastPage);
      putVarint(out, segment.firstOrigin);
      putVarint(out, segment.lastOrigin);
      putVarint(out, segment.tombstonePages);
      putVarint(out, segment.tombstones);
      putVarint(out, segment.rows);
    }
  }
  return Uint8Array.from(out);
}

export function countSegments({ levels }: Pick<Structure, "levels">): number {
  return levels.reduce((sum, { segments }) => sum + segments.length, 0);
}

/** The origin of the next segment: FTS5 counts on from the largest there is. */
export function nextOrigin({ levels }: Structure): number {
  let last = 0;
  for (const { segments } of levels) for (const { lastOrigin } of segments) last = Math.max(last, lastOrigin);
  return last + 1;
}

/** The smallest id that no segment has. */
export function freeSegmentId({ levels }: Structure): number {
  const taken = new Set(levels.flatMap(({ segments }) => segments.map(({ id }) => id)));
  let id = 1;
  while (taken.has(id)) id++;
  return id;
}

/** The structure with one more segment, the newest of level 0. */
export function withSegment(
  structure: Structure,
  added: { readonly id: number; readonly origin: number; readonly pages: number; readonly rows: number },
): Structure {
  const { id, origin, pages, rows } = added;
  const [first = { merging: 0, segments: [] }, ...others] = structure.levels;
  const pageNumbers = { firstPage: 1, lastPage: pages };
  const origins = { firstOrigin: origin, lastOrigin: origin };
  const entry: SegmentEntry = { id, ...pageNumbers, ...origins, tombstonePages: 0, tombstones: 0, rows };
  return {
    cookie: structure.cookie,
    written: structure.written + pages,
    levels: [{ merging: first.merging, segments: [...first.segments, entry] }, ...others],
  };
}

/** The structure with `rows` more tombstones for a segment, all of which are on so many pages now. */
export function withTombstones(
  structure: Structure,
  id: number,
  { pages, rows }: { readonly pages: number; readonly rows: number },
): Structure {
  const changed = (segment: SegmentEntry) =>
    segment.id === id ? { ...segment, tombstonePages: pages, tombstones: segment.tombstones + rows } : segment;
  const levels = structure.levels.map(({ merging, segments }) => ({ merging, segments: segments.map(changed) }));
  return { ...structure, levels };
}
