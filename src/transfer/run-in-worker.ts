/** Long SQLite work in a worker, so that Ctrl-C acts at once. */
import { QsearchError } from "../errors.ts";
import { TaskFailedError } from "../pool/executor.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { TransferRequest, TransferResponse } from "./transfer-messages.ts";

/** A large store takes what it takes, milliseconds. */
const MOST_MS = 24 * 3600 * 1000;

export async function transferInWorker(
  request: TransferRequest,
  signal: AbortSignal | undefined,
): Promise<TransferResponse> {
  const worker = createWorkerPool<TransferRequest, TransferResponse>({
    name: "transfer",
    size: 1,
    limits: { timeMs: MOST_MS },
  });
  try {
    return await worker.run(request, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof TaskFailedError && error.failure === "cancelled") {
      throw new QsearchError("cancelled", "stopped", "", { cause: error });
    }
    throw error;
  } finally {
    await worker.close(0);
  }
}
