import { QsearchError } from "../errors.ts";

/** Message of a cancelled run. */
export const RUN_STOPPED = "stopped; what was indexed so far is kept";

/** Throws `cancelled` where the signal has aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new QsearchError("cancelled", RUN_STOPPED);
}
