/** Long work on a thread that must stay answerable: short slices, and a look at the caller's signal between them. */
import { QsearchError } from "../errors.ts";

/** A slice of work, milliseconds (docs/decisions/28-main-thread.md). */
const SLICE_MS = 10;

export class TimeSlice {
  #until = performance.now() + SLICE_MS;

  /** `whenCancelled`: what the error says when `signal` aborts. Throws `cancelled` where it has already. */
  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly whenCancelled: string,
  ) {
    this.#throwIfCancelled();
  }

  /** Whether the slice is used up: await `rest` then. */
  get due(): boolean {
    return performance.now() >= this.#until;
  }

  /** Lets the event loop turn, and starts the next slice. Throws `cancelled`. */
  async rest(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#throwIfCancelled();
    this.#until = performance.now() + SLICE_MS;
  }

  #throwIfCancelled(): void {
    if (this.signal?.aborted) throw new QsearchError("cancelled", this.whenCancelled);
  }
}
