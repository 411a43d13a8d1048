/** Live search on the main thread: short slices, and a look at the caller's signal between them. */
import { QsearchError } from "../../errors.ts";

/** A slice of work, milliseconds (docs/decisions/28-main-thread.md). */
const SLICE_MS = 10;

export class Pace {
  #until = performance.now() + SLICE_MS;

  constructor(private readonly signal: AbortSignal | undefined) {
    this.#throwIfCancelled();
  }

  /** Whether the slice is used up: await `rest` then. */
  get due(): boolean {
    return performance.now() >= this.#until;
  }

  /** Lets the event loop turn. Throws `cancelled`. */
  async rest(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#throwIfCancelled();
    this.#until = performance.now() + SLICE_MS;
  }

  #throwIfCancelled(): void {
    if (this.signal?.aborted) throw new QsearchError("cancelled", "The search was stopped");
  }
}
