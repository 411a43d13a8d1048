/** A missing vector is neutral, for any subset of passages with vectors. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Judged, neutralOrder } from "../../src/ranking/lane-weight.ts";

const SEED = 20261201;

const passages = fc.array(
  fc.record({
    fused: fc.option(fc.integer({ min: 0, max: 20 }).map((n) => n / 20)),
    holdsAll: fc.boolean(),
  }),
  { maxLength: 40 },
);

function check(property: (judged: readonly Judged[], order: readonly number[]) => void): void {
  fc.assert(
    fc.property(passages, (judged) => property(judged, neutralOrder(judged))),
    { seed: SEED, numRuns: 300 },
  );
}

describe("the order of passages of which some have vectors", () => {
  test("has each once, and leaves those without a vector where words put them", () => {
    check((judged, order) => {
      expect(order.toSorted((a, b) => a - b)).toEqual(judged.map((_, at) => at));
      for (const [at, { fused }] of judged.entries()) if (fused === null) expect(order[at]).toBe(at);
    });
  });

  test("is that of both lanes where all have one, of words where none has", () => {
    check((judged) => {
      const all = judged.map(({ fused, holdsAll }) => ({ fused: fused ?? 0.5, holdsAll }));
      const value = (index: number) => all[index]?.fused ?? 0;
      const order = neutralOrder(all);
      expect(order).toEqual(all.map((_, at) => at).sort((a, b) => value(b) - value(a) || a - b));
      const none = judged.map(({ holdsAll }) => ({ fused: null, holdsAll }));
      expect(neutralOrder(none)).toEqual(none.map((_, at) => at));
    });
  });

  test("puts nothing with some of the words by its vector before what holds all and has none", () => {
    check((judged, order) => {
      const place = new Map(order.map((index, at) => [index, at]));
      for (const [all, { fused, holdsAll }] of judged.entries()) {
        if (fused !== null || !holdsAll) continue;
        for (const [some, other] of judged.entries()) {
          if (some > all && !other.holdsAll) expect(place.get(some)).toBeGreaterThan(all);
        }
      }
    });
  });

  test("moves those with vectors in the order of both lanes where nothing forbids it", () => {
    check((judged) => {
      const free = judged.map(({ fused }) => ({ fused, holdsAll: false }));
      const values = neutralOrder(free).flatMap((index) => free[index]?.fused ?? []);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    });
  });
});
