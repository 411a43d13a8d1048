/** The one worker that writes the store. */
import type { Executor } from "../pool/executor.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { StoreOrder, StoreRequest, StoreResponse } from "./indexing-messages.ts";

/** It is never ended for its time: a transaction takes what it takes. Milliseconds. */
const WRITER_MS = 24 * 3600 * 1000;
/** As the last connection it folds the write-ahead log into the database when it closes. Milliseconds. */
export const CLOSE_MS = 60_000;

/** Its owner closes it, within CLOSE_MS, or at once where the work was cancelled. */
export function storeWorker(): Executor<StoreRequest, StoreResponse> {
  return createWorkerPool({ name: "store", size: 1, limits: { timeMs: WRITER_MS } });
}

/** The end of a run that wrote postings: a search looks into one segment then. `give` hands an order to the writer. */
export async function settlePostings(give: (order: StoreOrder) => Promise<StoreResponse>): Promise<void> {
  for (;;) {
    const response = await give({ kind: "settle" });
    if (response.kind !== "settled" || !response.isMergeDue) return;
  }
}
