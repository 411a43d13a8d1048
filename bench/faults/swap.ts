/**
 * A thread swaps a file and a folder for links to the outside 10,000 times while they are read: nothing outside is seen.
 *
 *   bun bench/faults/swap.ts [times]
 */
import { swapWhileReading } from "../../test/security/swap.ts";
import { report } from "../lib/measure.ts";

const times = Number(process.argv[2] ?? 10_000);
report("faults-swap", {
  command: "bun bench/faults/swap.ts",
  byPath: await swapWhileReading(times, false),
  inTurn: await swapWhileReading(times, true),
});
