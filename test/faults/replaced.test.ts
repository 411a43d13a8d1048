import { expect, test } from "bun:test";
import { searchWhileReplaced } from "./replaced.ts";

/** bench/faults/replaced.ts makes 10,000. */
const TRIES = 500;

test("a search while its file is replaced gives wholly the old or wholly the new", async () => {
  const { searches, versions } = await searchWhileReplaced(TRIES);
  expect(searches).toBe(TRIES);
  expect(versions).toBeGreaterThan(3);
}, 60_000);
