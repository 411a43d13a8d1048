/** Every kernel with SIMD and without: a process whose engine is told to have none, beside this one. */
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { hasSimd } from "../../src/kernels/load.ts";
import { type KernelDigests, kernelDigests } from "./digests.ts";

test.skipIf(!hasSimd())(
  "every kernel gives the same results without SIMD",
  async () => {
    const child = Bun.spawnSync([process.execPath, resolve(import.meta.dir, "digests.ts")], {
      env: { ...process.env, BUN_JSC_useWasmSIMD: "0" },
    });
    expect(child.stderr.toString()).toBe("");
    const without: KernelDigests = JSON.parse(child.stdout.toString());
    expect(without.simd).toBe(false);
    expect(without.sums).toEqual((await kernelDigests()).sums);
  },
  60_000,
);
