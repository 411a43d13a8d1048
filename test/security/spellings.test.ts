/** A tenth of bench/fuzz/paths.ts. */
import { expect, test } from "bun:test";
import { checkSpellings } from "./spellings.ts";

test("random trees of links, dots, doubled slashes and Unicode forms: whatever is accepted lies in its root", async () => {
  const report = await checkSpellings(20, 50, 15);
  for (const accepted of Object.values(report)) expect(accepted).toBeGreaterThan(0);
}, 60_000);
