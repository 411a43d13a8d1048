/** Stores vectors that a search made, unless another process writes at that moment: then the next search makes them again. */
import { QsearchError } from "../errors.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import { lockForWriting } from "../store/lock.ts";
import type { LateVectors } from "../store/vector-rows.ts";
import type { StoreRequest, StoreResponse } from "./indexing-messages.ts";

const WRITER_MS = 60_000;

/** True if stored. A store that is being written, or is read-only, keeps none. */
export async function storeLateVectors(dataDir: string, late: LateVectors): Promise<boolean> {
  try {
    const lock = await lockForWriting(dataDir, { command: "search", waitMs: 0 });
    const writer = createWorkerPool<StoreRequest, StoreResponse>({
      name: "store",
      size: 1,
      limits: { timeMs: WRITER_MS },
    });
    try {
      await writer.run({ dataDir, order: { kind: "late", late } });
      return true;
    } finally {
      await writer.close();
      lock.release();
    }
  } catch (error) {
    if (error instanceof QsearchError) return false;
    throw error;
  }
}
