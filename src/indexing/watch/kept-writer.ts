/** A writer kept between runs and turns: starting one costs 60–150 ms, a save 10–30 with the kept one. */
import type { Executor, RunOptions } from "../../pool/executor.ts";
import type { StoreRequest, StoreResponse } from "../indexing-messages.ts";
import { storeWorker } from "../store-worker.ts";

/** Milliseconds without work after which the writer ends, which checkpoints the write-ahead log. */
const IDLE_MS = 30_000;

export class KeptWriter implements Executor<StoreRequest, StoreResponse> {
  #writer: Executor<StoreRequest, StoreResponse> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #orders = 0;

  /** Starts the writer with the first order: a run without work needs none. */
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

  /** Does nothing: only its users close. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Ends the writer; the next order starts another. */
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
