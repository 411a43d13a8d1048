/** A writer that is kept between runs and turns: starting one costs 60–150 ms, a save 10–30 with it. */
import type { Executor, RunOptions } from "../../pool/executor.ts";
import type { StoreRequest, StoreResponse } from "../indexing-messages.ts";
import { storeWorker } from "../store-worker.ts";

/** It is ended after so long without work: the write-ahead log is then folded into the database. Milliseconds. */
const IDLE_MS = 30_000;

export class KeptWriter implements Executor<StoreRequest, StoreResponse> {
  #writer: Executor<StoreRequest, StoreResponse> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #orders = 0;

  /** Starts it with its first order: a run that finds nothing to do needs none. */
  async run(request: StoreRequest, options?: RunOptions): Promise<StoreResponse> {
    this.#writer ??= storeWorker();
    this.#orders += 1;
    this.#wait(null);
    try {
      return await this.#writer.run(request, options);
    } finally {
      this.#orders -= 1;
      if (this.#orders === 0 && this.#writer !== null) this.#wait(IDLE_MS);
    }
  }

  room(): Promise<void> {
    return this.#writer?.room() ?? Promise.resolve();
  }

  /** Its users end, it does not. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The next order starts another. */
  async end(): Promise<void> {
    const writer = this.#writer;
    this.#writer = null;
    this.#wait(null);
    await writer?.close();
  }

  #wait(ms: number | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = ms === null ? null : setTimeout(() => void this.end(), ms);
  }
}
