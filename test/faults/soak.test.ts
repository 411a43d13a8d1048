/** A short piece of bench/faults/soak.ts. */
import { expect, test } from "bun:test";
import { fixedRandom } from "./random.ts";
import { soak } from "./soak.ts";

test.skipIf(process.platform !== "linux")(
  "a server that watches answers rightly while files change",
  async () => {
    const report = await soak({ requests: 300, ms: 20_000, random: fixedRandom(5) });
    expect(report.edits).toBeGreaterThan(40);
    expect(report.required).toBeGreaterThan(1000);
    expect(report.forbidden).toBeGreaterThan(1000);
  },
  180_000,
);
