/**
 * A path that is swapped for a link between check and open, again and again, while it is read: what lies outside the root
 * is never seen. Shared by the test and bench/faults/swap.ts.
 */
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { isAdmitted } from "../../src/corpus/admission.ts";
import { openRoot, readFileBeneath } from "../../src/corpus/open.ts";
import { policyFor } from "../../src/corpus/policy.ts";
import { FileError } from "../../src/errors.ts";
import { world } from "../world.ts";

export interface SwapReport {
  readonly swaps: number;
  /** Opens that gave the root's own file. */
  readonly read: number;
  /** Opens that were refused. */
  readonly refused: number;
  /** Times the path was admitted, so that only the open stood between it and the file outside. */
  readonly admitted: number;
}

/** Throws when the file outside was read. */
export async function swapWhileReading(times: number, inTurn: boolean): Promise<SwapReport> {
  using w = world({ "root/f/x.txt": "mine", "outside/x.txt": "SECRET" });
  const root = w.path("root");
  const policy = policyFor("user", {});
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(resolve(import.meta.dir, "swapper.ts"), {
    workerData: { root, outside: w.path("outside"), times, done },
  });
  const failed = new Promise<never>((_, reject) => worker.once("error", reject));
  const handle = openRoot(root);
  const tally = { swaps: times, read: 0, refused: 0, admitted: 0 };
  try {
    while (Atomics.load(done, 0) === 0) {
      for (let i = 0; i < 50; i++) {
        if (isAdmitted(root, "f/x.txt", policy)) tally.admitted += 1;
        try {
          const text = inTurn
            ? readInTurn(handle)
            : Buffer.from(readFileBeneath(handle, "f/x.txt", 100).bytes).toString();
          if (text !== "mine") throw new Error(`read ${JSON.stringify(text)}`);
          tally.read += 1;
        } catch (error) {
          if (!(error instanceof FileError)) throw error;
          tally.refused += 1;
        }
      }
      await Promise.race([Bun.sleep(0), failed]);
    }
  } finally {
    handle.close();
    await worker.terminate();
  }
  return tally;
}

/** The way of live search, which keeps the folder open between files. */
function readInTurn(handle: ReturnType<typeof openRoot>): string {
  const file = handle.openInTurn("f/x.txt");
  try {
    return Buffer.from(file.read(100)).toString();
  } finally {
    file.close();
  }
}
