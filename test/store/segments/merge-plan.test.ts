/** Which segments are merged, and that their number stays small while little is written twice. */
import { describe, expect, test } from "bun:test";
import { afterMerge, isForFts5, planMerge } from "../../../src/store/segments/merge-plan.ts";
import {
  countSegments,
  freeSegmentId,
  nextOrigin,
  type Structure,
  withSegment,
  withTombstones,
} from "../../../src/store/segments/structure.ts";

const EMPTY: Structure = { cookie: new Uint8Array(4), written: 0, levels: [] };

function withPages(structure: Structure, pages: number): Structure {
  return withSegment(structure, { id: freeSegmentId(structure), origin: nextOrigin(structure), pages, rows: pages });
}

/** Sizes in pages, by level, from the oldest to the newest. */
function sizes({ levels }: Structure): number[][] {
  return levels.map(({ segments }) => segments.map(({ lastPage }) => lastPage));
}

/** Segments of these sizes are written one after the other; returns the structure and the pages merged. */
function written(
  all: readonly number[],
  { atEnd = false, structure = EMPTY }: { atEnd?: boolean; structure?: Structure } = {},
): { structure: Structure; merged: number } {
  let merged = 0;
  const merge = (when: "meanwhile" | "atEnd") => {
    const plan = planMerge(structure, when);
    if (plan === null) return;
    const pages = plan.segments.reduce((sum, { lastPage }) => sum + lastPage, 0);
    merged += pages;
    structure = afterMerge(plan, { id: freeSegmentId(plan.rest), pages });
  };
  for (const pages of all) {
    structure = withPages(structure, pages);
    merge("meanwhile");
  }
  if (atEnd) merge("atEnd");
  return { structure, merged };
}

describe("while much is written", () => {
  test("forty-eight of a size become one of the next level, and forty-eight more another one", () => {
    expect(sizes(written(new Array(47).fill(10)).structure)).toEqual([new Array(47).fill(10)]);
    expect(sizes(written(new Array(48).fill(10)).structure)).toEqual([[], [480]]);
    const { structure, merged } = written(new Array(96).fill(10));
    expect(sizes(structure)).toEqual([[], [480, 480]]);
    expect(merged).toBe(960);
  });

  test("an older one that is larger than all newer ones stays as it is", () => {
    const large = written([5000]).structure;
    expect(sizes(written(new Array(48).fill(10), { structure: large }).structure)).toEqual([[5000, 480]]);
  });

  test("no merge is larger than 32 MB, and larger segments are merged as soon as they fill one", () => {
    for (const size of [100, 320, 512, 2000, 3000]) {
      const { structure, merged } = written(new Array(200).fill(size), { atEnd: true });
      expect(Math.max(...sizes(structure).flat())).toBeLessThanOrEqual(8000);
      expect(merged).toBeLessThan(1.2 * 200 * size);
      expect(countSegments(structure)).toBeLessThan((1.6 * 200 * size) / 8000 + 16);
    }
  });
});

describe("at the end of a run", () => {
  test("a store that was made at once becomes one segment", () => {
    expect(sizes(written(new Array(14).fill(500), { atEnd: true }).structure)).toEqual([[], [7000]]);
  });

  test("a few small changes are not worth it, nor is a large segment for their sake", () => {
    const base = written(new Array(8).fill(500), { atEnd: true }).structure;
    expect(sizes(written([1, 2, 1], { structure: base, atEnd: true }).structure)).toEqual([[1, 2, 1], [4000]]);
    const large = written([7_900]).structure;
    expect(sizes(written([2000, 2000], { structure: large, atEnd: true }).structure)).toEqual([[7_900, 4000]]);
    expect(sizes(written([2000, 2000], { structure: base, atEnd: true }).structure)).toEqual([[], [8000]]);
  });

  test("small ones that a full merge has passed over are merged in their place", () => {
    const level = (all: readonly number[]) => ({
      merging: 0,
      segments: all.reduce(withPages, EMPTY).levels[0]?.segments ?? [],
    });
    const behind = { ...EMPTY, levels: [level([...new Array(14).fill(300), 7900, 200])] };
    const plan = planMerge(behind, "atEnd");
    if (plan === null) throw new Error("no plan");
    expect(sizes(afterMerge(plan, { id: 99, pages: 4200 }))).toEqual([[4200, 7900, 200]]);
    expect(planMerge(behind, "meanwhile")).toBeNull();
    expect(planMerge({ ...EMPTY, levels: [level([...new Array(13).fill(300), 7900, 200])] }, "atEnd")).toBeNull();
  });

  test("ten thousand saved files: few segments at any time, each page written again a few times", () => {
    let structure = written(new Array(20).fill(500), { atEnd: true }).structure;
    let merged = 0;
    let most = 0;
    for (let save = 0; save < 10_000; save++) {
      const after = written([1], { structure, atEnd: true });
      structure = after.structure;
      merged += after.merged;
      most = Math.max(most, countSegments(structure));
    }
    expect(most).toBeLessThan(40);
    expect(merged).toBeLessThan(200_000);
  });
});

