/** Long work on a thread that must stay answerable: short slices, and a look at the caller's signal between them. */
import { QsearchError } from "../errors.ts";

/** A slice of work, milliseconds (docs/decisions/28-main-thread.md). */
const SLICE_MS = 10;

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new QsearchError("cancelled", "stopped; what was indexed so far is kept");
}

export class Pace {
  #until = performance.now() + SLICE_MS;

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Whether the slice is used up: await `rest` then. */
  get due(): boolean {
    return performance.now() >= this.#until;
  }

  /** Lets the event loop turn. Throws `cancelled`. */
  async rest(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    throwIfCancelled(this.signal);
    this.#until = performance.now() + SLICE_MS;
  }
}
