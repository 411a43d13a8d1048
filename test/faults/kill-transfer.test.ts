/** A tenth of bench/faults/kill-transfer.ts. */
import { expect, test } from "bun:test";
import { killTransfers } from "./kill-transfer.ts";
import { fixedRandom } from "./random.ts";

test("kill -9 at any moment of backup, restore and migration leaves nothing half done", async () => {
  const { backup, restore, migration } = await killTransfers(5, fixedRandom(8));
  expect(backup + restore + migration).toBeGreaterThan(3);
}, 240_000);
