/** The one worker that writes the store. */
import type { Executor } from "../pool/executor.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { StoreOrder, StoreRequest, StoreResponse } from "./indexing-messages.ts";

/** Milliseconds. No time limit ends the writer: a transaction takes as long as necessary. */
const WRITER_MS = 24 * 3600 * 1000;
/** Milliseconds. The last connection checkpoints the write-ahead log when it closes. */
export const CLOSE_MS = 60_000;

/** The owner closes the worker, within CLOSE_MS, or at once for cancelled work. */
export function storeWorker(): Executor<StoreRequest, StoreResponse> {
  return createWorkerPool({ name: "store", size: 1, limits: { timeMs: WRITER_MS } });
}

/** Ends a run that wrote postings: a search then reads one segment. `give` sends an order to the writer. */
export async function settlePostings(give: (order: StoreOrder) => Promise<StoreResponse>): Promise<void> {
  for (;;) {
    const response = await give({ kind: "settle" });
    if (response.kind !== "settled" || !response.isMergeDue) return;
  }
}