describe("segments that FTS5 is merging are left to it", () => {
  const sixteen = withPages(written(new Array(15).fill(10)).structure, 10).levels[0]?.segments ?? [];

  test("the first ones of level 0", () => {
    const levels = [
      { merging: 2, segments: sixteen },
      { merging: 0, segments: sixteen.slice(0, 1) },
    ];
    expect(planMerge({ ...EMPTY, levels }, "atEnd")).toBeNull();
    expect(isForFts5({ ...EMPTY, levels })).toBe(true);
  });

  test("the first ones of level 1, behind which the newer ones go on", () => {
    const levels = [
      { merging: 0, segments: sixteen },
      { merging: 2, segments: sixteen },
      { merging: 0, segments: sixteen.slice(0, 1) },
    ];
    const plan = planMerge({ ...EMPTY, levels }, "atEnd");
    expect(plan?.segments).toEqual(sixteen);
    if (plan) expect(sizes(afterMerge(plan, { id: 99, pages: 160 }))[1]?.slice(15)).toEqual([10, 160]);
    expect(plan?.rest.levels[1]?.merging).toBe(2);
  });

  test("none, while levels are short", () => {
    expect(isForFts5(written(new Array(15).fill(10)).structure)).toBe(false);
  });
});

describe("rows that were removed", () => {
  const sixteen = withPages(written(new Array(15).fill(10)).structure, 10);
  const [fourth] = sixteen.levels[0]?.segments.slice(3) ?? [];

  test("the merged one spans the origins of all, and counts the rows that are left", () => {
    const plan = planMerge(withTombstones(sixteen, fourth?.id ?? 0, { pages: 1, rows: 4 }), "atEnd");
    if (plan === null) throw new Error("no plan");
    expect(plan.segments).toHaveLength(16);
    const merged = afterMerge(plan, { id: 1, pages: 120 }).levels[1]?.segments[0];
    expect(merged).toMatchObject({ firstOrigin: 1, lastOrigin: 16, rows: 156, tombstones: 0, tombstonePages: 0 });
    expect(afterMerge(plan, { id: 1, pages: 0 })).toEqual(plan.rest);
  });

  test("a segment too large for that is left to FTS5", () => {
    const large = written([8001]).structure;
    for (const [rows, isLeft] of [
      [1600, false],
      [1601, true],
    ] as const) {
      const structure = withTombstones(large, 1, { pages: 9, rows });
      expect(planMerge(structure, "atEnd")).toBeNull();
      expect(isForFts5(structure)).toBe(isLeft);
    }
  });

  test("a segment is written anew when many of its rows are gone, in its place", () => {
    const few = written([5000, 10]).structure;
    const gone = (rows: number) => withTombstones(few, 1, { pages: 9, rows });
    expect(planMerge(gone(1000), "atEnd")).toBeNull();
    expect(planMerge(gone(1001), "meanwhile")).toBeNull();
    for (const [rows, when] of [
      [1001, "atEnd"],
      [2501, "meanwhile"],
    ] as const) {
      const plan = planMerge(gone(rows), when);
      expect(plan?.segments.map(({ id }) => id)).toEqual([1]);
      if (plan) expect(sizes(afterMerge(plan, { id: 9, pages: 4000 }))).toEqual([[4000, 10]]);
    }
  });
});
