/** Test material that lives beside the repository, in ../shared, and is not part of it. */

import { describe, test } from "bun:test";
import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(import.meta.dir, "..", "..", "shared");

/** Canonical path of ../shared, null where it is absent. */
export const SHARED: string | null = existsSync(join(folder, "cases")) ? realpathSync(folder) : null;

/** Registers tests that read ../shared; where it is absent, one skipped test stands for them. */
export function describeShared(title: string, body: (shared: string) => void): void {
  if (SHARED === null) {
    test.skip(`${title} (needs ../shared)`, () => undefined);
    return;
  }
  const shared = SHARED;
  describe(title, () => body(shared));
}
