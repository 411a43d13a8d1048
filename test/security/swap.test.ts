/** A tenth of bench/faults/swap.ts. */
import { describe, expect, test } from "bun:test";
import { swapWhileReading } from "./swap.ts";

describe("a path swapped for a link between check and open", () => {
  test.each([
    ["by the whole path", false],
    ["file after file of an open folder", true],
  ])(
    "%s: what lies outside is never read",
    async (_way, inTurn) => {
      const report = await swapWhileReading(1000, inTurn);
      expect(report.read).toBeGreaterThan(0);
      expect(report.refused).toBeGreaterThan(0);
    },
    120_000,
  );
});
