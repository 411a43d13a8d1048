/** Tool calls in turn: so many at once, the others wait in order, so that a client's flood costs no memory. */
import { QsearchError } from "../errors.ts";

export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs `body` when it is its turn. Throws `cancelled` when the signal aborts before. */
  async take<T>(signal: AbortSignal, body: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      if (signal.aborted) throw cancelled();
      return await body();
    } finally {
      this.#pass();
    }
  }

  /** The turn goes straight to the one who has waited longest. */
  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        this.#waiting.delete(start);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(start);
        reject(cancelled());
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.add(start);
    });
  }
}

function cancelled(): QsearchError {
  return new QsearchError("cancelled", "the call was cancelled");
}
