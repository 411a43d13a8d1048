import { QsearchError } from "../errors.ts";

/** What a cancelled run says. */
export const RUN_STOPPED = "stopped; what was indexed so far is kept";

/** Throws `cancelled` where the signal has aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new QsearchError("cancelled", RUN_STOPPED);
}
