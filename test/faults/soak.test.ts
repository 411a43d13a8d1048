/** A short piece of bench/faults/soak.ts. */
import { expect, test } from "bun:test";
import { rounds } from "../rounds.ts";
import { fixedRandom } from "./random.ts";
import { soak } from "./soak.ts";

const REQUESTS = rounds(500);
/** Of each request so many files are told apart, at least. */
const FILES = 3;

test.skipIf(process.platform !== "linux")(
  "a server that watches answers rightly while files change",
  async () => {
    const report = await soak({ requests: REQUESTS, ms: REQUESTS * 70, random: fixedRandom(5) });
    expect(report.edits).toBeGreaterThan(REQUESTS / 8);
    expect(report.required).toBeGreaterThan(REQUESTS * FILES);
    expect(report.forbidden).toBeGreaterThan(REQUESTS * FILES);
  },
  180_000,
);
