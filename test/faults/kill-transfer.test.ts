/** A twentieth of bench/faults/kill-transfer.ts. */
import { expect, test } from "bun:test";
import { CAN_SEE_LOCKS } from "./kill-inside.ts";
import { killTransfers } from "./kill-transfer.ts";
import { fixedRandom } from "./random.ts";

test.skipIf(!CAN_SEE_LOCKS)(
  "kill -9 within backup, restore and migration leaves nothing half done",
  async () => {
    const kills = await killTransfers(3, fixedRandom(8), { files: 150, olderFiles: 30_000 });
    expect(kills.backup + kills.restore + kills.migration + kills.late).toBeGreaterThanOrEqual(9);
    expect(Math.min(kills.backup, kills.restore, kills.migration)).toBeGreaterThan(0);
  },
  240_000,
);
